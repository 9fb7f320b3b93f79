package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.folder.HostUptime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a whole agent process withstands, with the heap that agents have. */
class AgentProcessTest {
  /** The library looks at its file once a second, in each process. */
  private static final Duration CLOCK_IS_SEEN = Duration.ofSeconds(30);

  private static final String UNTIL_GO = "echo $$ > pid; until [ -e go ]; do sleep 0.05; done";

  private static final long INT = 1 << (2 - 1);
  private static final long QUIT = 1 << (3 - 1);

  private static final String FLOOD =
      """
      use Socket; $SIG{PIPE} = 'IGNORE';
      sub dial { socket my $s, AF_UNIX, SOCK_STREAM, 0; connect $s, pack_sockaddr_un($ENV{PLIANT_ADAPT_SOCKET}) or die; $s }
      my $hello = "cmd=hello version=1 task=$ENV{SLURM_JOB_ID}-1-0.0 address=127.0.0.1:1\\n";
      my $long = 'x' x 1_000_000;
      my @all;
      for my $round (1 .. 40) {
        my $s = dial(); push @all, $s;
        next unless syswrite $s, $hello;
        if ($round % 3 == 0) { syswrite $s, $long }
        elsif ($round % 3 == 1) { syswrite $s, "cmd=abort adaptation=1 reason=$long\\n" }
        else { syswrite $s, "cmd=request request=a-1 kind=release nodes=1 names=" . join(',', map { "n$_" } 1 .. 100_000) . "\\n" }
      }
      my $s = dial();
      syswrite $s, $hello;
      for (1 .. 20_000) {
        last unless syswrite $s, "cmd=answer adaptation=$_ verdict=accept nodes=1 reason=" . 'y' x 2000 . "\\n"
          . "cmd=perf phase=$_ communication-ns=1 computation-ns=1\\ncmd=lost task=t$_\\n";
      }
      """;

  private TestController controller;
  private TestNode node;
  private @Nullable AgentProcess agent;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    if (agent != null) {
      agent.close();
    }
    node.close();
    controller.close();
  }

  @Test
  void shouldSurviveTaskThatSaysMoreThanAnAgentCanHold() throws IOException {
    // given
    AgentProcess running = agent("off", Map.of());
    Files.writeString(node.work.resolve("flood.pl"), FLOOD);

    // when
    StepId step =
        node.tasks(1, 0, 1, "sh", "-c", "perl flood.pl; exit 3")
            .variable(StepLaunch.MALLEABLE, "initial")
            .variable("SLURM_JOB_ID", "1")
            .launch();

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(3, 0));
    assertThat(running.alive()).isTrue();
    assertThat(controller.ended(node.script(2, "exit 4").launch()).taskExits())
        .containsExactly(new ExitStatus(4, 0));
  }

  @Test
  void shouldGiveTasksTheSignalsThatTheirAgentIgnores() throws IOException {
    // given: the agent was started as by a script in the background
    AgentProcess running = agent("off", Map.of());

    // when
    StepId step =
        node.script(1, "grep SigIgn /proc/self/status; echo $$ > pid; sleep 1000").launch();
    node.number("pid");

    // then
    assertThat(ignored(Files.readString(Path.of("/proc", running.pid() + "", "status"))) & INT)
        .as("what the agent ignores")
        .isEqualTo(INT);
    assertThat(ignored(node.output("out")) & (INT | QUIT)).as("what the task ignores").isZero();
    controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
    controller.ended(step);
  }

  private static long ignored(String status) {
    String line = status.lines().filter(l -> l.startsWith("SigIgn:")).findFirst().orElseThrow();
    return Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16);
  }

  @Test
  void shouldEndTasksOfAFrozenAgentBeforeItsNodeCountsAsLostWhenThereIsALease() {
    // given
    AgentProcess running = agent("10s", Map.of());
    StepId step = node.script(1, "trap '' TERM; " + UNTIL_GO).grace(3600).launch();
    controller.started(step);
    long pid = node.number("pid");

    // when
    long frozenAt = HostUptime.millis();
    running.signal("STOP");
    TestNode.await(() -> !TestNode.alive(pid), "the task to end");

    // then
    assertThat(HostUptime.millis() - frozenAt).isLessThan(TestController.NODE_TIMEOUT_MILLIS);
    running.signal("CONT");
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LOST);
    assertThat(ended.message()).contains("lease");
  }

  @Test
  void shouldLeaveTasksOfAFrozenAgentAloneWithoutALease() throws IOException {
    // given
    AgentProcess running = agent("off", Map.of());
    StepId step = node.script(1, UNTIL_GO + "; exit 5").launch();
    controller.started(step);

    // when
    long frozenAt = HostUptime.millis();
    running.signal("STOP");
    TestNode.await(() -> HostUptime.millis() > frozenAt + 4_000, "longer than a lease");
    running.signal("CONT");
    Files.createFile(node.work.resolve("go"));

    // then
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(5, 0));
  }

  @Test
  void shouldKeepStepAndItsLimitWhenTheClockOfTheNodeJumpsTwoHours() throws IOException {
    Path library = faketime();
    assumeThat(library).as("this test needs libfaketime (package faketime)").isNotNull();
    // given
    Path clock = node.dir.resolve("clock");
    set(clock, 0);
    agent(
        "off",
        Map.of(
            "LD_PRELOAD", String.valueOf(library),
            "FAKETIME_TIMESTAMP_FILE", clock.toString(),
            "FAKETIME_CACHE_DURATION", "1",
            "FAKETIME_DONT_FAKE_MONOTONIC", "1",
            "FAKETIME_FORCE_MONOTONIC_FIX", "0"));
    StepId step = node.script(1, UNTIL_GO + "; exit 6").timeLeft(Duration.ofMinutes(10)).launch();
    controller.started(step);
    int job = 2;

    for (int hours : new int[] {2, -2}) {
      // when
      set(clock, hours);
      Duration off;
      long until = System.nanoTime() + CLOCK_IS_SEEN.toNanos();
      do {
        StepId probe = node.script(job, "exit 0").timeLeft(Duration.ofMinutes(10)).launch();
        job++;
        assertThat(controller.ended(probe).end()).isEqualTo(StepEnd.EXITED);
        off = Duration.between(Instant.now(), controller.ended(probe).at());
      } while (System.nanoTime() < until && Math.abs(off.toMinutes() - hours * 60L) > 5);

      // then
      assertThat(off.toMinutes())
          .as("what supervisors see")
          .isBetween(hours * 60L - 5, hours * 60L + 5);
      assertThat(controller.reports())
          .noneMatch(report -> report instanceof StepReport.Ended && report.step().equals(step));
    }
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(6, 0));
  }

  private static void set(Path clock, int hours) throws IOException {
    Path fresh = clock.resolveSibling("clock.new");
    Files.writeString(fresh, "%+d\n".formatted(hours * 3600));
    Files.move(fresh, clock, StandardCopyOption.ATOMIC_MOVE);
  }

  private static @Nullable Path faketime() throws IOException {
    String given = System.getenv("PLIANT_FAKETIME");
    if (given != null) {
      return Path.of(given);
    }
    try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
      return folders
          .map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst()
          .orElse(null);
    }
  }

  private AgentProcess agent(String lease, Map<String, String> environment) {
    controller.forget();
    AgentProcess started = AgentProcess.start(node, lease, environment);
    agent = started;
    return started;
  }
}
