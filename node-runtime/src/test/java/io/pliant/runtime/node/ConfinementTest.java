package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.node.Confinement;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.resource.Kinds;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepUsage;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.launcher.Launcher;
import io.pliant.runtime.node.launcher.NativeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs are held to their slices by the real control groups of the host. */
class ConfinementTest {
  private static final int MEGABYTE = 1 << 20;

  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldEndOutOfMemoryWhenTasksUseMoreThanTheirSlice() throws IOException {
    assumeWorks("memory");

    StepId step =
        node.script(1, "echo up; perl -e '$x = \"x\" x 600_000_000; sleep 1'")
            .slice(1, 50)
            .launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.OUT_OF_MEMORY);
    assertThat(node.output("out"))
        .contains("up")
        .contains(
            "pliant: error: Detected 1 oom_kill event in StepId=1.batch. Some of the step tasks"
                + " have been OOM Killed.");
    assertThat(peak(ended)).isLessThanOrEqualTo(50L * MEGABYTE);
  }

  @Test
  void shouldMarkStepAloneWhenItsScriptGoesOn() throws IOException {
    assumeWorks("memory");
    StepId script =
        node.script(1, "until [ -e go ]; do sleep 0.05; done; echo alive").slice(1, 50).launch();

    StepId step =
        node.tasks(1, 0, 1, "perl", "-e", "$x = 'x' x 600_000_000; sleep 1")
            .slice(1, 50)
            .output("step")
            .launch();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.OUT_OF_MEMORY);
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(script).end()).isEqualTo(StepEnd.EXITED);
    assertThat(node.output("out")).isEqualTo("alive\n");
  }

  @Test
  void shouldHoldStepsOfOneJobTogetherToItsSlice() throws IOException {
    assumeWorks("memory");
    String takeAndWait =
        "perl -e 'open Z, \"</dev/zero\"; sysread Z, $x, 60_000_000; open F, \">$ARGV[0]\"; sleep 30' ";
    StepId first = node.script(1, takeAndWait + "first").slice(1, 100).launch();
    TestNode.await(() -> Files.exists(node.work.resolve("first")), "the first step's memory");

    StepId second = node.tasks(1, 0, 1, "sh", "-c", takeAndWait + "second").slice(1, 100).launch();

    controller.await(() -> !ends().isEmpty(), "an end of either");
    assertThat(ends().getFirst().end()).isEqualTo(StepEnd.OUT_OF_MEMORY);
    for (StepId step : List.of(first, second)) {
      controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
      controller.ended(step);
    }
  }

  @Test
  void shouldCountWhatStepUsed() throws IOException {
    assumeWorks("memory");

    StepId step =
        node.script(
                1,
                "perl -e '$x = \"x\" x 100_000_000; $i++ while $i < 3_000_000';"
                    + " dd if=/dev/zero of=bytes bs=1M count=8 conv=fsync status=none")
            .slice(1, 200)
            .launch();

    StepReport.Ended ended = controller.ended(step);
    StepUsage usage = Objects.requireNonNull(ended.usage());
    assertThat(ended.taskExits()).containsExactly(ExitStatus.SUCCESS);
    assertThat(usage.by()).isEqualTo(StepUsage.CGROUP);
    assertThat(peak(ended)).isBetween(100_000_000L, 200L * MEGABYTE);
    assertThat(usage.userMicros()).isGreaterThan(10_000);
    assertThat(usage.systemMicros()).isGreaterThan(0);
    assertThat(usage.readBytes()).isNotNull();
  }

  @Test
  void shouldGiveEachJobCpusOfItsOwn() throws IOException {
    assumeWorks("cpus");
    String say = "taskset -cp $$ | sed 's/.*: //'; nproc; until [ -e go ]; do sleep 0.05; done";

    StepId one = node.script(1, say).output("one").launch();
    StepId two = node.script(2, say).output("two").launch();
    TestNode.await(() -> lines("one") == 2 && lines("two") == 2, "both to say their cpus");
    StepId step = node.tasks(1, 0, 1, "sh", "-c", say).output("step").launch();
    TestNode.await(() -> lines("step") == 2, "the step to say its cpus");
    Files.createFile(node.work.resolve("go"));
    List.of(one, two, step).forEach(controller::ended);

    assertThat(node.output("one")).endsWith("\n1\n").isNotEqualTo(node.output("two"));
    assertThat(node.output("two")).endsWith("\n1\n");
    assertThat(node.output("step")).isEqualTo(node.output("one"));
  }

  /** Two devices that every host has play two GPUs. */
  @Test
  void shouldKeepDevicesFromJobsAndStepsThatDoNotHoldThem() {
    TreeMap<String, HostDevices.Unit> gpus = new TreeMap<>();
    gpus.put("0", new HostDevices.Unit(List.of(Path.of("/dev/zero")), CpuList.NONE));
    gpus.put("1", new HostDevices.Unit(List.of(Path.of("/dev/full")), CpuList.NONE));
    node.equip(Kinds.parse("gpu=2/0/1"), new HostDevices(new TreeMap<>(Map.of("gpu", gpus))));
    assumeWorks("devices");
    String open = "for f in zero full; do head -c 1 /dev/$f > /dev/null && echo $f; done; true";

    StepId none = node.script(1, open).output("none").launch();
    StepId second = node.script(2, open).kinds(Kinds.parse("gpu=1/1")).output("second").launch();
    List.of(none, second).forEach(controller::ended);
    StepId both = node.script(3, open).kinds(Kinds.parse("gpu=2/0/1")).output("both").launch();
    StepId step =
        node.tasks(3, 0, 1, "sh", "-c", open)
            .kinds(Kinds.parse("gpu=2/0/1"))
            .stepKinds(Kinds.parse("gpu=1/0"))
            .output("step")
            .launch();
    List.of(both, step).forEach(controller::ended);

    assertThat(node.output("step")).contains("/dev/full").contains("zero\n");
    assertThat(node.output("none")).contains("Operation not permitted").doesNotContain("zero\n");
    assertThat(node.output("second")).contains("/dev/zero").endsWith("\nfull\n");
    assertThat(node.output("both")).isEqualTo("zero\nfull\n");
  }

  @Test
  void shouldKeepCpusOfRunningJobWhenAgentIsRestarted() throws IOException {
    assumeWorks("cpus");
    String say = "taskset -cp $$ | sed 's/.*: //'; until [ -e go ]; do sleep 0.05; done";
    StepId one = node.script(1, say).output("one").launch();
    TestNode.await(() -> lines("one") == 1, "the first job to say its cpus");

    node.stopRole();
    controller.forget();
    node.startRole();
    StepId two = node.script(2, say).output("two").launch();
    TestNode.await(() -> lines("two") == 1, "the second job to say its cpus");
    Files.createFile(node.work.resolve("go"));

    controller.ended(one);
    controller.ended(two);
    assertThat(node.output("two")).isNotEqualTo(node.output("one"));
  }

  @Test
  void shouldStopForkBombAtItsNumberOfProcesses() throws IOException {
    assumeWorks("processes");
    node.confine(new ConfinementSettings(ConfinementSettings.Mode.AUTO, "", "", 40));

    StepId bomb =
        node.script(
                1,
                """
                perl -e 'for (1..400) { my $p = fork; if (!defined $p) { print "at $_\\n"; last }
                  if (!$p) { if ($_ > 30) { fork while 1 } sleep 100; exit } }'
                wait
                """)
            .grace(0)
            .launch();
    TestNode.await(() -> lines("out") > 0, "a fork that fails");
    StepId other = node.script(2, "echo fine").output("other").launch();

    assertThat(controller.ended(other).taskExits()).containsExactly(ExitStatus.SUCCESS);
    controller.send(node.name(), new ControllerMessage.Terminate(bomb, 0, null));
    controller.ended(bomb);
    assertThat(node.output("out")).startsWith("at ");
  }

  @Test
  void shouldLeaveNoGroupWhenStepIsKilled() throws IOException {
    assumeWorks("memory");
    StepId step =
        node.script(1, "setsid sh -c 'trap \"\" TERM; echo $$ > stubborn; sleep 1000' & wait")
            .slice(1, 50)
            .grace(0)
            .launch();
    long stubborn = node.number("stubborn");
    List<Path> groups = groups(step);
    assertThat(groups).isNotEmpty().allMatch(Files::isDirectory);

    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));

    controller.ended(step);
    assertThat(TestNode.alive(stubborn)).isFalse();
    assertThat(groups).noneMatch(Files::exists);
  }

  @Test
  void shouldLeaveNoGroupWhenSupervisorIsKilled() throws IOException {
    assumeWorks("memory");
    StepId step = node.script(1, "echo $$ > task; sleep 1000").slice(1, 50).launch();
    long task = node.number("task");
    List<Path> groups = groups(step);

    ProcessHandle.of(node.supervisor(step)).orElseThrow().destroyForcibly();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LOST);
    assertThat(TestNode.alive(task)).isFalse();
    assertThat(groups).noneMatch(Files::exists);
  }

  @Test
  void shouldRemoveGroupsThatNoStepKnowsWhenAgentStarts() throws IOException {
    assumeWorks("memory");
    StepId step = node.script(1, "echo $$ > task; sleep 1000").slice(1, 50).launch();
    node.number("task");
    Path job =
        groups(step).stream().filter(path -> path.endsWith("n1.1-1")).findFirst().orElseThrow();
    node.stopRole();
    Path lost = Objects.requireNonNull(job.getParent()).resolve("n1.99-1").resolve("99-1-batch");
    Files.createDirectories(lost);
    controller.forget();

    node.startRole();

    assertThat(lost).doesNotExist();
    assertThat(lost.getParent()).doesNotExist();
    assertThat(job).isDirectory();
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
    controller.ended(step);
  }

  /** An agent that is started again may begin before the launcher of the one before has ended. */
  @Test
  void shouldKeepItsGroupsWhenAnotherLauncherOfTheNodeEnds() throws IOException {
    assumeWorks("memory");
    StepId first =
        node.script(1, "echo $$ > task; until [ -e go ]; do sleep 0.05; done")
            .slice(1, 50)
            .launch();
    node.number("task");
    Path scope =
        groups(first).stream()
            .filter(path -> path.endsWith("n1.1-1"))
            .map(path -> Objects.requireNonNull(path.getParent()))
            .findFirst()
            .orElseThrow();
    Files.createFile(node.work.resolve("go"));
    controller.ended(first);
    Launcher other =
        Launcher.start(
            ConfinementSettings.auto(), false, node.dir.resolve("state"), NativeFiles.NONE);
    assertThat(launchers(scope)).isEqualTo(2);

    other.close();
    TestNode.await(() -> launchers(scope) < 2, "the other launcher to end");

    StepId second = node.script(2, "true").slice(1, 50).launch();
    assertThat(controller.ended(second).taskExits()).containsExactly(ExitStatus.SUCCESS);
    assertThat(launchers(scope)).isEqualTo(1);
  }

  /** Groups by which launchers hold on to the one that they share. */
  private static long launchers(Path scope) {
    try (Stream<Path> groups = Files.list(scope)) {
      return groups
          .filter(group -> String.valueOf(group.getFileName()).startsWith("launcher-"))
          .count();
    } catch (IOException e) {
      return 0; // taken away
    }
  }

  @Test
  void shouldNotStartWhenConfinementIsRequiredAndCannotBe() {
    node.stopRole();

    assertThatThrownBy(() ->
            node.confine(
                new ConfinementSettings(ConfinementSettings.Mode.REQUIRED, "", null, 32_768)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("node.confinement.mode is required, but")
        .hasMessageContaining("cpus: ");
  }

  @Test
  void shouldCountProcessesWhenNothingIsConfined() {
    node.confine(new ConfinementSettings(ConfinementSettings.Mode.OFF, "", "", 32_768));

    StepId step = node.script(1, "perl -e '$x = \"x\" x 100_000_000'").slice(1, 50).launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.EXITED);
    assertThat(Objects.requireNonNull(ended.usage()).by()).isEqualTo(StepUsage.RUSAGE);
    assertThat(peak(ended)).isGreaterThan(100_000_000L);
    assertThat(confinement().lacking())
        .containsEntry("memory", "confinement.mode is off")
        .containsKeys("cpus", "processes", "accounting");
  }

  private List<StepReport.Ended> ends() {
    return controller.reports().stream()
        .filter(StepReport.Ended.class::isInstance)
        .map(StepReport.Ended.class::cast)
        .toList();
  }

  private static long peak(StepReport.Ended ended) {
    return Objects.requireNonNull(Objects.requireNonNull(ended.usage()).peakMemoryBytes());
  }

  private long lines(String name) {
    return Files.exists(node.work.resolve(name)) ? node.output(name).lines().count() : 0;
  }

  private List<Path> groups(StepId step) throws IOException {
    return Files.readAllLines(node.stepDir(step).resolve("state")).stream()
        .filter(line -> line.startsWith("group "))
        .map(line -> Path.of(line.substring("group ".length())))
        .toList();
  }

  private Confinement confinement() {
    controller.await(
        () -> !controller.commands(NodeCommand.AgentConnected.class).isEmpty(), "a hello");
    return Objects.requireNonNull(
        controller
            .commands(NodeCommand.AgentConnected.class)
            .getLast()
            .hello()
            .description()
            .confinement());
  }

  /** Leaves the test out where the host cannot do it, and says why. */
  private void assumeWorks(String what) {
    String why = confinement().lacking().get(what);
    if (why != null) {
      System.out.println("ConfinementTest left out: this host cannot confine " + what + ": " + why);
    }
    assumeTrue(why == null, String.valueOf(why));
  }
}
