package io.pliant.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepComponentsTest {
  @Test
  void shouldReadNumbersAndRangesInOrder() {
    assertThat(StepComponents.parse("4,0-2,1").numbers()).containsExactly(0, 1, 2, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "1,", "a", "-1", "3-2", "128", "0-128", "0-1-2", "99999999999"})
  void shouldRefuseWhatNamesNoComponents(String text) {
    assertThatThrownBy(() -> StepComponents.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("numbers of components from 0 to 127");
  }

  /** Kept one by one these would be 64 million numbers, more than the memory of a test has. */
  @Test
  void shouldKeepEachNumberOnceHoweverOftenALiarNamesIt() {
    String all = String.join(",", Collections.nCopies(500_000, "0-127"));

    assertThat(StepComponents.parse(all).numbers())
        .containsExactlyElementsOf(IntStream.rangeClosed(0, 127).boxed().toList());
  }
}
