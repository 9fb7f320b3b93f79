package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the first task of an allocation tells. */
final class AllocationVariablesTest {
  private final AllocationVariables variables = new AllocationVariables();

  @Test
  void shouldTakeWhatIsOfTheJobUntilTheEnd() throws IOException {
    tell("HOME=/root\0SLURM_JOB_ID=7\0SLURM_PROCID=0\0SLURM_NTASKS=4\0");
    assertThat(variables.whole()).isNotDone();

    tell("SLURM_JOB_NAME=two\nlines=1\0\0SLURM_JOB_ID=8\0\0");

    assertThat(variables.whole().join())
        .containsOnlyKeys("SLURM_JOB_ID", "SLURM_NTASKS", "SLURM_JOB_NAME")
        .containsEntry("SLURM_JOB_ID", "7")
        .containsEntry("SLURM_JOB_NAME", "two\nlines=1");
  }

  @Test
  void shouldNotHearForEver() throws IOException {
    byte[] much = new byte[1 << 20];
    Arrays.fill(much, (byte) 'a');
    for (int i = 0; i < 9; i++) {
      variables.write(much);
    }

    assertThat(variables.whole()).isCompletedExceptionally();
  }

  private void tell(String text) throws IOException {
    variables.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
