package io.pliant.core.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramReportsTest {
  private static final NodeName OWN = new NodeName("n1");
  private static final NodeName STRANGER = new NodeName("n2");
  private static final Answer ANSWER = new Answer(1, Answer.Verdict.REFUSE, 0, "");
  private static final Wish WISH = new Wish("w", Kind.RELEASE, 1, List.of());

  private final ProgramReports known =
      ProgramReports.none(1)
          .with(
              List.of(
                  new SeatFate(new Seat("t1", OWN), 0, SeatFate.Fate.ALIVE, ""),
                  new SeatFate(new Seat("t3", new NodeName("n3")), 0, SeatFate.Fate.ALIVE, "")));

  @Test
  void shouldNotHearANodeOnWhichTheJobHasNoTask() {
    assertThat(known.with(said(STRANGER, "t1"))).isEqualTo(known);
  }

  @Test
  void shouldNotHearANodeAboutTasksElsewhere() {
    ProgramReports after = known.with(said(OWN, "t1", "t3", "t4"));

    assertThat(after.tasks()).containsOnlyKeys("t1");
    assertThat(after.answers()).containsKey(1);
    assertThat(after.wishes()).containsKey("w");
  }

  private static AgentReport said(NodeName node, String... tasks) {
    return new AgentReport(
        new JobId(7),
        1,
        node,
        Arrays.stream(tasks).map(t -> TaskStanding.hello(t, "h:1")).toList(),
        List.of(ANSWER),
        List.of(WISH),
        List.of(),
        List.of());
  }
}
