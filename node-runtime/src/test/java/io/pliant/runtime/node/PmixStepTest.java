package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.StepId;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.step.StepEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a supervisor gets on with a helper for PMIx that keeps to what is agreed, or does not. */
class PmixStepTest {
  /** Takes what the supervisor tells, then does what it is to do: {@code say} speaks to it. */
  private static final String HELPER =
      """
      #!/usr/bin/perl
      if ($ARGV[0] eq '--version') { print "pliant-pmix for a test\\n"; exit }
      exit if $ARGV[0] eq 'clean';
      open my $wire, '+<&=', $ARGV[1] or exit 9;
      my $space = <$wire>;
      my ($length) = <$wire> =~ /layout (\\d+)/;
      read $wire, my ($layout), $length;
      sub say { syswrite $wire, join '', @_ }
      sub framed { my ($head, $body) = @_; "$head " . length($body) . "\\n$body" }
      sub frame { say(framed(@_)) }
      sub ready { say(framed('ready', "WORDS=@ARGV\\0SPACE=$space\\0LAYOUT=$layout\\0HOME_OF=$ENV{HOME}\\0"), @_) }
      $SIG{TERM} = 'IGNORE';
      %s;
      1 while <$wire>;
      """;

  private TestController controller;
  private TestNode node;
  private IoClient client;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
    client = new IoClient();
  }

  @AfterEach
  void stop() {
    client.close();
    node.close();
    controller.close();
  }

  private void helper(String does) throws IOException {
    Path helper = Files.writeString(node.work.resolve("helper"), HELPER.replace("%s;", does + ";"));
    Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
    node.serve(helper);
  }

  private TestNode.Order tasks(int count, String... command) {
    return node.tasks(3, 2, count, command)
        .variable(MpiStart.VARIABLE, "pmi1,pmix")
        .io(client.io());
  }

  private void run() throws IOException {
    client.accept();
    client.write("c\n");
    client.readToEnd();
  }

  private String out(int rank) {
    return client.texts().getOrDefault("o" + rank, "").strip();
  }

  @Test
  void shouldGiveTheTasksWhatTheHelperSaysAndTheirRank() throws IOException {
    helper("ready()");
    tasks(2, "sh", "-c", "echo $PMIX_RANK; echo $WORDS; echo $SPACE; echo $LAYOUT; echo [$HOME_OF]")
        .variable("PMIX_NAMESPACE", "of the step around this one")
        .launch();
    run();

    assertThat(out(1).lines())
        .satisfiesExactly(
            rank -> assertThat(rank).isEqualTo("1"),
            words -> assertThat(words).matches("serve \\d+ 0 n1"),
            space -> assertThat(space).matches("space pliant-[0-9a-f]{32}"),
            layout -> assertThat(layout).isEqualTo("0 6 n1 0-1"),
            home -> assertThat(home).isEqualTo("[]"));
    assertThat(client.exits).containsExactlyInAnyOrder("x 0 0 0", "x 1 0 0");
    assertThat(client.losses).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          say("hello\\n")                                | it said 'hello', which is not known here
          say('x' x 3000)                                | it said a line that is too long
          say("ready 99999999\\n")                       | it said more than 16777216 bytes
          frame('g layout *', 'n1 0-7')                  | it said 'g layout * 6', which is not known here
          frame('g pmix.0 *', '')                        | it said 'g pmix.0 * 0', which is not known here
          say("c 7\\n")                                  | it said 'c 7', which is not known here
          frame('q 5 0 0', '')                           | it said 'q 5 0 0 0', which is not known here
          frame('e 0', 'x' x 5000)                       | it said 'e 0 5000', which is not known here
          frame('folder', '/tmp/x') for 1 .. 3           | it said 'folder 6', which is not known here
          frame('m', 'there is no /tmp'); exit 3         | it ended with code 3: there is no /tmp
          kill 9, $$                                     | it was ended by signal 9
          exit                                           | it ended with code 0
          """)
  void shouldStartNothingWithAHelperThatDoesNotServe(String does, String message)
      throws IOException {
    helper(does);
    StepId step = tasks(2, "touch", node.work.resolve("started").toString()).launch();
    run();

    assertThat(client.messages)
        .singleElement()
        .asString()
        .contains("to serve PMIx on node n1, but " + message, "srun --mpi=none");
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(node.work.resolve("started")).doesNotExist();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ready(); say("hello\\n")    | it said 'hello', which is not known here
          ready(); ready()            | which is not known here
          ready(); exit 3             | it ended with code 3
          """)
  void shouldEndTheStepOfAHelperThatNoLongerServes(String does, String message) throws IOException {
    helper(does);
    tasks(1, "sleep", "1000").grace(1).launch();
    run();

    assertThat(client.losses)
        .singleElement()
        .asString()
        .startsWith("0 1 0 Expected ")
        .contains("to serve PMIx on node n1, but", message);
    assertThat(client.exits).containsExactly("x 0 1 0");
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "c 1\\n"                                       | exit 5         | 1 5 0 task 1 exited with code 5 before MPI_Finalize
          "c 1\\n"                                       | kill -9 $$     | 1 0 9 task 1 was ended by signal 9 before MPI_Finalize
          "c 0\\n"                                       | exit 0         | 1 1 0 task 1 ended without MPI_Init, while others wait in it
          framed('q 1 7 0', 'text')                      | sleep 1000     | 1 7 0 task 1 called MPI_Abort with code 7
          """)
  void shouldEndAllWhenOneIsLost(String does, String how, String message) throws IOException {
    helper("ready(" + does + ")");
    tasks(2, "sh", "-c", "[ $PMIX_RANK = 0 ] && exec sleep 1000; " + how).grace(1).launch();
    run();

    assertThat(client.losses).containsExactly(message + ": the step is ended");
  }

  @Test
  void shouldLetGoWhoHasSaidGoodbye() throws IOException {
    helper("ready(\"c 1\\nf 1\\nc 0\\nf 0\\n\")");
    tasks(2, "sh", "-c", "exit $((PMIX_RANK * 4))").launch();
    run();

    assertThat(client.losses).isEmpty();
    assertThat(client.exits).containsExactlyInAnyOrder("x 0 0 0", "x 1 4 0");
  }

  @Test
  void shouldGiveTheUserTheTextsOfARank() throws IOException {
    helper("frame('e 1', 'Open MPI explains'); ready()");
    tasks(2, "true").launch();
    run();

    assertThat(client.texts().get("e1")).isEqualTo("Open MPI explains\n");
  }

  @Test
  void shouldRelayWhatTheNodesTellEachOther() throws IOException {
    helper(
        "ready(); frame('g pmix.0123456789abcdef 0-1', 'mine'); my $head = <$wire>; my ($all) = $head =~ /(\\d+)$/;"
            + " read $wire, my ($got), $all; $got =~ tr/\\n/;/; frame('e 2', $head . $got)");
    tasks(2, "sleep", "1000").firstRank(2).grace(1).launch();
    client.accept();
    awaitGathers(2);
    assertThat(client.gathers.getFirst()).matches("pmix \\* 0 [0-9a-f]{32}");
    assertThat(client.gathers.getLast()).isEqualTo("layout * 0 n1 2-3");
    gathered("layout *", "0 6\nn1 2-31 6\nn2 0-1");
    gathered("pmix *", "0 6\nsecret1 6\nwhatso");
    awaitGathers(3);
    assertThat(client.gathers.getLast()).isEqualTo("pmix.0123456789abcdef 0-1 0 mine");

    gathered("pmix.0123456789abcdef 0-1", "0 4\nmine1 4\nhers");

    while (!client.texts().containsKey("e2")) {
      client.frame();
    }
    assertThat(client.texts().get("e2"))
        .isEqualTo("g pmix.0123456789abcdef 16\n0 4;mine1 4;hers\n");
    client.write("s 0\n");
    client.readToEnd();
  }

  @Test
  void shouldDoWithoutWhenAnotherNodeHasNone() throws IOException {
    helper("ready()");
    tasks(1, "sh", "-c", "echo ${PMIX_RANK-none}").firstRank(2).launch();
    client.accept();
    awaitGathers(1);
    gathered("pmix *", "0 6\nsecret1 4\n- n2");
    client.write("c\n");
    client.readToEnd();

    assertThat(out(2)).isEqualTo("none");
    assertThat(client.losses).isEmpty();
  }

  @Test
  void shouldWaitForNobodyWithoutAHelper() throws IOException {
    tasks(1, "sh", "-c", "echo ${PMIX_RANK-none}").firstRank(2).launch();
    run();

    assertThat(out(2)).isEqualTo("none");
    assertThat(client.gathers).containsExactly("pmix * 0 - n1");
  }

  @Test
  void shouldStartNothingThatAsksForPmixAloneWhenAnotherNodeHasNone() throws IOException {
    helper("ready()");
    StepId step = tasks(1, "true").variable(MpiStart.VARIABLE, "pmix").firstRank(2).launch();
    client.accept();
    awaitGathers(1);
    gathered("pmix *", "0 6\nsecret1 4\n- n2");
    client.readToEnd();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(client.messages)
        .singleElement()
        .asString()
        .contains("but node n2 does not offer it");
  }

  @Test
  void shouldEndAStepWhoseHelperIsNeverReady() throws IOException {
    helper("sleep 1000");
    StepId step = tasks(2, "true").launch();
    client.accept();
    client.write("s 0\n");
    client.readToEnd();

    assertThat(controller.ended(step).message()).contains("It was ended before it was started.");
  }

  @Test
  void shouldNotWaitLongForAHelperThatStays() throws IOException {
    helper("ready(); sleep 1000");
    StepId step = tasks(1, "true").launch();
    run();

    assertThat(client.exits).containsExactly("x 0 0 0");
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
  }

  @Test
  void shouldSayWhatAProgramOfOpenMpiLacks() throws IOException {
    Path program = Files.copy(Path.of("/bin/true"), node.work.resolve("program"));
    Files.writeString(program, "\0libmpi.so.40\0", StandardOpenOption.APPEND);
    tasks(2, program.toString()).launch();
    run();

    assertThat(client.texts().get("e0"))
        .contains(
            program + " is a program of Open MPI and needs PMIx, which node n1 does not offer",
            "libpmix-dev");
    assertThat(client.texts()).doesNotContainKey("e1");
    assertThat(client.exits).containsExactlyInAnyOrder("x 0 0 0", "x 1 0 0");
  }

  @Test
  void shouldStartNothingThatAsksForPmixAloneWhereThereIsNone() throws IOException {
    StepId step = tasks(1, "true").variable(MpiStart.VARIABLE, "pmix").launch();
    run();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(client.messages)
        .singleElement()
        .asString()
        .contains("Expected PMIx on all nodes (--mpi=pmix), but node n1 does not offer it");
  }

  private void awaitGathers(int count) throws IOException {
    while (client.gathers.size() < count) {
      client.frame();
    }
  }

  private void gathered(String channel, String bytes) throws IOException {
    int length = bytes.getBytes(StandardCharsets.UTF_8).length;
    client.write("g " + channel + " 0 " + length + "\n" + bytes);
  }
}
