package io.pliant.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({"500, 500", "1500K, 2", "10m, 10", "2G, 2048", "2GB, 2048", "1T, 1048576", "0, 0"})
  void shouldReadFormsOfSlurm(String text, int megabytes) {
    assertThat(MemorySize.parseMegabytes(text)).isEqualTo(megabytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "1.5G", "2X", "-1", "5B", "1 G", "9999999999T", "3000T"})
  void shouldNameTextThatIsNoAmount(String text) {
    assertThatThrownBy(() -> MemorySize.parseMegabytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Property
  void shouldReadWhatItWrote(@ForAll @IntRange(min = 0) int megabytes) {
    assertThat(MemorySize.parseMegabytes(MemorySize.format(megabytes))).isEqualTo(megabytes);
  }
}
