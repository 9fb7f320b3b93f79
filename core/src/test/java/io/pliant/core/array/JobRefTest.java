package io.pliant.core.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JobRefTest {
  @Test
  void shouldTakeTheFirstComponentOfAPackForAllOfIt() {
    assertThat(JobRef.parse("12+0")).isEqualTo(JobRef.parse("12"));
    assertThat(JobRef.parse("12_7+0")).isEqualTo(JobRef.parse("12_7"));
  }

  @Test
  void shouldSayThatComponentsEndTogether() {
    for (String text : new String[] {"12+1", "12+", "12+0+0", "12+x"}) {
      assertThatThrownBy(() -> JobRef.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + text + "': its components start and end together");
    }
    assertThatThrownBy(() -> JobRef.parse("x+0")).isInstanceOf(IllegalArgumentException.class);
  }
}
