package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.policy.Policies;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partition's ledger does with nodes that are set aside. */
class ReservationLedgerTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final Instant SOON = NOW.plusSeconds(3600);
  private static final Instant LATER = NOW.plusSeconds(7200);

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofDays(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);
  private Instant now = NOW;

  @BeforeEach
  void haveFourNodes() {
    for (int i = 1; i <= 4; i++) {
      tell(new PartitionIntent.NodeSeen(node(i), new NodeCapacity(4, 1000), List.of()));
    }
  }

  @Test
  void shouldBoundTheAccountsOfAReservation() {
    List<String> accounts = IntStream.range(0, 257).mapToObj(number -> "a" + number).toList();
    assertThatThrownBy(() ->
            new Reservation(
                "night",
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(60),
                List.of(new NodeName("n1")),
                List.of(),
                false,
                false,
                accounts))
        .hasMessageContaining("at most 256 accounts, but got 257");
  }

  @Test
  void shouldSetAsideIdleNodesFirstAndAnswerAgain() {
    run(1, 1, Duration.ofMinutes(30), null, 1);
    ReservationRequest two = request("course", SOON, LATER, null, 2, false, false);

    assertThat(tell(new PartitionIntent.Reserve(two, "root"))).isEqualTo(new PartitionReply.Done());
    assertThat(reservation("course").nodes()).containsExactly(node(2), node(3));

    long version = state.version();
    assertThat(tell(new PartitionIntent.Reserve(two, "root"))).isEqualTo(new PartitionReply.Done());
    assertThat(state.version()).isEqualTo(version);
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  @Test
  void shouldRefuseWhatIsReservedBusyUnknownOrOver() {
    run(1, 1, Duration.ofHours(2), null, 1);
    reserve("course", SOON, LATER, 2, 3);

    assertThat(refused(request("course", SOON, LATER, nodes(4), 0, false, false)))
        .startsWith("Expected a name that no reservation has");
    assertThat(
            refused(
                request(
                    "other", SOON.minusSeconds(1), SOON.plusSeconds(1), nodes(3), 0, false, false)))
        .startsWith("Expected nodes that are not reserved, but n3 is, by course from ");
    assertThat(refused(request("other", SOON, LATER, nodes(1), 0, false, false)))
        .isEqualTo(
            "Expected nodes without jobs at %s, but job 1 may be on n1 until %s; take others, a later start, or Flags=ignore_jobs."
                .formatted(SOON, LATER));
    assertThat(refused(request("other", SOON, LATER, nodes(9), 0, false, false)))
        .isEqualTo("Expected nodes of partition main, but it has no node 'n9'.");
    assertThat(refused(request("other", SOON, LATER, null, 2, false, false)))
        .startsWith("Expected 2 node(s) of partition main that are free");
    assertThat(refused(request("other", NOW.minusSeconds(9), NOW, nodes(4), 0, false, false)))
        .startsWith("Expected a reservation that ends in the future");

    reserve(request("repair", SOON, LATER, nodes(3), 0, true, false));
    reserve(request("urgent", SOON, LATER, nodes(1), 0, false, true));
    reserve("after", LATER, LATER.plusSeconds(60), 2);
    assertThat(state.reservations()).hasSize(4);
  }

  @Test
  void shouldChangeAsItWasLookedAtAndNeverBehindSomebodysBack() {
    reserve("course", SOON, LATER, 2, 3);
    Reservation before = reservation("course");
    reserve(changed(before, SOON, LATER.plusSeconds(60), nodes(2, 4), 0, false));
    assertThat(reservation("course").nodes()).isEqualTo(nodes(2, 4));
    assertThat(reservation("course").end()).isEqualTo(LATER.plusSeconds(60));
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);

    assertThat(refused(changed(before, SOON, LATER, nodes(2), 0, false)))
        .contains("changed or deleted meanwhile");
    tell(new PartitionIntent.DeleteReservation("course", "root"));
    assertThat(refused(changed(before, SOON, LATER, nodes(2), 0, false)))
        .contains("changed or deleted meanwhile");
  }

  @Test
  void shouldCheckAChangeAsANewOneButNotAgainstItself() {
    run(1, 1, Duration.ofHours(2), null, 1);
    reserve("course", SOON, LATER, 2, 3);
    reserve("other", SOON, LATER, 4);
    Reservation course = reservation("course");
    assertThat(refused(changed(course, SOON, LATER, nodes(1), 0, false)))
        .contains("job 1 may be on n1");
    assertThat(refused(changed(course, SOON, LATER, nodes(4), 0, false)))
        .contains("n4 is, by other");
    assertThat(refused(changed(course, NOW.minusSeconds(9), NOW, nodes(2), 0, false)))
        .contains("ends in the future");
    assertThat(reservation("course")).isEqualTo(course);
    reserve(changed(course, SOON, LATER, null, 1, false));
    assertThat(reservation("course").nodes()).isEqualTo(nodes(2)); // of its own before others
    reserve(changed(reservation("course"), SOON, LATER, nodes(1, 2), 0, true));
    assertThat(reservation("course").nodes()).isEqualTo(nodes(1, 2));
  }

  @Test
  void shouldKeepTheJobsThatRunInIt() {
    reserve("course", NOW, LATER, 2, 3);
    assertThat(submit(7, "ada", 1, Duration.ofHours(1), choice("course"))).isNull();
    tell(
        new PartitionIntent.StartJobs(
            List.of(
                new Decision.Start(
                    new JobId(7), new Allocation(List.of(new Slice(node(3), 4, 1000, 1)))))));
    Reservation course = reservation("course");
    assertThat(refused(changed(course, NOW, SOON.minusSeconds(1), nodes(2, 3), 0, false)))
        .contains("its job 7 runs from");
    assertThat(refused(changed(course, NOW.plusSeconds(1), LATER, nodes(2, 3), 0, false)))
        .contains("its job 7 runs from");
    assertThat(refused(changed(course, NOW, LATER, nodes(2), 0, false)))
        .contains("its job 7 is on n3, which is left out");
    reserve(changed(course, NOW, SOON, null, 1, false)); // it ends by then, and its node is kept
    assertThat(reservation("course").nodes()).isEqualTo(nodes(3));
    reserve(changed(reservation("course"), NOW, SOON, nodes(1), 0, true));
    assertThat(reservation("course").nodes()).isEqualTo(nodes(1));
  }

  private static ReservationRequest changed(
      Reservation seen,
      Instant start,
      Instant end,
      @Nullable List<NodeName> nodes,
      int count,
      boolean ignoreJobs) {
    return new ReservationRequest(
        seen.name(), start, end, nodes, count, seen.users(), false, ignoreJobs, null, seen);
  }

  @Test
  void shouldAdmitJobsOfItsAccounts() {
    reserve(
        new ReservationRequest(
            "paper", SOON, LATER, nodes(2), 0, List.of(), false, false, List.of("physics")));
    reserve(
        new ReservationRequest(
            "both", SOON, LATER, nodes(3), 0, List.of("ada"), false, false, List.of("physics")));

    assertThat(submit(1, "eve", "paper", "physics")).isNull();
    assertThat(submit(2, "eve", "paper", "biology"))
        .isEqualTo(
            "Access denied to requested reservation: paper is for account physics, not for eve with account biology.");
    assertThat(submit(3, "eve", "paper", null)).endsWith("not for eve without an account.");
    assertThat(submit(4, "ada", "both", "physics")).isNull();
    assertThat(submit(5, "eve", "both", "physics"))
        .contains("both is for ada with account physics, not for eve");
    assertThat(submit(6, "ada", "both", null)).contains("not for ada without an account");
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);
  }

  private @Nullable String submit(
      long job, String user, String reservation, @Nullable String account) {
    ResourceRequest request =
        ResourceRequest.wholeNodes(1).on(new NodeChoice(null, null, null, reservation));
    QueuedJob queued =
        new QueuedJob(
            new JobId(job), 1, "x", user, request, Duration.ofMinutes(5), false, null, now, null);
    PartitionReply reply =
        tell(
            new PartitionIntent.Enqueue(
                account == null ? queued : queued.with(new Bookkeeping(account, null, null))));
    return reply instanceof PartitionReply.Refused(Refusal refusal) ? refusal.reason() : null;
  }

  @Test
  void shouldForgetThoseThatAreOver() {
    reserve("course", SOON, LATER, 2, 3);
    now = LATER;
    reserve("course", LATER, LATER.plusSeconds(60), 2);
    reserve("other", LATER, LATER.plusSeconds(60), 3);

    assertThat(state.reservations().keySet()).containsExactly("course", "other");
    tell(new PartitionIntent.DeleteReservation("course", "root"));
    tell(new PartitionIntent.DeleteReservation("course", "root"));
    assertThat(state.reservations().keySet()).containsExactly("other");
  }

  @Test
  void shouldSayWhyAReservationDoesNotTakeAJob() {
    reserve("course", SOON, LATER, 2, 3);

    assertThat(submit(1, "eve", 1, Duration.ofMinutes(5), choice("course")))
        .isEqualTo("Access denied to requested reservation: course is for ada, not for eve.");
    assertThat(submit(1, "ada", 1, Duration.ofMinutes(5), choice("curse")))
        .isEqualTo(
            "Requested reservation is invalid: partition main has no reservation 'curse'; it has course.");
    assertThat(submit(1, "ada", 1, Duration.ofHours(2), choice("course")))
        .isEqualTo(
            "Expected a time limit (--time) that fits into reservation course, which lasts 01:00:00, but got 02:00:00.");
    assertThat(submit(1, "ada", 3, Duration.ofMinutes(5), choice("course")))
        .contains("3 nodes", "Of its 4 nodes it may have 2");
    assertThat(
            submit(
                1, "ada", 1, Duration.ofMinutes(5), new NodeChoice(nodes(1), null, null, "course")))
        .contains("nodes of reservation course (n[2-3])");
    assertThat(submit(1, "ada", 2, Duration.ofMinutes(5), choice("course"))).isNull();
  }

  @Test
  void shouldStartJobsOfTheReservationInItsWindowAndOthersBefore() {
    reserve("course", SOON, LATER, 2, 3, 4);
    submit(1, "ada", 2, Duration.ofMinutes(10), choice("course"));
    submit(2, "eve", 2, Duration.ofHours(2), null);
    submit(3, "eve", 1, Duration.ofHours(2), null);
    submit(4, "eve", 2, Duration.ofHours(1), null);

    Plan plan = round("easy");

    assertThat(held(3)).containsExactly(node(1));
    assertThat(held(4)).doesNotContain(node(1));
    assertThat(reason(plan, 1).describe())
        .isEqualTo("It asks for reservation course: it begins at 2027-01-31T09:00:00Z.");
    assertThat(reason(plan, 2)).isEqualTo(new WaitReason.NodesReserved("course", SOON, LATER, 3));
    assertThat(plan.decisions()).contains(new Decision.CallAgain(SOON));

    now = SOON;
    tell(new PartitionIntent.Release(new AttemptId(new JobId(4), 1), null));
    plan = round("easy");

    assertThat(held(1)).hasSize(2).doesNotContain(node(1));
    assertThat(reason(plan, 2)).isInstanceOf(WaitReason.NodesReserved.class);

    now = LATER.minusSeconds(60);
    submit(5, "ada", 1, Duration.ofMinutes(10), choice("course"));
    plan = round("easy");
    assertThat(reason(plan, 5).describe()).contains("before the job would by its limit");

    now = LATER;
    plan = round("easy");
    assertThat(reason(plan, 5).describe()).contains("there is none of that name any more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", "elastic", "equipartition"})
  void shouldShrinkMalleableJobsOffAReservation(String policy) {
    run(1, 3, Duration.ofHours(3), malleable(1, 4), 1, 2, 3);
    reserve("course", SOON, LATER, 2, 3);

    Plan before = plan(policy);
    assertThat(resizes(before)).noneMatch(resize -> resize.nodes() < 3);
    assertThat(before.decisions())
        .anyMatch(
            d -> d instanceof Decision.CallAgain(Instant at) && !at.isAfter(SOON.minusSeconds(60)));
    now = SOON.minusSeconds(60);
    Plan plan = plan(policy);

    assertThat(resizes(plan))
        .singleElement()
        .satisfies(resize -> {
          assertThat(resize.nodes()).isEqualTo(1);
          assertThat(resize.slices()).extracting(Slice::node).containsExactly(node(2), node(3));
        });
    CheckedPlan checked = PlanCheck.check(plan, state.view(now));
    assertThat(checked.resizes()).hasSize(1);
  }

  @Test
  void shouldNotGrowIntoAReservation() {
    run(1, 1, Duration.ofHours(3), malleable(1, 4), 1);
    reserve("course", SOON, LATER, 2, 3);

    PartitionReply reply =
        tell(
            new PartitionIntent.BeginResizes(
                List.of(new PartitionIntent.Resizing(new JobId(1), 3, false))));

    assertThat(((PartitionReply.Resizes) reply).refusals())
        .singleElement()
        .satisfies(each -> assertThat(each.reason()).contains("too few nodes are free"));
    assertThat(resizes(plan("elastic"))).allMatch(resize -> resize.nodes() == 2);
  }

  private static Malleability malleable(int least, int most) {
    return new Malleability(least, most, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null);
  }

  private static NodeChoice choice(String reservation) {
    return new NodeChoice(null, null, null, reservation);
  }

  private void run(
      long job, int nodes, Duration limit, @Nullable Malleability malleable, int... on) {
    ResourceRequest request = ResourceRequest.wholeNodes(nodes);
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                new JobId(job),
                1,
                "x",
                "eve",
                request,
                limit,
                false,
                null,
                now,
                null,
                malleable,
                null,
                null)));
    List<Slice> slices = IntStream.of(on).mapToObj(i -> new Slice(node(i), 4, 1000, 1)).toList();
    tell(
        new PartitionIntent.StartJobs(
            List.of(new Decision.Start(new JobId(job), new Allocation(slices)))));
  }

  private @Nullable String submit(
      long job, String user, int nodes, Duration limit, @Nullable NodeChoice choice) {
    ResourceRequest request = ResourceRequest.wholeNodes(nodes).on(choice);
    PartitionReply reply =
        tell(
            new PartitionIntent.Enqueue(
                new QueuedJob(
                    new JobId(job), 1, "x", user, request, limit, false, null, now, null)));
    return reply instanceof PartitionReply.Refused(Refusal refusal) ? refusal.reason() : null;
  }

  private static ReservationRequest request(
      String name,
      Instant start,
      Instant end,
      @Nullable List<NodeName> nodes,
      int count,
      boolean maintenance,
      boolean ignoreJobs) {
    return new ReservationRequest(
        name, start, end, nodes, count, List.of("ada"), maintenance, ignoreJobs, null);
  }

  private void reserve(String name, Instant start, Instant end, int... nodes) {
    reserve(request(name, start, end, nodes(nodes), 0, false, false));
  }

  private void reserve(ReservationRequest wanted) {
    assertThat(tell(new PartitionIntent.Reserve(wanted, "root")))
        .isEqualTo(new PartitionReply.Done());
  }

  private String refused(ReservationRequest wanted) {
    PartitionReply reply = tell(new PartitionIntent.Reserve(wanted, "root"));
    return ((PartitionReply.Refused) reply).refusal().reason();
  }

  private Reservation reservation(String name) {
    return Objects.requireNonNull(state.reservations().get(name));
  }

  private Plan plan(String policy) {
    return SchedulingRound.plan(Policies.named(policy), state.view(now), Trigger.PERIODIC);
  }

  /** Plans, and starts what the check permits: all of it. */
  private Plan round(String policy) {
    Plan plan = plan(policy);
    CheckedPlan checked = PlanCheck.check(plan, state.view(now));
    assertThat(checked.whole()).isTrue();
    tell(new PartitionIntent.StartJobs(checked.starts()));
    return plan;
  }

  private static List<Decision.Resize> resizes(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Resize.class::isInstance)
        .map(Decision.Resize.class::cast)
        .toList();
  }

  private static WaitReason reason(Plan plan, long job) {
    return Objects.requireNonNull(plan.waits().get(new JobId(job))).getFirst();
  }

  private List<NodeName> held(long job) {
    return Objects.requireNonNull(state.grants().get(new JobId(job))).allocation().nodes();
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, now);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }

  private static List<NodeName> nodes(int... numbers) {
    return IntStream.of(numbers).mapToObj(ReservationLedgerTest::node).toList();
  }

  private static NodeName node(int number) {
    return new NodeName("n" + number);
  }
}
