package io.pliant.core.sighting;

import static io.pliant.core.sighting.LoopFixture.JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.PartitionIntent;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One job that holds a node. */
final class ProgramSightingsTest {
  private final LoopFixture fixture = new LoopFixture(Set.of());

  @Test
  void shouldKnowOnlyAttemptsThatHoldNodes() {
    ProgramSightings programs =
        ProgramSightings.NONE
            .measured(fixture.state, new AttemptId(JOB, 1), at(0.5, 0))
            .measured(fixture.state, new AttemptId(JOB, 2), at(0.7, 0))
            .measured(fixture.state, new AttemptId(new JobId(9), 1), at(0.9, 0));
    assertThat(programs.mtct(fixture.state)).isEqualTo(Map.of(JOB, 0.5));

    fixture.tell(new PartitionIntent.Release(new AttemptId(JOB, 1), null));
    programs = programs.measured(fixture.state, new AttemptId(JOB, 1), at(0.4, 0));
    assertThat(programs.known()).isEmpty();
  }

  @Test
  void shouldNotTakeWhatWasMeasuredOnAnotherSizeForThePresentOne() {
    ProgramSightings programs =
        ProgramSightings.NONE.measured(fixture.state, new AttemptId(JOB, 1), at(0.5, 1));
    assertThat(programs.mtct(fixture.state, JOB)).isNull();
    assertThat(programs.mtct(fixture.state)).isEmpty();
  }

  private static ProgramSightings.Measure at(double mtct, long resize) {
    return new ProgramSightings.Measure(mtct, resize);
  }
}
