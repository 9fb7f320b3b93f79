package io.pliant.runtime.node.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.TestLaunch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceUseTest {
  private static final String GPU = "gpu:a100";

  @Test
  void shouldKnowTheWholeSliceFromTheFileOfTheStep() {
    Resources slice = slice(2, 100, 3);
    byte[] spec =
        StepSpec.bytes(
            TestLaunch.of(1, slice), TaskCpus.all(CpuList.NONE), List.of(), "boot", 0, false);

    assertThat(SliceUse.parse(new String(spec, StandardCharsets.ISO_8859_1)))
        .isEqualTo(new SliceUse(slice, CpuList.NONE));
  }

  @Test
  void shouldWriteNothingOfKindsWhereThereAreNone() {
    byte[] spec =
        StepSpec.bytes(
            TestLaunch.of(1, slice(2, 100, 0)),
            TaskCpus.all(CpuList.NONE),
            List.of(),
            "boot",
            0,
            false);

    assertThat(new String(spec, StandardCharsets.ISO_8859_1)).doesNotContain("slicekinds");
  }

  private static Resources slice(int cpus, int memoryMb, int gpus) {
    return new Resources(cpus, memoryMb, Kinds.of(GPU, gpus));
  }
}
