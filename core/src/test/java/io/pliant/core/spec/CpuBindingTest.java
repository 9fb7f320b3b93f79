package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuBindingTest {
  /** Variables are those of Slurm 22.05.8 with {@code TaskPlugin=task/none}. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          none                  | quiet,none                 | none      | ''      | quiet
          no                    | quiet,none                 | none      | ''      | quiet
          cores                 | quiet,cores                | cores     | ''      | quiet
          verbose               | verbose                    | ''        | ''      | verbose
          quiet,cores           | quiet,cores                | cores     | ''      | quiet
          v,rank_ldom           | verbose,rank_ldom          | rank_ldom | ''      | verbose
          threads,verbose       | verbose,threads            | threads   | ''      | verbose
          map_cpu:0,1           | quiet,map_cpu:0,1          | map_cpu:  | 0,1     | quiet
          verbose,mask_cpu:0x3,0xc | verbose,mask_cpu:0x3,0xc | mask_cpu: | 0x3,0xc | verbose
          """)
  void shouldTellWhatSlurmTells(String text, String word, String type, String list, String loud) {
    Map<String, String> told = new TreeMap<>();
    CpuBinding.parse(text).tell(told);

    assertThat(told)
        .containsEntry("SLURM_CPU_BIND", word)
        .containsEntry("SLURM_CPU_BIND_TYPE", type)
        .containsEntry("SLURM_CPU_BIND_LIST", list)
        .containsEntry("SLURM_CPU_BIND_VERBOSE", loud)
        .containsEntry("PLIANT_CPU_BIND", word);
    assertThat(CpuBinding.told(told)).isEqualTo(CpuBinding.parse(text));
    CpuBinding.forget(told);
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "bad",
        "boards",
        "cores,threads",
        "cores,",
        "map_cpu",
        "map_cpu:",
        "map_cpu:x",
        "map_cpu:8192",
        "map_cpu:99999999999",
        "map_cpu:-1",
        "map_cpu:1*9999",
        "mask_cpu:zz",
        "mask_cpu:0x0",
        "cores:1",
        "help",
        "map_cpu:1,,2"
      })
  void shouldRefuseWhatSlurmDoesNotRead(String text) {
    assertThatThrownBy(() -> CpuBinding.parse(text)).isInstanceOf(IllegalArgumentException.class);
    assertThat(CpuBinding.told(Map.of("SLURM_CPU_BIND", text))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x1", "1*4096", "f"})
  void shouldRefuseALiarsList(String entry) {
    String million = "mask_cpu:" + (entry + ",").repeat(1_000_000 / entry.length()) + "1";
    assertThatThrownBy(() -> CpuBinding.parse(million))
        .isInstanceOf(IllegalArgumentException.class);
    String wide = "mask_cpu:" + "f".repeat(2_049);
    assertThatThrownBy(() -> CpuBinding.parse(wide)).isInstanceOf(IllegalArgumentException.class);
    String loud = "v,".repeat(500_000) + "cores";
    assertThatThrownBy(() -> CpuBinding.parse(loud)).isInstanceOf(IllegalArgumentException.class);
    String many = "map_cpu:" + "1,".repeat(4_096) + "1";
    assertThatThrownBy(() -> CpuBinding.parse(many)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldReadNumbersMasksAndRepetitions() {
    assertThat(CpuBinding.parse("map_cpu:0,0x10*2,3").masks())
        .containsExactlyElementsOf(List.of(bits(0), bits(16), bits(16), bits(3)));
    assertThat(CpuBinding.parse("mask_cpu:f,0xF0").masks())
        .containsExactly(BigInteger.valueOf(15), BigInteger.valueOf(240));
    assertThat(CpuBinding.parse("none").binds()).isFalse();
    assertThat(CpuBinding.parse("verbose").binds()).isFalse();
    assertThat(CpuBinding.parse("rank").binds()).isTrue();
  }

  private static BigInteger bits(int bit) {
    return BigInteger.ONE.shiftLeft(bit);
  }
}
