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

  private static JobSpec parsed(String directives) {
    ParsedJob job = parse(directives);
    assertThat(job).as("%s", job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }

  private static ParsedJob parse(String... directives) {
    return JobScriptParser.parse(script(withDirectives(directives)), context());
  }
}
