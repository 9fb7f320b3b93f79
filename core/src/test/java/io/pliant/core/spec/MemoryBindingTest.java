package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryBindingTest {
  /** Variables are those of Slurm 22.05.8. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          local         | quiet,local        | ''  | local    | quiet   | -      | -
          none,verbose  | verbose,none       | ''  | none     | verbose | -      | -
          rank          | quiet,rank         | ''  | rank     | quiet   | -      | -
          map_mem:0,1   | quiet,map_mem:0,1  | 0,1 | map_mem: | quiet   | -      | -
          prefer,local  | quiet,prefer,local | ''  | local    | quiet   | prefer | -
          sort          | quiet              | ''  | ''       | quiet   | -      | sort
          nosort        | -                  | -   | -        | -       | -      | -
          """)
  void shouldTellWhatSlurmTells(
      String text, String word, String list, String type, String loud, String prefer, String sort) {
    Map<String, String> told = new TreeMap<>();
    MemoryBinding.parse(text).tell(told);

    assertThat(told.getOrDefault("SLURM_MEM_BIND", "-")).isEqualTo(word);
    assertThat(told.getOrDefault("SLURM_MEM_BIND_LIST", "-")).isEqualTo(list);
    assertThat(told.getOrDefault("SLURM_MEM_BIND_TYPE", "-")).isEqualTo(type);
    assertThat(told.getOrDefault("SLURM_MEM_BIND_VERBOSE", "-")).isEqualTo(loud);
    assertThat(told.getOrDefault("SLURM_MEM_BIND_PREFER", "-")).isEqualTo(prefer);
    assertThat(told.getOrDefault("SLURM_MEM_BIND_SORT", "-")).isEqualTo(sort);
    MemoryBinding.forget(told);
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "foo",
        "local,rank",
        "map_mem",
        "map_mem:",
        "map_mem:1024",
        "mask_mem:0x0",
        "local:1",
        "mask_mem:g",
        "map_mem:1*9999"
      })
  void shouldRefuseWhatSlurmDoesNotRead(String text) {
    assertThatThrownBy(() -> MemoryBinding.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(MemoryBinding.told(Map.of("SLURM_MEM_BIND", text))).isNull();
  }

  @Test
  void shouldRefuseALiarsList() {
    String million = "mask_mem:" + "0x1,".repeat(250_000) + "1";
    assertThatThrownBy(() -> MemoryBinding.parse(million))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MemoryBinding.parse("mask_mem:" + "f".repeat(300)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
