package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobScriptParserTest {
  private static final String PLAIN = "#!/bin/sh\ntrue\n";

  @Test
  void shouldFillInDefaultsWhenNothingIsAsked() {
    JobSpec spec = parsed(script(PLAIN));

    assertThat(spec.name()).isEqualTo("job.sh");
    assertThat(spec.submitter()).isEqualTo(Submissions.ALICE);
    assertThat(spec.partition()).isEqualTo(new PartitionName("batch"));
    assertThat(spec.resources()).isEqualTo(ResourceRequest.single());
    assertThat(spec.timeLimit()).isNull();
    assertThat(spec.payload()).isEqualTo(new Payload.BatchScript(PLAIN, List.of("arg")));
    assertThat(spec.files()).isEqualTo(StreamFiles.batchDefault());
    assertThat(spec.workingDirectory()).isEqualTo("/home/alice");
    assertThat(spec.environment())
        .containsEntry("FOO", "1")
        .containsEntry("SLURM_SUBMIT_DIR", "/home/alice")
        .containsEntry("PLIANT_SUBMIT_DIR", "/home/alice")
        .doesNotContainKey("SLURM_CPUS_PER_TASK");
    assertThat(spec.requeue()).isTrue();
    assertThat(spec.hold()).isFalse();
    assertThat(spec.begin()).isNull();
    assertThat(spec.comment()).isEmpty();
    assertThat(spec.submissionKey()).isNull();
  }

  @Test
  void shouldReadEveryOptionOfAScript() {
    String script =
        """
        #!/bin/bash -l
        # Weather model, daily run
        #SBATCH --job-name="daily run"   # quoted, with a comment
        #SBATCH -N4 --ntasks=16
        #SBATCH -c 2

        #PLIANT --time=1-12:00:00
        #SBATCH -p whole
        ##SBATCH --no-such-option   (switched off)
         #SBATCH --no-such-option   (not in the first column)
        #SBATCHX --no-such-option
        #SBATCH --output=out/%x-%j.log -e none --input in.txt
        #SBATCH --open-mode=append
        #SBATCH -D run --mem=2G
        #SBATCH --begin=now+1hour --hold
        #SBATCH --no-requeue --comment 'it is a \\'test\\''
        module load model
        #SBATCH --nodes=99
        srun model
        """;

    ParsedJob.Parsed job = (ParsedJob.Parsed) JobScriptParser.parse(script(script), context());

    JobSpec spec = job.spec();
    assertThat(spec.name()).isEqualTo("daily run");
    assertThat(spec.resources()).isEqualTo(new ResourceRequest(4, 4, 16, 2, 2048, true));
    assertThat(spec.timeLimit()).isEqualTo(Duration.ofHours(36));
    assertThat(spec.partition()).isEqualTo(new PartitionName("whole"));
    assertThat(spec.files())
        .isEqualTo(new StreamFiles("out/%x-%j.log", "/dev/null", "in.txt", true));
    assertThat(spec.workingDirectory()).isEqualTo("/home/alice/run");
    assertThat(spec.begin()).isEqualTo(Instant.parse("2026-11-20T13:00:00Z"));
    assertThat(spec.hold()).isTrue();
    assertThat(spec.requeue()).isFalse();
    assertThat(spec.comment()).isEqualTo("it is a 'test'");
    assertThat(spec.environment()).containsEntry("SLURM_CPUS_PER_TASK", "2");
    assertThat(job.warnings())
        .containsExactly("job.sh line 18: directives after the first command have no effect.");
  }

  @Test
  void shouldLetTheCommandLineWinOverTheScript() {
    String script = withDirectives("-N 4 -t 10 --requeue -J inside");

    JobSpec spec = parsed(script(script, "-N", "2", "--no-requeue", "--job-name=outside"));

    assertThat(spec.resources().minNodes()).isEqualTo(2);
    assertThat(spec.timeLimit()).isEqualTo(Duration.ofMinutes(10));
    assertThat(spec.requeue()).isFalse();
    assertThat(spec.name()).isEqualTo("outside");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // options                         | min | max | tasks | cpus | memory | exclusive
        "                                  | 1   | 1   | 1     | 1    | 0      | false",
        "-N 3                              | 3   | 3   | 3     | 1    | 0      | false",
        "-n 8                              | 1   | 8   | 8     | 1    | 0      | false",
        "-N2 -n8 -c4                       | 2   | 2   | 8     | 4    | 0      | false",
        "-N 2-4 -n 8                       | 2   | 4   | 8     | 1    | 0      | false",
        "-N 2-4 -n 3                       | 2   | 3   | 3     | 1    | 0      | false",
        "-N 3 -n 2                         | 2   | 2   | 2     | 1    | 0      | false",
        "--ntasks-per-node=3               | 1   | 1   | 3     | 1    | 0      | false",
        "-N 2 --ntasks-per-node=3          | 2   | 2   | 6     | 1    | 0      | false",
        "-n 8 --ntasks-per-node=2          | 4   | 4   | 8     | 1    | 0      | false",
        "-n 7 --ntasks-per-node 2          | 4   | 4   | 7     | 1    | 0      | false",
        "-N 3 -n 4 --ntasks-per-node=2     | 3   | 3   | 4     | 1    | 0      | false",
        "-N 1-8 -n 8 --ntasks-per-node=2   | 4   | 8   | 8     | 1    | 0      | false",
        "-N 2-3                            | 2   | 2   | 2     | 1    | 0      | false",
        "--mem=1500K --exclusive           | 1   | 1   | 1     | 1    | 2      | true",
        "-p whole --mem=0                  | 1   | 1   | 1     | 1    | 0      | true"
      })
  void shouldTurnCountsIntoARequest(
      String options, int min, int max, int tasks, int cpus, int memory, boolean exclusive) {
    String line = options == null ? "" : options;

    JobSpec spec = parsed(script(withDirectives(line)));

    Matcher perNode = Pattern.compile("--ntasks-per-node[= ](\\d+)").matcher(line);
    Integer most = perNode.find() ? Integer.valueOf(perNode.group(1)) : null;
    assertThat(spec.resources())
        .isEqualTo(new ResourceRequest(min, max, tasks, cpus, memory, exclusive, most));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-N 3 -n 2 | 2 tasks cannot use 3 nodes; the job asks for 2.",
        "-N 2-3    | A range of nodes needs --ntasks to be used; the job asks for 2 nodes and 2"
            + " tasks."
      })
  void shouldWarnWhenCountsAreUnderstoodOtherwise(String options, String warning) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());

    assertThat(((ParsedJob.Parsed) job).warnings()).containsExactly(warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--foo             | job.sh line 2: unknown option '--foo'.",
        "--ndoes=2         | job.sh line 2: unknown option '--ndoes'; maybe you meant '--nodes'.",
        "--ntaks=2         | job.sh line 2: unknown option '--ntaks'; maybe you meant '--ntasks'.",
        "-nodes=2          | job.sh line 2: unknown option '-nodes=2'; maybe you meant"
            + " '--nodes=2'.",
        "--array=1-9%%     | job.sh line 2: option '--array' has the value '1-9%%', but expected"
            + " indices as in 0-15, 1,3,5-7 or 0-100:10, with %4 behind it for at most 4 at a"
            + " time.",
        "-d afterok:1+2    | job.sh line 2: option '--dependency' has the value 'afterok:1+2', but"
            + " expected dependencies as in afterok:12:13,afterany:14_7, after:15+30 or singleton"
            + " (minutes go only with 'after', not with '1+2').",
        "-Hy               | job.sh line 2: unknown option '-y' in '-Hy'.",
        "--label           | job.sh line 2: option '--label' has no meaning in a script.",
        "--wrap=true       | job.sh line 2: option '--wrap' has no meaning in a script.",
        "foo -N2           | job.sh line 2: expected an option, but got 'foo'.",
        "--hold=yes        | job.sh line 2: option '--hold' takes no value, but got 'yes'.",
        "--time            | job.sh line 2: option '--time' needs a value, as in '--time=<limit>'.",
        "-N two            | job.sh line 2: option '--nodes' has the value 'two', but expected a"
            + " number of nodes such as 4, or a range such as 2-8.",
        "-N=2              | job.sh line 2: option '--nodes' has the value '=2', but expected a"
            + " number of nodes such as 4, or a range such as 2-8.",
        "-N 3-2            | job.sh line 2: option '--nodes' has the value '3-2', but expected a"
            + " range from the least to the largest number.",
        "-N 0              | job.sh line 2: option '--nodes' has the value '0', but expected a"
            + " whole number from 1 to 1000000.",
        "-n 0              | job.sh line 2: option '--ntasks' has the value '0', but expected a"
            + " whole number from 1 to 1000000.",
        "-n 99999999999    | job.sh line 2: option '--ntasks' has the value '99999999999', but"
            + " expected a whole number from 1 to 1000000.",
        "-c -1             | job.sh line 2: option '--cpus-per-task' has the value '-1', but"
            + " expected a whole number from 1 to 1000000.",
        "-t soon           | job.sh line 2: option '--time' has the value 'soon', but expected"
            + " minutes, min:sec, h:min:sec, days-h, days-h:min, days-h:min:sec or UNLIMITED.",
        "--mem=lots        | job.sh line 2: option '--mem' has the value 'lots', but expected a"
            + " whole number with K, M, G or T (megabytes without a letter).",
        "--exclusive=all   | job.sh line 2: option '--exclusive' has the value 'all', but expected"
            + " no value, as whole nodes are shared with nobody.",
        "-p a/b            | job.sh line 2: option '--partition' has the value 'a/b', but expected"
            + " the name of a partition.",
        "--open-mode=x     | job.sh line 2: option '--open-mode' has the value 'x', but expected"
            + " append or truncate.",
        "--begin=someday   | job.sh line 2: option '--begin' has the value 'someday', but expected"
            + " now, now+1hour, 16:00, noon, midnight, today, tomorrow, 2027-01-31 or"
            + " 2027-01-31T08:00:00.",
        "--get-user-env=1h | job.sh line 2: option '--get-user-env' has the value '1h', but expected"
            + " seconds, S for no login shell or L for one, or both, as in 10L.",
        "--export=1A=2     | job.sh line 2: option '--export' has the value '1A=2', but expected"
            + " ALL, NONE, or a list of NAME and NAME=value with commas between them.",
        "-J ''             | job.sh line 2: option '--job-name' has the value '', but expected a"
            + " name of 1 to 255 printable characters.",
        "-o ''             | job.sh line 2: option '--output' has the value '', but expected a file"
            + " name, which may have symbols such as %j.",
        "-J 'a b           | job.sh line 2: expected a closing ', but the line ends without one.",
        "-N2 -n8 --ntasks-per-node=2 | job.sh line 2: option '--ntasks-per-node' has the value '2',"
            + " but expected at least 4, as 8 tasks do not fit on 2 nodes otherwise.",
        "-N9999 --ntasks-per-node=9999 | job.sh line 2: option '--ntasks-per-node' has the value"
            + " '9999', but expected at most 1000000 tasks in all, and 9999 nodes make 99980001."
      })
  void shouldNameLineAndOptionOfAMistake(String directive, String message) {
    assertThat(refusal(script(withDirectives(directive)))).isEqualTo(message);
  }

  @Test
  void shouldNameTheLineFurtherDown() {
    assertThat(refusal(script("#!/bin/sh\n\n# a\n#SBATCH --nodse 2\n")))
        .isEqualTo("job.sh line 4: unknown option '--nodse'; maybe you meant '--nodes'.");
  }

  @Test
  void shouldNameTheCommandLine() {
    assertThat(refusal(script(PLAIN, "--tiem=5")))
        .isEqualTo("command line: unknown option '--tiem'; maybe you meant '--time'.");
    assertThat(refusal(script(PLAIN, "--parsable")))
        .isEqualTo("command line: option '--parsable' has no meaning in a submission.");
    assertThat(refusal(script(PLAIN, "-N", "2", "stray")))
        .isEqualTo("command line: expected an option, but got 'stray'.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``               | job.sh: expected a script, but it is empty.",
        "` \\n `          | job.sh: expected a script, but it is empty.",
        "true             | job.sh line 1: expected '#!' and the path of an interpreter, such as"
            + " '#!/bin/bash', but got 'true'.",
        "#!               | job.sh line 1: expected '#!' and the path of an interpreter, such as"
            + " '#!/bin/bash', but got '#!'.",
        "#!/bin/sh\\na\\0 | job.sh line 2: expected text, but it has a NUL byte."
      })
  void shouldRefuseWhatIsNoScript(String text, String message) {
    String script = text.replace("\\n", "\n").replace("\\0", "\0");
    assertThat(refusal(script(script))).isEqualTo(message);
  }

  @Test
  void shouldRefuseDosLineEnds() {
    assertThat(refusal(script("#!/bin/sh\r\ntrue\r\n")))
        .startsWith("job.sh line 1: expected text, but it has a DOS line end");
  }

  @Test
  void shouldRefuseAScriptOverTheLimit() {
    String script = PLAIN + "#".repeat(4 * 1024 * 1024);
    assertThat(refusal(script(script)))
        .isEqualTo("job.sh: expected a script of at most 4194304 bytes, but it is larger.");
  }

  @Test
  void shouldAcceptFlagsOfTheClientInAScript() {
    assertThat(parsed(script(withDirectives("--parsable --wait -Q"))).name()).isEqualTo("job.sh");
  }

  @Test
  void shouldChooseWhatIsExported() {
    assertThat(exported("ALL")).containsEntry("FOO", "1").containsKey("HOME");
    assertThat(exported("NONE")).containsOnlyKeys("HOME", "SLURM_SUBMIT_DIR", "PLIANT_SUBMIT_DIR");
    assertThat(exported("FOO,BAR=2"))
        .containsEntry("FOO", "1")
        .containsEntry("BAR", "2")
        .containsKey("HOME")
        .doesNotContainKey("BAZ");
    assertThat(exported("ALL,FOO=9,L='a,b',MISSING"))
        .containsEntry("FOO", "9")
        .containsEntry("L", "a,b")
        .containsKeys("HOME", "BAZ")
        .doesNotContainKey("MISSING");
  }

  @Test
  void shouldNotInheritTheVariablesOfAnOuterJob() {
    Submission inside =
        new Submission(
            PLAIN,
            null,
            List.of(),
            List.of(),
            List.of(),
            null,
            "/w",
            Map.of("SLURM_JOB_ID", "7", "PLIANT_JOB_ID", "7", "SLURM_CONF", "/etc/slurm.conf"),
            null);

    JobSpec spec = parsed(inside);

    assertThat(spec.environment())
        .containsOnlyKeys("SLURM_CONF", "SLURM_SUBMIT_DIR", "PLIANT_SUBMIT_DIR");
    assertThat(spec.name()).isEqualTo("sbatch");
  }

  @Test
  void shouldRefuseWhenNoPartitionIsNamedAndThereIsNoDefault() {
    SubmissionContext context =
        new SubmissionContext(
            Submissions.ALICE,
            Submissions.NOW,
            context().zone(),
            null,
            List.of(),
            KnownNames.ANY,
            _ -> false);

    ParsedJob job = JobScriptParser.parse(script(PLAIN), context);

    assertThat(((ParsedJob.Refused) job).message()).contains("Give one with --partition.");
  }

  @Test
  void shouldNameTheLineOfAPartitionThatThereIsNot() {
    SubmissionContext context =
        new SubmissionContext(
            Submissions.ALICE,
            Submissions.NOW,
            context().zone(),
            null,
            List.of(new PartitionName("batch"), new PartitionName("gpu.q")),
            NamesOptionsTest.names(),
            _ -> false);

    ParsedJob none = JobScriptParser.parse(script(withDirectives("-p nosuch")), context);
    ParsedJob several = JobScriptParser.parse(script(withDirectives("-p nosuch,gpu.q")), context);

    assertThat(((ParsedJob.Refused) none).message())
        .contains("line 2", "--partition", "one of the partitions batch, gpu.q");
    assertThat(((ParsedJob.Parsed) several).spec().partition().value()).isEqualTo("gpu.q");
    ParsedJob strange =
        JobScriptParser.parse(script(withDirectives("-p batch -A music -q high")), context);
    assertThat(((ParsedJob.Refused) strange).message())
        .contains("'music', but expected one of physics, chemistry", "'high', but expected normal");
    ParsedJob known =
        JobScriptParser.parse(script(withDirectives("-p batch -A physics -q normal")), context);
    assertThat(known).isInstanceOf(ParsedJob.Parsed.class);
  }

  @Test
  void shouldTellTheNodeToRunALoginShell() {
    assertThat(parsed(script(PLAIN, "--get-user-env=20s")).environment())
        .containsEntry("SLURM_GET_USER_ENV", "1")
        .containsEntry("PLIANT_GET_USER_ENV", "20S")
        .containsKey("HOME");
    assertThat(parsed(script(PLAIN, "--get-user-env", "--export=NONE")).environment())
        .containsEntry("PLIANT_GET_USER_ENV", "0L")
        .doesNotContainKey("HOME");
    assertThat(parsed(script(PLAIN, "--comment=x")).environment())
        .doesNotContainKey("SLURM_GET_USER_ENV");
  }

  private static Map<String, String> exported(String value) {
    return parsed(script(PLAIN, "--export=" + value)).environment();
  }

  private static JobSpec parsed(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }

  private static String refusal(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    return ((ParsedJob.Refused) job).message();
  }
}
