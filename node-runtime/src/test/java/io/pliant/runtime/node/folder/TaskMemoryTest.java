package io.pliant.runtime.node.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.runtime.node.TestLaunch;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskMemoryTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          quiet,local             | local;local;local
          rank                    | bind 1;bind 2;bind 4
          prefer,map_mem:1,0      | prefer 2;prefer 1;prefer 2
          verbose,mask_mem:0x3,f0 | bind 3;bind f0;bind 3
          none                    | ''
          nonsense                | ''
          """)
  void shouldSayForEachTaskWhichMemoryItHas(String how, String each) {
    assertThat(String.join(";", TaskMemory.of(bound(how)).each())).isEqualTo(each);
  }

  @Test
  void shouldReportOnlyWhereThatIsAskedFor() {
    assertThat(TaskMemory.of(bound("verbose,none")).report()).isEqualTo("NONE");
    assertThat(TaskMemory.of(bound("verbose,local")).report()).isEqualTo("LOC");
    assertThat(TaskMemory.of(bound("local")).report()).isNull();
  }

  private static StepLaunch bound(String how) {
    return TestLaunch.step(new StepId(new JobId(7), 1, 0), 3).with(Map.of("SLURM_MEM_BIND", how));
  }
}
