package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.confinement.CpuList;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SliceUseTest {
  private static final String GPU = "gpu:a100";
  private static final NodeCapacity NODE = new NodeCapacity(8, 1000, Kinds.of(GPU, 4));

  @Test
  void shouldLetNoTwoJobsHaveMoreThanTheNodeHasOfAnyKind() {
    StepWatch three = watch(launch(1, slice(2, 100, 3)));

    assertThat(fits(launch(2, slice(2, 100, 1)), three)).isTrue();
    assertThat(fits(launch(2, slice(2, 100, 2)), three)).isFalse();
    assertThat(fits(launch(2, slice(7, 100, 0)), three)).isFalse();
    assertThat(fits(launch(2, slice(2, 901, 0)), three)).isFalse();
    assertThat(fits(launch(1, slice(2, 100, 3)), three)).isTrue();
  }

  @Test
  void shouldKnowTheWholeSliceFromTheFileOfTheStep() {
    Resources slice = slice(2, 100, 3);
    byte[] spec = StepSpec.bytes(launch(1, slice), CpuList.NONE, "boot", 0, false);

    assertThat(SliceUse.parse(new String(spec, StandardCharsets.ISO_8859_1)))
        .isEqualTo(new SliceUse(slice, CpuList.NONE));
  }

  @Test
  void shouldWriteNothingOfKindsWhereThereAreNone() {
    byte[] spec = StepSpec.bytes(launch(1, slice(2, 100, 0)), CpuList.NONE, "boot", 0, false);

    assertThat(new String(spec, StandardCharsets.ISO_8859_1)).doesNotContain("slicekinds");
  }

  private static boolean fits(StepLaunch launch, StepWatch other) {
    return SliceUse.roomFor(launch, NODE, List.of(other));
  }

  private static StepWatch watch(StepLaunch launch) {
    return StepWatch.of(
        new StepFolder(Path.of("steps"), launch.step()), launch, SliceUse.of(launch));
  }

  private static Resources slice(int cpus, int memoryMb, int gpus) {
    return new Resources(cpus, memoryMb, Kinds.of(GPU, gpus));
  }

  private static StepLaunch launch(long job, Resources slice) {
    return new StepLaunch(
        StepId.batch(new JobId(job), 1),
        "test",
        new NodeName("n1"),
        new PartitionName("main"),
        1,
        new Submitter("alice", 1000, 1000),
        null,
        List.of("true"),
        0,
        1,
        1,
        0,
        Map.of(),
        "/tmp",
        new StreamFiles("out", null, null, false),
        null,
        null,
        1,
        slice.cpus(),
        slice.memoryMb(),
        null,
        null,
        slice.kinds());
  }
}
