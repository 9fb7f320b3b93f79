package io.pliant.actors.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.wire.Samples;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class KeptJobTest {
  @Test
  void shouldReadWhatItWroteAfterEachEvent() {
    JobAccount account = null;
    int compared = 0;
    for (JobEvent event : Samples.jobEvents()) {
      account =
          event instanceof JobEvent.JobSubmitted submitted
              ? JobAccount.open(submitted, null)
              : evolved(account, event);
      if (account != null) {
        KeptJob kept = new KeptJob(account, energy());
        assertThat(KeptJob.of(kept.bytes())).isEqualTo(kept);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(20);
    assertThat(energy()).isNotEqualTo(JobEnergy.NONE);
  }

  @Test
  void shouldSayThatItCannotReadWhatItDidNotWrite() {
    assertThatThrownBy(() -> KeptJob.of(new byte[3])).isInstanceOf(UncheckedIOException.class);
    byte[] cut =
        new KeptJob(
                JobAccount.open((JobEvent.JobSubmitted) Samples.jobEvents().getFirst(), null),
                JobEnergy.NONE)
            .bytes();
    assertThatThrownBy(() -> KeptJob.of(Arrays.copyOf(cut, cut.length / 2)))
        .isInstanceOf(UncheckedIOException.class);
  }

  private static @Nullable JobAccount evolved(@Nullable JobAccount account, JobEvent event) {
    return account == null || event instanceof JobEvent.JobRefused
        ? account
        : account.evolve(event);
  }

  private static JobEnergy energy() {
    JobEnergy energy = JobEnergy.NONE;
    for (PartitionEvent event : Samples.partitionEvents()) {
      if (event instanceof PartitionEvent.EnergyCounted counted) {
        for (Share share : counted.shares()) {
          energy = energy.plus(share);
        }
        for (StepShare share : Objects.requireNonNullElse(counted.steps(), List.<StepShare>of())) {
          energy = energy.plus(share);
        }
      }
    }
    return energy.complete(1);
  }
}
