package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.node.TestLaunch;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.folder.StepFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeRoomTest {
  private static final String GPU = "gpu:a100";
  private static final NodeCapacity NODE = new NodeCapacity(8, 1000, Kinds.of(GPU, 4));

  @Test
  void shouldLetNoTwoJobsHaveMoreThanTheNodeHasOfAnyKind() {
    StepWatch three = watch(TestLaunch.of(1, slice(2, 100, 3)));

    assertThat(fits(TestLaunch.of(2, slice(2, 100, 1)), three)).isTrue();
    assertThat(fits(TestLaunch.of(2, slice(2, 100, 2)), three)).isFalse();
    assertThat(fits(TestLaunch.of(2, slice(7, 100, 0)), three)).isFalse();
    assertThat(fits(TestLaunch.of(2, slice(2, 901, 0)), three)).isFalse();
    assertThat(fits(TestLaunch.of(1, slice(2, 100, 3)), three)).isTrue();
  }

  @Test
  void shouldLetNoTwoJobsHaveTheSameDevice() {
    NodeCapacity numbered = new NodeCapacity(8, 1000, Kinds.parse("gpu=4/0/1/2/3"));
    StepWatch other = watch(TestLaunch.of(1, devices("gpu=2/0/1")));

    assertThat(NodeRoom.fits(TestLaunch.of(2, devices("gpu=2/2/3")), numbered, List.of(other)))
        .isTrue();
    assertThat(NodeRoom.fits(TestLaunch.of(2, devices("gpu=2/1/2")), numbered, List.of(other)))
        .isFalse();
    assertThat(NodeRoom.fits(TestLaunch.of(2, devices("gpu=1/7")), numbered, List.of(other)))
        .isFalse();
  }

  private static Resources devices(String kinds) {
    return new Resources(1, 10, Kinds.parse(kinds));
  }

  private static boolean fits(StepLaunch launch, StepWatch other) {
    return NodeRoom.fits(launch, NODE, List.of(other));
  }

  private static StepWatch watch(StepLaunch launch) {
    return StepWatch.of(
        new StepFolder(Path.of("steps"), launch.step()), launch, SliceUse.of(launch));
  }

  private static Resources slice(int cpus, int memoryMb, int gpus) {
    return new Resources(cpus, memoryMb, Kinds.of(GPU, gpus));
  }
}
