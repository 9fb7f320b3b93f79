package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.Confinement;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestNode;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.folder.StepDraft;
import io.pliant.runtime.node.folder.StepFolder;
import io.pliant.runtime.node.folder.StepState;
import io.pliant.runtime.node.folder.TaskCpus;
import io.pliant.runtime.node.launcher.Launcher;
import io.pliant.runtime.node.launcher.LauncherNews;
import io.pliant.runtime.node.launcher.NativeFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same promises where no cgroup can be had. */
class SubreaperTest {
  private final LinkedBlockingQueue<LauncherNews> news = new LinkedBlockingQueue<>();
  private final List<StepReport> reports = new ArrayList<>();
  private TestController unused;
  private TestNode orders;
  private Launcher launcher;
  private NodeFolder folder;
  private NodeSteps steps;

  @BeforeEach
  void start() {
    unused = TestController.start();
    orders = TestNode.start(unused);
    orders.stopRole();
    launcher = Launcher.startWithoutCgroups(natives());
    launcher.register(orders.name(), news::add);
    folder = NodeFolder.open(orders.dir.resolve("state"), orders.name(), 100);
    steps =
        new NodeSteps(
            orders.name(),
            folder,
            new NodeSteps.Tools(
                launcher,
                HostFacts.detect(),
                new NodeCapacity(4, 0),
                HostDevices.NONE,
                Clock.systemUTC(),
                new NodeCpus(CpuList.NONE, new Confinement("none", new TreeMap<>()))),
            new StepEdges(orders.name(), Clock.systemUTC(), null),
            message -> reports.add(((AgentMessage.Report) message).report()));
  }

  /** What supervisors can use; tasks are forked. */
  NativeFiles natives() {
    return NativeFiles.NONE;
  }

  @AfterEach
  void stop() throws Exception {
    launcher.close();
    folder.close();
    orders.close();
    unused.close();
  }

  @Test
  void shouldSayThatThereAreNoCgroups() {
    assertThat(launcher.ready().containment()).isEqualTo("subreaper");
  }

  @Test
  void shouldKnowTheGrantOfAStepBeforeAndAfterItsSupervisorHasBegun() throws Exception {
    TestNode.Order order = orders.script(1, "until [ -e go ]; do sleep 0.01; done").granted(1_700);
    StepFolder step = folder.step(order.step());
    StepDraft draft = new StepDraft(step);
    draft.fill(order.order(), TaskCpus.all(CpuList.NONE), List.of(), false);
    assertThat(step.granted()).as("nothing has begun").isNull();
    folder.begin(draft);
    assertThat(step.granted()).isEqualTo(1_700);

    launcher.launch(step);
    TestNode.await(() -> state(step).supervisor() != null, "the supervisor");

    assertThat(step.granted()).isEqualTo(1_700);
    Files.createFile(orders.work.resolve("go"));
    TestNode.await(() -> state(step).end() != null, "the end of the step");
  }

  /** It is said not to have begun, so no agent that comes later may start it. */
  @Test
  void shouldLeaveNothingOfAStepWhoseFolderCannotBeForced() throws Exception {
    TestNode.Order order = orders.script(1, "true");
    StepFolder step = folder.step(order.step());
    StepDraft draft = new StepDraft(step);
    draft.fill(order.order(), TaskCpus.all(CpuList.NONE), List.of(), false);
    folder.close();
    assertThatThrownBy(() -> folder.begin(draft)).isInstanceOf(ClosedChannelException.class);
    assertThat(Objects.requireNonNull(step.dir().toFile().getParentFile().list())).isEmpty();
  }

  @Test
  void shouldEndDaemonsThatDetachedThemselvesWhenScriptEnds() throws Exception {
    TestNode.Order order =
        orders.script(
            1,
            """
            (setsid sh -c '(sleep 1000 & echo $! > daemon); exit' &)
            until [ -s daemon ]; do sleep 0.01; done
            exit 4
            """);
    steps.launch(order.order());

    assertThat(ended(order.step()).taskExits()).containsExactly(new ExitStatus(4, 0));
    assertThat(TestNode.alive(orders.number("daemon"))).isFalse();
  }

  @Test
  void shouldEndStubbornTreeWhenTerminated() throws Exception {
    TestNode.Order order =
        orders
            .script(
                1,
                "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ > far; while :; do sleep 1;"
                    + " done' & wait; wait")
            .grace(1);
    steps.launch(order.order());
    long far = orders.number("far");

    steps.terminate(order.step(), 0, null);

    assertThat(ended(order.step()).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(TestNode.alive(far)).isFalse();
  }

  @Test
  void shouldFindOrphansBySessionAndMarkWhenSupervisorIsKilled() throws Exception {
    TestNode.Order order =
        orders.script(
            1,
            "setsid sh -c 'echo $$ > far; sleep 1000' & env -i sh -c 'echo $$ > near; sleep 1000' &"
                + " wait");
    steps.launch(order.order());
    long far = orders.number("far");
    long near = orders.number("near");

    ProcessHandle.of(orders.supervisor(order.step())).orElseThrow().destroyForcibly();

    assertThat(ended(order.step()).end()).isEqualTo(StepEnd.LOST);
    assertThat(TestNode.alive(far)).isFalse();
    assertThat(TestNode.alive(near)).isFalse();
  }

  @Test
  void shouldNotTakeLateNewsOfFormerGrantForThatOfTheStepsSupervisor() throws Exception {
    // given
    folder.enter(2);
    long term = ClusterEpoch.firstTerm(2);
    TestNode.Order first = orders.script(1, "echo first >> runs").term(term).granted(1_000);
    StepId step = first.step();
    steps.launch(first.order());
    ended(step);
    LauncherNews late = news.poll(30, TimeUnit.SECONDS);
    while (!(late instanceof LauncherNews.Gone gone)) {
      assertThat(late).as("news of %s", step).isNotNull();
      late = news.poll(30, TimeUnit.SECONDS);
    }
    steps.confirm(step, true);
    reports.clear();

    // when
    steps.launch(orders.script(1, "echo second >> runs").term(term).granted(2_000).order());
    steps.examination().news(gone);
    steps.examination().news(gone);

    // then
    StepReport.Ended second = ended(step);
    assertThat(second.end()).as(second.message()).isEqualTo(StepEnd.EXITED);
    assertThat(Files.readString(orders.work.resolve("runs"))).isEqualTo("first\nsecond\n");
  }

  private static StepState state(StepFolder step) {
    try {
      return step.state();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StepReport.Ended ended(StepId step) throws InterruptedException {
    while (true) {
      for (StepReport report : reports) {
        if (report instanceof StepReport.Ended ended && ended.step().equals(step)) {
          return ended;
        }
      }
      LauncherNews next = news.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("news of %s", step).isNotNull();
      if (next != null) {
        steps.examination().news(next);
      }
    }
  }
}
