package io.pliant.runtime.confinement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CpuListTest {
  @Test
  void shouldReadAndWriteTheKernelsForm() {
    CpuList list = CpuList.parse("0-2,7,4-5\n");

    assertThat(list.numbers()).containsExactly(0, 1, 2, 4, 5, 7);
    assertThat(list).hasToString("0-2,4-5,7");
    assertThat(CpuList.parse("")).isEqualTo(CpuList.NONE);
    assertThat(CpuList.NONE).hasToString("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "3-1", "-1", "0-", "1,,2", "0-4000000000", "0-65536"})
  void shouldRefuseOtherForms(String text) {
    assertThatThrownBy(() -> CpuList.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Expected cpus such as 0-3,8, at most 65535, but got '%s'.", text);
  }

  @Test
  void shouldChooseSideBySideWhereItCan() {
    assertThat(CpuList.parse("0,2-3,5-8").choose(3)).hasToString("5-7");
    assertThat(CpuList.parse("0,2,4").choose(2)).hasToString("0,2");
    assertThat(CpuList.parse("0-3").choose(5)).isEqualTo(CpuList.NONE);
    assertThat(CpuList.parse("0-3").without(List.of(CpuList.parse("1"), CpuList.parse("3,9"))))
        .hasToString("0,2");
    assertThat(CpuList.parse("0-3").within(CpuList.parse("2-9"))).hasToString("2-3");
  }

  @Property
  void shouldReadWhatItWrites(@ForAll Set<@IntRange(min = 0, max = 200) Integer> numbers) {
    CpuList list = new CpuList(List.copyOf(numbers));

    assertThat(CpuList.parse(list.toString())).isEqualTo(list);
  }
}
