package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slurm's spellings for GPUs, and the request that each becomes. */
class DeviceOptionsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --gres=gpu                              | 1 nodes 1 tasks 1 cpus node gpu=1
          --gres=gpu:2                            | 1 nodes 1 tasks 1 cpus node gpu=2
          --gres=gpu:A100:2,ssd:1                 | 1 nodes 1 tasks 1 cpus node gpu=2,gpu:a100=2,ssd=1
          --gres=gres:gpu:2080:1                  | 1 nodes 1 tasks 1 cpus node gpu=1,gpu:2080=1
          --gres=none                             | 1 nodes 1 tasks 1 cpus
          --gres=lscratch:1k                      | 1 nodes 1 tasks 1 cpus node lscratch=1024
          -N 2 --gpus-per-node=v100:4             | 2 nodes 2 tasks 1 cpus node gpu=4,gpu:v100=4
          -G 4                                    | 1 nodes 1 tasks 1 cpus node gpu=4
          -N 2 -G 4                               | 2 nodes 2 tasks 1 cpus node gpu=2
          -N 2 -G a100:2,v100:2                   | 2 nodes 2 tasks 1 cpus node gpu=2,gpu:a100=1,gpu:v100=1
          -n 4 --gpus=8                           | 1-4 nodes 4 tasks 1 cpus task gpu=2
          -n 8 --gpus=2                           | 1 nodes 8 tasks 1 cpus node gpu=2
          -N 2 -n 2 --gpus=3                      | 2 nodes 2 tasks 1 cpus node gpu=2
          -n 4 --gpus-per-task=1                  | 1-4 nodes 4 tasks 1 cpus task gpu=1
          --gpus=8 --gpus-per-task=2              | 1-4 nodes 4 tasks 1 cpus task gpu=2
          --gpus=8 --gpus-per-node=4              | 2 nodes 2 tasks 1 cpus node gpu=4
          --gpus=2 --ntasks-per-gpu=3             | 1 nodes 6 tasks 1 cpus node gpu=2
          -n 4 --ntasks-per-gpu=2                 | 1 nodes 4 tasks 1 cpus node gpu=2
          --gpus=2 --cpus-per-gpu=6               | 1 nodes 1 tasks 12 cpus node gpu=2
          -n 4 --gpus-per-task=2 --cpus-per-gpu=3 | 1-4 nodes 4 tasks 6 cpus task gpu=2
          -n 2 -N 1 --gres=gpu:1 --cpus-per-gpu=8 | 1 nodes 2 tasks 4 cpus node gpu=1
          -c 2 --gpus=1 --mem-per-gpu=10G         | 1 nodes 1 tasks 2 cpus node gpu=1 10240 MB
          --gpus-per-socket=2 --sockets-per-node=2| 1 nodes 1 tasks 1 cpus node gpu=4
          """)
  void shouldBecomeTheRequestOfSlurm(String options, String expected) {
    assertThat(text(spec(options).resources())).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --gres=gpu:                  | --gres
          --gres=gpu:2:3:4             | --gres
          --gres=8gpu                  | --gres
          --gpus=9999999               | --gpus
          --gpus=                      | --gpus
          --cpus-per-gpu=4             | option '--cpus-per-gpu' needs GPUs
          --mem-per-gpu=4G             | option '--mem-per-gpu' needs GPUs
          --gpus-per-socket=1          | needs --sockets-per-node
          -G1 --mem=1G --mem-per-gpu=1 | exclude each other
          """)
  void shouldRefuseWhatIsNoneWithLineAndRemedy(String options, String expected) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());

    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    assertThat(((ParsedJob.Refused) job).message()).contains("line 2").contains(expected);
  }

  @Test
  void shouldTellTasksWhatWasAskedFor() {
    assertThat(spec("--gpus-per-node=a100:2 --cpus-per-gpu=4").environment())
        .containsEntry("SLURM_GPUS_PER_NODE", "a100:2")
        .containsEntry("SLURM_CPUS_PER_GPU", "4")
        .doesNotContainKey("SLURM_GPUS");
  }

  private static JobSpec spec(String options) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }

  private static String text(ResourceRequest request) {
    int min = request.minNodes();
    int max = request.maxNodes();
    int memory = request.onNodeWith(1).memoryMb();
    return "%s nodes %d tasks %d cpus%s%s%s"
        .formatted(
            min == max ? Integer.toString(min) : min + "-" + max,
            request.tasks(),
            request.cpusPerTask(),
            text(" node ", Kinds.orNone(request.kindsPerNode())),
            text(" task ", Kinds.orNone(request.kindsPerTask())),
            memory == 0 ? "" : " " + memory + " MB");
  }

  private static String text(String each, Kinds kinds) {
    return kinds.isNone() ? "" : each + kinds.word();
  }
}
