package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.SubmissionContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Under which names a job is counted, and memory for each cpu. */
class BookkeepingOptionsTest {
  @Test
  void shouldKeepTheNames() {
    assertThat(parsed("-A proj --qos=high --wckey w").bookkeeping())
        .isEqualTo(new Bookkeeping("proj", "high", "w"));
    assertThat(parsed("-q high").bookkeeping()).isEqualTo(new Bookkeeping(null, "high", null));
    assertThat(parsed("-N1").bookkeeping()).isNull();
    assertThat(parsed("-A proj").withoutPayload().bookkeeping()).isNotNull();
  }

  @Test
  void shouldGoBehindOthers() {
    assertThat(parsed("--nice=7").bookkeeping()).isEqualTo(place(7, null));
    assertThat(parsed("--nice").bookkeeping()).isEqualTo(place(100, null));
    assertThat(parsed("--nice=2147483645").bookkeeping()).isEqualTo(place(2147483645, null));
  }

  @Test
  void shouldRefuseUsersToGoBeforeOthers() {
    assertThat(refused("--nice=-1", "--priority=5", "-t soon"))
        .contains(
            "job.sh line 2: option '--nice' has the value '-1', but expected a whole number from 0 to 2147483645, since only operators put jobs before others; delete it.")
        .contains(
            "job.sh line 3: option '--priority' is for operators; delete it, or write --nice to go behind others.")
        .contains("job.sh line 4: option '--time'");
    assertThat(refused("--nice=2147483646")).contains("expected a whole number from 0");
    assertThat(refused("--nice=x")).contains("expected a whole number from 0");
  }

  @Test
  void shouldLetOperatorsPutJobsAnywhere() {
    assertThat(ofOperator("--nice=-2147483645")).isEqualTo(place(-2147483645, null));
    assertThat(ofOperator("--priority=5")).isEqualTo(place(null, 5L));
    assertThat(ofOperator("--priority=top")).isEqualTo(place(null, 4294967294L));
    ParsedJob both = JobScriptParser.parse(script(withDirectives("--priority=5 --nice")), root());
    assertThat(((ParsedJob.Parsed) both).warnings())
        .containsExactly("--nice: beside --priority it does not count.");
    for (String wrong : new String[] {"0", "-1", "4294967295", "99999999999", "high"}) {
      ParsedJob job = JobScriptParser.parse(script(withDirectives("--priority=" + wrong)), root());
      assertThat(((ParsedJob.Refused) job).message()).contains("TOP or a whole number from 1");
    }
  }

  @Test
  void shouldAskForMemoryForEachCpu() {
    ResourceRequest request = parsed("-n 4 -c 2 --mem-per-cpu=3G").resources();

    assertThat(request.memoryPerCpu()).isEqualTo(new MemoryPerCpu(3072));
    assertThat(request.memoryMbPerNode()).isZero();
    assertThat(request.onNodeWith(3).memoryMb()).isEqualTo(3 * 2 * 3072);
  }

  @Test
  void shouldKeepItForJobsThatChangeSize() {
    ResourceRequest request =
        parsed("-N 2 --max-nodes=4 --min-nodes=1 --mem-per-cpu=100").resources();

    assertThat(request.onNodes(4).memoryPerCpu()).isEqualTo(new MemoryPerCpu(100));
    assertThat(request.exclusive()).isTrue();
  }

  @Test
  void shouldGiveWholeNodesForAllTheirMemory() {
    ResourceRequest request = parsed("-n 4 --mem=0").resources();

    assertThat(request.exclusive()).isTrue();
    assertThat(request.memoryMbPerNode()).isZero();
    assertThat(parsed("--exclusive=user").resources().exclusive()).isTrue();
  }

  @Test
  void shouldTakeNoMemoryForEachCpuAsNone() {
    assertThat(parsed("--mem-per-cpu=0").resources()).isEqualTo(ResourceRequest.single());
  }

  @Test
  void shouldRefuseBothKindsOfMemory() {
    ParsedJob job = parse("--mem=1G", "--mem-per-cpu=1G");

    assertThat(((ParsedJob.Refused) job).message())
        .isEqualTo(
            "job.sh line 3: options '--mem' and '--mem-per-cpu' exclude each other; delete one.");
  }

  private static Bookkeeping place(@Nullable Integer nice, @Nullable Long priority) {
    return new Bookkeeping(null, null, null, nice, priority);
  }

  private static @Nullable Bookkeeping ofOperator(String directive) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(directive)), root());
    return ((ParsedJob.Parsed) job).spec().bookkeeping();
  }

  private static SubmissionContext root() {
    SubmissionContext user = context();
    return new SubmissionContext(
        user.submitter(),
        user.now(),
        user.zone(),
        user.defaultPartition(),
        user.partitions(),
        user.names(),
        user.exclusiveByDefault(),
        user.countsLicences(),
        user.defaultTime(),
        true,
        false,
        Map.of(),
        null);
  }

  private static String refused(String... directives) {
    return ((ParsedJob.Refused) parse(directives)).message();
  }

  private static JobSpec parsed(String directives) {
    ParsedJob job = parse(directives);
    assertThat(job).as("%s", job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }

  private static ParsedJob parse(String... directives) {
    return JobScriptParser.parse(script(withDirectives(directives)), context());
  }
}
