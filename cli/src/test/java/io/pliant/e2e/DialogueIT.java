package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.AdaptationStatus;
import io.pliant.cli.drill.resize.Poll;
import io.pliant.cli.drill.resize.RehearsedJob;
import io.pliant.cli.drill.resize.ResizeClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * What programs and scheduler say to each other about sizes, on one cluster of real processes with
 * emulated nodes: each job is a real program that is told by files how to answer and what to ask.
 */
final class DialogueIT {
  private static final String PARTITION = "main";
  private static final int NODES = 6;

  @TempDir static Path cluster;
  @TempDir static Path work;
  private static PliantCommand pliant;
  private static ResizeClient client;

  @BeforeAll
  static void startACluster() {
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
    pliant.upEmulated(1, NODES, "main:*:easy");
    client = new ResizeClient(new RunningCluster(cluster).controllers(), cluster.toString());
  }

  @AfterAll
  static void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldTakeARefusalACounterOfferAPartAndAYesOneAfterTheOther(TestInfo test) {
    // given
    RehearsedJob job = start(test, "-N", "2", "--min-nodes=1", "--max-nodes=6");
    job.awaitTasks(2);

    // when
    job.tell("offer", "refuse there is no work for more");
    client.adapt(job.id(), 4);
    job.awaitChanges(1);
    job.tell("offer", "counter 1");
    adaptOnceSettled(job, 4);
    job.awaitChanges(2);
    job.tell("offer", "part 1");
    adaptOnceSettled(job, 5);
    job.awaitChanges(3);
    job.awaitTasks(3);
    job.tell("offer", "accept");
    adaptOnceSettled(job, 5);
    job.awaitTasks(5);

    // then
    assertThat(told(job))
        .containsExactly(
            "1 EXPAND REFUSED 2 (there is no work for more)",
            "2 EXPAND COUNTERED 2 (would take 1 nodes)",
            "3 EXPAND COMMITTED_IN_PART 3",
            "4 EXPAND COMMITTED 5");
    endsRight(job);
  }

  @Test
  void shouldLetAnOfferExpireThatIsNotAnswered(TestInfo test) {
    RehearsedJob job = start(test, "-N", "1", "--max-nodes=3", "--adapt-deadline=0:02");
    job.awaitTasks(1);
    job.tell("offer", "silence");

    client.adapt(job.id(), 3);
    job.awaitChanges(1);
    job.tell("offer", "accept"); // too late

    assertThat(told(job)).containsExactly("1 EXPAND EXPIRED 1 (its deadline came first)");
    Poll.until("the held nodes to be free", () -> client.idle(PARTITION) == NODES - 1);
    endsRight(job);
  }

  @Test
  void shouldPreferTheProgramsRequestToAnOfferUnlessTheJobSaysOtherwise(TestInfo test) {
    // given
    RehearsedJob program = start(test, "-N", "1", "--max-nodes=4");
    program.awaitTasks(1);
    program.hold("offer");

    // when
    client.adapt(program.id(), 4);
    program.awaitStage("OFFERED");
    program.tell("request", "grow 1");
    program.awaitChanges(2);
    program.letGo("offer");

    // then
    assertThat(told(program))
        .containsExactly(
            "1 EXPAND WITHDRAWN 1 (the program's own request prevails)", "2 GROW COMMITTED 2");
    assertThat(program.count("granted", "2")).isEqualTo(1);
    endsRight(program);
  }

  @Test
  void shouldPreferAnOfferToTheProgramsRequestWhenTheJobSaysSo(TestInfo test) {
    // given
    RehearsedJob job = start(test, "-N", "1", "--max-nodes=4", "--on-race=scheduler");
    job.awaitTasks(1);
    job.hold("offer");

    // when
    client.adapt(job.id(), 3);
    job.awaitStage("OFFERED");
    job.tell("request", "grow 1");
    Poll.until("the request to be denied", () -> job.count("denied", "") == 1);
    job.letGo("offer");
    job.awaitChanges(1);

    // then
    assertThat(job.count("denied", "adaptation 1 is on its way")).isEqualTo(1);
    assertThat(told(job)).containsExactly("1 EXPAND COMMITTED 3");
    endsRight(job);
  }

  @Test
  void shouldExtendAShrinkThatMustBeUntilTheProgramComes(TestInfo test) {
    // given
    RehearsedJob job =
        start(
            test,
            "-N",
            "3",
            "--min-nodes=1",
            "--adapt-deadline=0:01",
            "--on-shrink-timeout=extend");
    job.awaitTasks(3);
    job.tell("offer", "silence");
    client.adapt(job.id(), 1);
    job.awaitStage("OFFERED");
    String first = deadline(job);

    // when
    Poll.until("another deadline", () -> !deadline(job).equals(first));
    String second = deadline(job);
    Poll.until("yet another one", () -> !deadline(job).equals(second));

    // then
    assertThat(told(job)).isEmpty();
    assertThat(Objects.requireNonNull(client.job(job.id()).allocation()).slices()).hasSize(3);
    job.tell("offer", "accept");
    job.awaitTasks(1);
    assertThat(told(job)).containsExactly("1 SHRINK COMMITTED 1");
    endsRight(job);
  }

  @Test
  void shouldEndTheLeavingTasksOfAShrinkThatIsNotMadeInTimeWhenTheJobSaysSo(TestInfo test) {
    // given
    RehearsedJob job =
        start(
            test,
            "-N",
            "3",
            "--min-nodes=1",
            "--adapt-deadline=0:02",
            "--on-shrink-timeout=kill-leaving");
    job.awaitTasks(3);
    job.tell("offer", "silence");

    // when
    client.adapt(job.id(), 1);
    job.awaitChanges(2);
    job.awaitTasks(1);

    // then
    List<ResizeClient.Change> sizes = job.sizes();
    assertThat(sizes.getFirst().toString()).startsWith("1 SHRINK EXPIRED");
    assertThat(sizes.getLast().toString()).isEqualTo("2 LOSS COMMITTED 1");
    Poll.until("the two nodes to be free", () -> client.idle(PARTITION) == NODES - 1);
    endsRight(job);
  }

  @Test
  void shouldRequeueAJobThatDoesNotShrinkInTimeWhenItSaysSo(TestInfo test) {
    // given
    RehearsedJob job =
        start(
            test,
            "-N",
            "3",
            "--min-nodes=1",
            "--adapt-deadline=0:02",
            "--on-shrink-timeout=requeue");
    job.awaitTasks(3);
    job.tell("offer", "silence");

    // when
    client.adapt(job.id(), 2);
    Poll.until("another attempt", () -> job.attempt() == 2);
    job.awaitTasks(3);

    // then
    assertThat(told(job)).containsExactly("1 SHRINK EXPIRED 3 (its deadline came first)");
    endsRight(job);
  }

  private static RehearsedJob start(TestInfo test, String... options) {
    Path folder = work.resolve(test.getTestMethod().orElseThrow().getName());
    return RehearsedJob.submit(
        client, PliantCommand.root(), folder, new ArrayList<>(List.of(options)));
  }

  /** A job that still has to let go of nodes, or whose ledger is not closed, is asked again. */
  private static void adaptOnceSettled(RehearsedJob job, int nodes) {
    Poll.until(
        "job %d to take another resize".formatted(job.id()),
        () -> {
          try {
            client.adapt(job.id(), nodes);
            return true;
          } catch (io.pliant.cli.http.ApiRefusal e) {
            assertThat(e).hasMessageContaining("its size is changing just now");
            return false;
          }
        });
  }

  private static String deadline(RehearsedJob job) {
    AdaptationStatus.OnItsWay current = client.adaptation(job.id()).current();
    return current == null ? "" : String.valueOf(current.deadline());
  }

  private static List<String> told(RehearsedJob job) {
    return job.sizes().stream().map(ResizeClient.Change::toString).toList();
  }

  private static void endsRight(RehearsedJob job) {
    job.awaitEnd();
    assertThat(job.status()).as(job.output()).isEqualTo("COMPLETED");
    assertThat(job.isRight()).as(job.output()).isTrue();
    Poll.until("all nodes to be free", () -> client.idle(PARTITION) == NODES);
  }
}
