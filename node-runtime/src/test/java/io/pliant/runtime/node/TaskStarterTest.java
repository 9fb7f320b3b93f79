package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.confinement.ConfinementSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that a small program starts: they find what a forked one finds, and fail as it does. */
class TaskStarterTest {
  private static final Submitter NOBODY = new Submitter("nobody", 65534, 65534);
  private static final String STARTERS =
      "for p in $(cat /proc/$PPID/task/$PPID/children); do grep -q pliant-start /proc/$p/comm"
          + " && echo $p || :; done";

  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() throws IOException {
    assumeThat(TestNatives.starter()).as("this test needs a C compiler").isNotNull();
    controller = TestController.start();
    node = TestNode.start(controller);
    Files.setPosixFilePermissions(node.work, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @AfterEach
  void stop() {
    if (node != null) {
      node.close();
      controller.close();
    }
    TestNatives.offer(true);
  }

  @Test
  void shouldBeTheSupervisorsOwnChild() throws IOException {
    String untilGo = "; until [ -e go ]; do sleep 0.02; done";
    StepId step =
        node.script(1, "echo $PPID > parent; " + STARTERS + " > starter" + untilGo).launch();

    assertThat(node.number("parent")).isEqualTo(node.supervisor(step));
    assertThat(node.number("starter")).isPositive();
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(step).taskExits()).containsExactly(ExitStatus.SUCCESS);
  }

  /**
   * All that a task is given is the same, but for the numbers of processes. What the script asks of
   * itself it asks without a child beside it: while bash starts one, it has pipes open and signals
   * blocked for a moment.
   */
  @Test
  void shouldGiveATaskWhatAForkGivesIt() {
    String script =
        """
        env -0 | sort -z | tr '\\0' '\\n' | grep -v -E '_TASK_PID=|STEP_DIR='
        ulimit -a -S; umask; id; pwd; taskset -p $$ | sed 's/.*://'
        ls -l /proc/$$/fd > fds; sed 's/.*[0-9][0-9]:[0-9][0-9] //' fds | grep -v slurm_script
        while read -r word; do case $word in Sig[BIC]*) echo "$word" ;; esac; done < /proc/$$/status
        cat /proc/$$/oom_score_adj
        [ "$SLURM_TASK_PID" = $$ ] && [ "$PLIANT_TASK_PID" = $$ ] && [ $(ps -o pgid= $$) = $$ ] && echo "$@"
        """;
    UnaryOperator<TestNode.Order> order =
        each ->
            each.arguments("one", "two words").variable("LD_PRELOAD", "").variable("X", "a=b\nc");
    run(order.apply(node.script(1, STARTERS + " > starter\n" + script).output("started")));
    fork();
    run(order.apply(node.script(2, STARTERS + " > no-starter\n" + script).output("forked")));

    assertThat(node.number("starter")).isPositive();
    assertThat(node.output("no-starter")).isEmpty();
    assertThat(node.output("started").replace("started", "FILE"))
        .isEqualTo(node.output("forked").replace("forked", "FILE"))
        .contains("X=a=b", "one two words");
  }

  @Test
  void shouldGiveATaskOfAnotherUserWhatAForkGivesIt() {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    String script = "id; echo $USER $HOME $SHELL; grep -E '^(Uid|Gid|Groups|Cap)' /proc/$$/status";
    for (int job = 1; job <= 2; job++) { // the second one finds the user known
      String seen = "%s > starter-%d; ".formatted(STARTERS, job);
      run(node.script(job, seen + script).user(NOBODY).output("started-" + job));
    }
    fork();
    run(node.script(3, script).user(NOBODY).output("forked"));

    assertThat(node.number("starter-1")).isPositive();
    assertThat(node.number("starter-2")).isPositive();
    assertThat(node.output("started-1")).isEqualTo(node.output("forked")).contains("uid=65534");
    assertThat(node.output("started-2")).isEqualTo(node.output("forked"));
  }

  @ParameterizedTest
  @CsvSource({"nowhere, out", "work, no/such/folder", "work, ''"})
  void shouldFailAsAForkDoes(String folder, String file) {
    UnaryOperator<TestNode.Order> order =
        each -> each.directory(node.dir.resolve(folder).toString()).output(file);
    StepReport.Ended started = controller.ended(order.apply(node.script(1, "true")).launch());
    fork();
    StepReport.Ended forked = controller.ended(order.apply(node.script(2, "true")).launch());

    assertThat(started.end()).isEqualTo(StepEnd.LAUNCH_FAILED).isEqualTo(forked.end());
    assertThat(started.message()).isEqualTo(forked.message()).contains("Expected to ");
  }

  @Test
  void shouldRunAStepWhoseStarterIsKilledAndTheNextOne() {
    StepReport.Ended first =
        run(
            node.script(
                    1,
                    "kill -9 $(%s); while [ -n \"$(%s)\" ]; do sleep 0.01; done; exit 3"
                        .formatted(STARTERS, STARTERS))
                .output("first"));
    StepReport.Ended second = run(node.script(2, "exit 4").output("second"));

    assertThat(first.taskExits()).containsExactly(new ExitStatus(3, 0));
    assertThat(second.taskExits()).containsExactly(new ExitStatus(4, 0));
  }

  @Test
  void shouldForkWhereTheProgramCannotBeRun() throws IOException {
    Files.writeString(node.dir.resolve("state").resolve("pliant-start"), "no program");

    StepReport.Ended ended = run(node.script(1, STARTERS + " > starter; exit 5"));

    assertThat(ended.taskExits()).containsExactly(new ExitStatus(5, 0));
    assertThat(node.output("starter")).isEmpty();
  }

  /** More words than an order to the program may have. */
  @Test
  void shouldForkATaskOfManyWords() {
    List<String> words = Collections.nCopies(9_000, "w");

    run(node.script(1, "echo $#").arguments(words.toArray(String[]::new)));

    assertThat(node.output("out")).isEqualTo("9000\n");
  }

  private StepReport.Ended run(TestNode.Order order) {
    return controller.ended(order.launch());
  }

  /** Starts the agent anew, without the program. */
  private void fork() {
    TestNatives.offer(false);
    node.confine(ConfinementSettings.auto());
  }
}
