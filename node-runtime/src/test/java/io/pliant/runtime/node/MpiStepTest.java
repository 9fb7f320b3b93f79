package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.MpiStart;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PMI-1 as a supervisor speaks it, to tasks in perl that keep to it and to some that do not. */
class MpiStepTest {
  /** Says what its argument names, a request a line, and prints each answer; then does the rest. */
  private static final String TASK =
      """
      open my $pmi, '+<&=', $ENV{PMI_FD} or die "no PMI: $!";
      select((select($pmi), $| = 1)[0]);
      $| = 1;
      my ($says, $then) = @ARGV;
      $says =~ s/RANK/$ENV{PMI_RANK}/g;
      for my $line (split /;/, $says) {
        my $count = $line =~ s/^(\\d+)!// ? $1 : 1;
        syswrite $pmi, "$line\\n";
        for (1 .. $count) { my $answer = <$pmi>; print defined $answer ? $answer : "end\\n" }
      }
      eval $then;
      """;

  private static final String HELLO = "cmd=init pmi_version=1 pmi_subversion=1";

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

  private TestNode.Order tasks(int count, String says, String then) {
    return node.tasks(3, 2, count, "perl", "-e", TASK, says, then)
        .variable(MpiStart.VARIABLE, "pmi1")
        .io(client.io());
  }

  private void run() throws IOException {
    client.accept();
    client.write("c\n");
    client.readToEnd();
  }

  private List<String> answers(int rank) {
    return client.texts().getOrDefault("o" + rank, "").lines().toList();
  }

  @Test
  void shouldGiveTheTasksOfOneNodeTheirWorldWithoutAskingAnybody() throws IOException {
    tasks(
            2,
            HELLO
                + ";cmd=get_maxes;cmd=get_my_kvsname;cmd=get_appnum;cmd=get_universe_size"
                + ";cmd=get kvsname=k key=PMI_process_mapping;cmd=barrier_in"
                + ";cmd=put kvsname=k key=a-RANK value=v=RANK;cmd=barrier_in"
                + ";cmd=get kvsname=k key=a-1;cmd=get kvsname=k key=b;cmd=finalize",
            "print \"$ENV{PMI_RANK} of $ENV{PMI_SIZE}\\n\"")
        .launch();
    run();

    assertThat(answers(0))
        .containsExactly(
            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
            "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024",
            "cmd=my_kvsname kvsname=kvs_3-1-2",
            "cmd=appnum appnum=0",
            "cmd=universe_size size=2",
            "cmd=get_result rc=0 msg=success value=(vector,(0,1,2))",
            "cmd=barrier_out",
            "cmd=put_result rc=0 msg=success",
            "cmd=barrier_out",
            "cmd=get_result rc=0 msg=success value=v=1",
            "cmd=get_result rc=-1 msg=key_not_found value=unknown",
            "cmd=finalize_ack",
            "0 of 2");
    assertThat(client.gathers).isEmpty();
    assertThat(client.losses).isEmpty();
    assertThat(client.exits).containsExactlyInAnyOrder("x 0 0 0", "x 1 0 0");
  }

  /** Asks in packets of PMI-2, as libpmi2 does, and prints the answers. */
  private static final String PACKETS =
      """
      sub ask {
        my ($text) = @_;
        $text =~ s/RANK/$ENV{PMI_RANK}/g;
        syswrite $pmi, sprintf('%-6d', length $text) . $text;
        read $pmi, my ($length), 6;
        read $pmi, my ($answer), $length;
        print "$answer\\n";
      }
      """;

  @Test
  void shouldSpeakPmi2ToWhoAsksForIt() throws IOException {
    tasks(
            2,
            "cmd=init pmi_version=2 pmi_subversion=0",
            PACKETS
                + """
                ask('cmd=fullinit;pmirank=RANK;threaded=FALSE;');
                ask('cmd=job-getid;');
                ask('cmd=info-getjobattr;key=PMI_process_mapping;');
                ask('cmd=info-getjobattr;key=nothing;');
                ask('cmd=kvs-put;key=a-RANK;value=x;;y=RANK;');
                ask('cmd=kvs-fence;thrid=7;');
                ask('cmd=kvs-get;jobid=j;srcid=-1;key=a-1;');
                ask('cmd=kvs-get;jobid=j;srcid=-1;key=b;');
                ask($ENV{PMI_RANK} ? 'cmd=info-getnodeattr;key=n;wait=TRUE;' : 'cmd=info-putnodeattr;key=n;value=here;');
                ask('cmd=spawn;ncmds=1;');
                ask('cmd=finalize;');
                """)
        .launch();
    run();

    assertThat(answers(1))
        .containsExactly(
            "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0",
            "cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;size=2;appnum=0;debugged=FALSE;pmiverbose=FALSE;",
            "cmd=job-getid-response;rc=0;jobid=3-1-2;",
            "cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,1,2));",
            "cmd=info-getjobattr-response;rc=0;found=FALSE;",
            "cmd=kvs-put-response;rc=0;",
            "cmd=kvs-fence-response;thrid=7;rc=0;",
            "cmd=kvs-get-response;rc=0;found=TRUE;value=x;;y=1;",
            "cmd=kvs-get-response;rc=0;found=FALSE;",
            "cmd=info-getnodeattr-response;rc=0;found=TRUE;value=here;",
            "cmd=spawn-response;rc=-1;errmsg=not supported;",
            "cmd=finalize-response;rc=0;");
    assertThat(client.losses).isEmpty();
  }

  /** One that asks without end and reads no answer would fill the supervisor's memory. */
  @Test
  void shouldHearNobodyWhoReadsNoAnswers() throws IOException {
    tasks(
            1,
            "",
            """
            $pmi->blocking(0);
            my $held = '';
            for (1 .. 2_000_000) {
              next if defined syswrite $pmi, "cmd=get_maxes\\n";
              vec(my $writable = '', fileno $pmi, 1) = 1;
              next if select undef, $writable, undef, 2;
              $held = 'held';
              last;
            }
            print "$held\\n";
            """)
        .launch();
    run();

    assertThat(client.texts()).isEqualTo(Map.of("o0", "held\n"));
  }

  @Test
  void shouldTakeTheLargestValueAndNoLargerOne() throws IOException {
    String most = "v".repeat(984);
    tasks(
            1,
            HELLO
                + ";cmd=put kvsname=k key=a value="
                + most
                + ";cmd=put kvsname=k key=b value=v"
                + most
                + ";cmd=barrier_in;cmd=get kvsname=k key=a;cmd=finalize",
            "")
        .launch();
    run();

    assertThat(answers(0))
        .contains(
            "cmd=put_result rc=-1 msg=value_too_long",
            "cmd=get_result rc=0 msg=success value=" + most)
        .allMatch(line -> line.length() < 1024);
  }

  @Test
  void shouldNotCountOneTaskTwiceAtABarrier() throws IOException {
    tasks(2, "", "syswrite $pmi, qq{cmd=barrier_in\\n} x 2 unless $ENV{PMI_RANK}; sleep 1000")
        .launch();
    run();

    assertThat(client.losses)
        .singleElement()
        .asString()
        .contains("'cmd=barrier_in' before the answer to its last request");
  }

  @Test
  void shouldHearTheLastWordsOfWhoAbortsByPmi2() throws IOException {
    tasks(
            2,
            "cmd=init pmi_version=2 pmi_subversion=0",
            """
            if ($ENV{PMI_RANK} == 1) { syswrite $pmi, '35    cmd=abort;isworld=TRUE;msg=no more;'; exit 4 }
            sleep 1000;
            """)
        .launch();
    run();

    assertThat(client.losses)
        .containsExactly("1 1 0 task 1 called MPI_Abort: no more: the step is ended");
  }

  @ParameterizedTest
  @CsvSource({
    "' -5abc'",
    "999999",
    "'x     '",
    "'     9cmd=what;'",
    "'    20cmd=kvs-put;key=a b;'"
  })
  void shouldEndAStepWhosePacketsAreNone(String packet) throws IOException {
    tasks(
            1,
            "cmd=init pmi_version=2 pmi_subversion=0",
            "syswrite $pmi, '" + packet + "'; sleep 1000")
        .launch();
    run();

    assertThat(client.losses)
        .singleElement()
        .asString()
        .contains("Expected PMI-1 or PMI-2 of an MPI program from task 0, but got");
  }

  @Test
  void shouldTellTheOtherNodesThroughTheClient() throws IOException {
    tasks(
            2,
            HELLO
                + ";cmd=put kvsname=k key=a-RANK value=RANK;cmd=barrier_in"
                + ";cmd=get kvsname=k key=far;cmd=get kvsname=k key=PMI_process_mapping"
                + ";cmd=finalize",
            "")
        .firstRank(2)
        .launch();
    client.accept();
    while (client.gathers.isEmpty()) {
      client.frame();
    }
    assertThat(client.gathers).singleElement().asString().startsWith("pmi * 0 a-");
    assertThat(client.gathers.getFirst()).contains("a-2=2", "a-3=3");
    gathered("pmi", "0 8\na-2=2\nx\n1 8\nfar=off\n");
    while (client.gathers.size() < 2) {
      client.frame();
    }
    assertThat(client.gathers.getLast()).isEqualTo("layout * 0 n1 2-3");
    gathered("layout", "0 6\nn1 2-31 6\nn2 0-1");
    client.write("c\n");
    client.readToEnd();

    assertThat(answers(3))
        .containsSequence(
            "cmd=barrier_out",
            "cmd=get_result rc=0 msg=success value=off",
            "cmd=get_result rc=0 msg=success value=(vector,(1,1,2),(0,1,2))");
  }

  private void gathered(String channel, String bytes) throws IOException {
    client.write("g " + channel + " * 0 " + bytes.length() + "\n" + bytes);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET / HTTP/1.1                          | but got 'GET / HTTP/1.1'
          cmd=sesame                              | but got 'cmd=sesame'
          cmd=put kvsname=k                       | a key or value that is none
          cmd=put kvsname=k key=LONG value=x      | a key or value that is none
          LONGLONGLONG                            | a line of more than 16384 bytes
          """)
  void shouldEndAStepThatSpeaksSomethingElse(String says, String message) throws IOException {
    String text = says.replace("LONGLONGLONG", "x".repeat(20_000)).replace("LONG", "k".repeat(65));
    StepId step = tasks(2, text, "sleep 1000").grace(1).launch();
    run();

    assertThat(client.losses).singleElement().asString().contains(message);
    assertThat(client.exits).containsExactlyInAnyOrder("x 0 1 0", "x 1 1 0");
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(1, 0), new ExitStatus(1, 0));
  }

  @Test
  void shouldEndAllWithTheCodeOfAnAbort() throws IOException {
    StepId step =
        tasks(
                3,
                HELLO,
                "if ($ENV{PMI_RANK} == 1) { syswrite $pmi, qq{cmd=abort exitcode=7\\n} } sleep 1000")
            .launch();
    run();

    assertThat(client.losses)
        .containsExactly("1 7 0 task 1 called MPI_Abort with code 7: the step is ended");
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(7, 0), new ExitStatus(7, 0), new ExitStatus(7, 0));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kill 9, $$ | 0 9 | task 1 was ended by signal 9 before MPI_Finalize
          exit 5     | 5 0 | task 1 exited with code 5 before MPI_Finalize
          exit 0     | 1 0 | task 1 exited with code 0 before MPI_Finalize
          """)
  void shouldEndAllWhenOneIsLost(String how, String status, String message) throws IOException {
    tasks(2, HELLO, "if ($ENV{PMI_RANK} == 1) { " + how + " } sleep 1000").launch();
    run();

    assertThat(client.losses)
        .containsExactly("1 " + status + " " + message + ": the step is ended");
    assertThat(client.exits).contains("x 0 " + status);
  }

  @Test
  void shouldNotWaitForOneThatWillNeverCome() throws IOException {
    tasks(2, "", "if ($ENV{PMI_RANK} == 0) { syswrite $pmi, qq{cmd=barrier_in\\n}; sleep 1000 }")
        .launch();
    run();

    assertThat(client.losses)
        .containsExactly(
            "1 1 0 task 1 ended without MPI_Init, while others wait in it: the step is ended");
  }

  @Test
  void shouldTakeOneProgramAfterAnother() throws IOException {
    String world = HELLO + ";cmd=barrier_in;cmd=finalize";
    tasks(2, world + ";" + world, "").launch();
    run();

    assertThat(answers(1)).hasSize(6).endsWith("cmd=finalize_ack");
    assertThat(client.losses).isEmpty();
  }

  @Test
  void shouldRefuseWhatItDoesNotHave() throws IOException {
    tasks(
            1,
            HELLO
                + ";0!mcmd=spawn;0!nprocs=2;0!execname=./x y;endcmd;cmd=publish_name service=s port=p"
                + ";cmd=lookup_name service=s;cmd=finalize",
            "")
        .launch();
    run();

    assertThat(answers(0))
        .contains(
            "cmd=spawn_result rc=-1 msg=not_supported",
            "cmd=publish_result rc=-1 msg=not_supported",
            "cmd=lookup_result rc=-1 msg=service_not_found");
  }

  @Test
  void shouldEndWhenAnotherNodeSaysThatOneIsLost() throws IOException {
    tasks(2, HELLO, "sleep 1000").firstRank(2).launch();
    client.accept();
    while (client.texts().size() < 2) {
      client.frame();
    }
    client.write("c\nq 0 11\n");
    client.readToEnd();

    assertThat(client.exits).containsExactlyInAnyOrder("x 2 0 11", "x 3 0 11");
    assertThat(client.losses).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"pmi,0 0", "layout,0 9", "none,0 2"})
  void shouldRefuseAResultThatIsNone(String channel, String bytes) throws IOException {
    tasks(1, HELLO, "syswrite $pmi, qq{cmd=barrier_in\\n}; sleep 1000").firstRank(1).launch();
    client.accept();
    while (client.gathers.isEmpty()) {
      client.frame();
    }
    gathered(channel, bytes + "\nab");
    client.readToEnd();

    assertThat(client.messages).anyMatch(message -> message.contains("a result of '" + channel));
  }

  @Test
  void shouldTellTasksNothingOfTheTaskAroundThem() throws IOException {
    node.tasks(3, 2, 1, "sh", "-c", "env | grep ^PMI_; env | grep PLIANT_MPI; echo done")
        .variable("PMI_FD", "3")
        .variable("PMI_RANK", "9")
        .variable("PMI_PORT", "n0:1")
        .io(client.io())
        .launch();
    run();

    assertThat(client.texts()).isEqualTo(Map.of("o0", "done\n"));
  }
}
