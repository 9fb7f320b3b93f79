package io.pliant.core.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.Answer.Verdict;
import io.pliant.core.id.PartitionName;
import io.pliant.core.size.Terms;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.OnShrinkTimeout;
import io.pliant.core.size.Terms.Winner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ApplicationLifecycleTest {
  private static final Terms USUAL =
      Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.EXTEND, Winner.APPLICATION);

  @Test
  void shouldMakeTheNewNodesTheJobsWhenAnExpansionIsCommitted() {
    Toy end = finish(two(USUAL).wanting(Kind.EXPAND, false, "c", "d"));

    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED);
    assertThat(lastOf(end).size()).isEqualTo(4);
    assertThat(end.ledger().held()).extracting("value").containsExactly("a", "b", "c", "d");
  }

  @Test
  void shouldReleaseTheLeavingNodeWhenAShrinkIsCommitted() {
    Toy end = finish(two(USUAL).wanting(Kind.SHRINK, false, "b"));

    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED);
    assertThat(end.ledger().free()).extracting("value").containsExactly("b", "c", "d");
  }

  @Test
  void shouldKeepTheSizeWhenTheProgramRefuses() {
    Toy end = finish(answered(two(USUAL).wanting(Kind.EXPAND, false, "c"), Verdict.REFUSE, 0));

    assertThat(lastOf(end).result()).isEqualTo(Result.REFUSED);
    assertThat(end.ledger().held()).hasSize(2);
  }

  @Test
  void shouldSayWhatTheProgramWouldTakeWhenItCounters() {
    Toy end = finish(answered(two(USUAL).wanting(Kind.EXPAND, false, "c"), Verdict.COUNTER, 2));

    assertThat(lastOf(end).result()).isEqualTo(Result.COUNTERED);
    assertThat(lastOf(end).reason()).contains("2 nodes");
  }

  @Test
  void shouldTakeTheFirstNodesWhenTheProgramAcceptsAPart() {
    Toy end = finish(answered(two(USUAL).wanting(Kind.EXPAND, false, "c", "d"), Verdict.PART, 1));

    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED_IN_PART);
    assertThat(end.ledger().held()).extracting("value").containsExactly("a", "b", "c");
  }

  @Test
  void shouldGoByTheSubmissionWhenTheProgramLeavesItToIt() {
    Terms refuse = Toy.terms(OnOffer.REFUSE, OnShrinkTimeout.EXTEND, Winner.APPLICATION);

    Toy kept = finish(answered(two(refuse).wanting(Kind.EXPAND, false, "c"), Verdict.DEFAULT, 0));
    Toy grown = finish(answered(two(USUAL).wanting(Kind.EXPAND, false, "c"), Verdict.DEFAULT, 0));

    assertThat(lastOf(kept).result()).isEqualTo(Result.REFUSED);
    assertThat(lastOf(grown).result()).isEqualTo(Result.COMMITTED);
  }

  @Test
  void shouldUseWhatItCanWhenOneOfTwoNodesDoesNotStart() {
    Toy end = finish(withFailedStart(USUAL));

    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED_IN_PART);
    assertThat(lastOf(end).nodes()).extracting("value").containsExactly("d");
  }

  @Test
  void shouldGiveAllBackWhenOneDoesNotStartAndItIsAllOrNothing() {
    Toy end =
        finish(
            withFailedStart(
                Toy.terms(OnOffer.ALL_OR_NOTHING, OnShrinkTimeout.EXTEND, Winner.APPLICATION)));

    assertThat(lastOf(end).result()).isEqualTo(Result.ABORTED);
    assertThat(end.ledger().held()).hasSize(2);
  }

  @Test
  void shouldTakeTheNodesOfAMandatoryShrinkWhenItsDeadlinePasses() {
    Terms kill = Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.KILL_LEAVING, Winner.APPLICATION);
    Toy refused = answered(two(kill).wanting(Kind.SHRINK, true, "b"), Verdict.REFUSE, 0);

    Toy end = finish(refused.later());

    assertThat(end.app().changes())
        .extracting(SizeChange::result)
        .containsExactly(Result.EXPIRED, Result.COMMITTED);
    assertThat(lastOf(end).kind()).isEqualTo(Kind.LOSS);
    assertThat(end.ledger().held()).extracting("value").containsExactly("a");
    assertThat(end.app().givenUp()).isNull();
  }

  @Test
  void shouldRequeueWhenTheDeadlineOfAMandatoryShrinkPassesAndTheJobSaysSo() {
    Terms requeue = Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.REQUEUE, Winner.APPLICATION);
    Toy refused = answered(two(requeue).wanting(Kind.SHRINK, true, "b"), Verdict.REFUSE, 0);

    Toy end = finish(refused.later());

    assertThat(lastOf(end).result()).isEqualTo(Result.EXPIRED);
    assertThat(Objects.requireNonNull(end.app().givenUp()).requeue()).isTrue();
  }

  @Test
  void shouldExtendTheDeadlineOfAMandatoryShrinkWhenTheJobSaysSo() {
    Toy later = answered(two(USUAL).wanting(Kind.SHRINK, true, "b"), Verdict.REFUSE, 0).later();

    assertThat(Objects.requireNonNull(later.app().current()).deadline())
        .isEqualTo(later.now().plusSeconds(10));
  }

  @Test
  void shouldLetTheRequestPrevailWhenItMeetsAnOfferAndTheProgramWins() {
    Toy start = two(USUAL).wanting(Kind.EXPAND, false, "c");

    Toy end = finish(start.knowing(start.sights().with(active(start))).wishing(release()));

    assertThat(end.app().changes())
        .extracting(SizeChange::result)
        .containsExactly(Result.WITHDRAWN, Result.COMMITTED);
    assertThat(lastOf(end).kind()).isEqualTo(Kind.RELEASE);
  }

  @Test
  void shouldDenyTheRequestWhenItMeetsAnOfferAndTheSchedulerWins() {
    Terms scheduler = Toy.terms(OnOffer.ACCEPT, OnShrinkTimeout.EXTEND, Winner.SCHEDULER);
    Toy start = two(scheduler).wanting(Kind.EXPAND, false, "c");

    Toy end = finish(start.knowing(start.sights().with(active(start))).wishing(release()));

    assertThat(end.app().changes()).extracting(SizeChange::kind).containsExactly(Kind.EXPAND);
    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED);
  }

  @Test
  void shouldGoOnWithTheSurvivorsWhenATaskIsLost() {
    Toy start = two(USUAL);

    Toy end = finish(start.with(start.job().ended("tb", SeatFate.Fate.LOST)));

    assertThat(lastOf(end).kind()).isEqualTo(Kind.LOSS);
    assertThat(lastOf(end).result()).isEqualTo(Result.COMMITTED);
    assertThat(end.app().world()).extracting(Member::task).containsExactly("ta");
  }

  @Test
  void shouldGiveTheAttemptUpWhenTheSurvivorsAreFewerThanItsMinimum() {
    Terms least =
        new Terms(
            2, 4, OnOffer.ACCEPT, USUAL.deadline(), OnShrinkTimeout.EXTEND, Winner.APPLICATION);
    Toy start = two(least);

    Toy end = finish(start.with(start.job().ended("tb", SeatFate.Fate.LOST)));

    assertThat(Objects.requireNonNull(end.app().givenUp()).reason()).contains("at least 2 nodes");
  }

  @Test
  void shouldNotTakeTheLeaderNorGoBelowTheMinimum() {
    Toy leader = finish(two(USUAL).wanting(Kind.SHRINK, true, "a"));

    assertThat(lastOf(leader).result()).isEqualTo(Result.WITHDRAWN);
    assertThat(lastOf(leader).reason()).contains("without its first, which is a");
  }

  @Test
  void shouldLetTheDeadlinePassWhenTheProgramHasNotJoined() {
    Toy toy = two(USUAL).wanting(Kind.EXPAND, false, "c");
    ProgramReports sights = ProgramReports.none(1).with(active(toy));
    ApplicationState offered = after(enlisted(), sights, Toy.T0);
    ApplicationState expired = after(offered, sights, Toy.T0.plusSeconds(10));

    assertThat(offered.current()).isNotNull();
    assertThat(expired.changes()).extracting(SizeChange::result).containsExactly(Result.EXPIRED);
    assertThat(expired.lastResize()).isNotNull();
  }

  @Test
  void shouldGiveTheAttemptUpWhenATaskEndsBeforeItJoinsThoseThatWait() {
    ProgramReports ended =
        ProgramReports.none(1)
            .with(
                List.of(
                    new SeatFate(new Seat("ta", Toy.node("a")), 0, SeatFate.Fate.ALIVE, ""),
                    new SeatFate(new Seat("tb", Toy.node("b")), 0, SeatFate.Fate.LOST, "exit 1")));

    ApplicationState nobodyJoins = after(enlisted(), ended, Toy.T0);
    ApplicationState oneWaits = after(enlisted(), ended.with(hello("ta", "a")), Toy.T0);

    assertThat(nobodyJoins.givenUp()).isNull();
    assertThat(Objects.requireNonNull(oneWaits.givenUp()).reason())
        .contains("task tb on node b ended before");
  }

  @Test
  void shouldFormTheWorldOfAllThatHaveSaidHelloWhenOneOfThemHasEnded() {
    ProgramReports ended =
        ProgramReports.none(1)
            .with(
                List.of(
                    new SeatFate(new Seat("ta", Toy.node("a")), 0, SeatFate.Fate.ALIVE, ""),
                    new SeatFate(new Seat("tb", Toy.node("b")), 0, SeatFate.Fate.LOST, "exit 1")))
            .with(hello("ta", "a"))
            .with(hello("tb", "b"));

    ApplicationState formed = after(enlisted(), ended, Toy.T0);

    assertThat(formed.givenUp()).isNull();
    assertThat(formed.world()).extracting(Member::task).containsExactly("ta", "tb");
  }

  private static ApplicationState enlisted() {
    return ApplicationState.unknown(Toy.JOB)
        .evolve(
            new ApplicationEvent.ApplicationEnlisted(
                Toy.JOB,
                1,
                new PartitionName("p"),
                USUAL,
                List.of(new Seat("ta", Toy.node("a")), new Seat("tb", Toy.node("b"))),
                "s",
                Toy.T0));
  }

  private static AgentReport hello(String task, String node) {
    return new AgentReport(
        Toy.JOB,
        1,
        Toy.node(node),
        List.of(TaskStanding.hello(task, "h:" + node)),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static ApplicationState after(
      ApplicationState state, ProgramReports sights, Instant now) {
    ApplicationState next = state;
    for (ApplicationEvent event : ApplicationLifecycle.advance(state, sights, now)) {
      next = next.evolve(event);
    }
    return next;
  }

  private static Resize active(Toy toy) {
    return Objects.requireNonNull(toy.ledger().active());
  }

  private static Wish release() {
    return new Wish("r1", Kind.RELEASE, 1, List.of());
  }

  private static Toy two(Terms terms) {
    return Toy.running(List.of("a", "b"), List.of("c", "d"), terms, new Toy.Budget(0, 0, 0, 0, 0));
  }

  /** The offer is made and its answer is known. */
  private static Toy answered(Toy toy, Verdict verdict, int nodes) {
    Toy offered = toy.knowing(toy.sights().with(active(toy)));
    Toy said = offered.with(new Answer(1, verdict, nodes, "a reason"));
    return said.knowing(said.sights().with(said.standing(Toy.node("a"))));
  }

  private static Toy withFailedStart(Terms terms) {
    Toy agreed = answered(two(terms).wanting(Kind.EXPAND, false, "c", "d"), Verdict.ACCEPT, 0);
    Toy seen = agreed.with(agreed.job().seeing(agreed.ledger()));
    for (ApplicationOrder order : seen.owed()) {
      if (order instanceof ApplicationOrder.StartTasks start) {
        Toy started = seen.with(seen.job().starting(start));
        return started.with(started.job().ended("tc.1", SeatFate.Fate.LOST));
      }
    }
    throw new AssertionError("no tasks are to be started: " + seen.owed());
  }

  private static Toy finish(Toy toy) {
    List<String> steps = new ArrayList<>();
    Toy end = ToyChecks.finish(toy, steps);
    assertThat(ToyChecks.unfinished(end)).as("%s", steps).isEmpty();
    return end;
  }

  private static SizeChange lastOf(Toy toy) {
    return toy.app().changes().getLast();
  }
}
