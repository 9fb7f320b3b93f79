package io.pliant.runtime.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskOwnerTest {
  @Test
  void shouldReadBackWhatItWrote() {
    TaskOwner owner = new TaskOwner(1000, 4, 2);

    assertThat(TaskOwner.parse(owner.text())).isEqualTo(owner);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1000", "1000 0 1", "1000 0\n", "x 0 1\n", "1000 0 1 1\n"})
  void shouldRefuseWhatIsCutOff(String text) {
    assertThatThrownBy(() -> TaskOwner.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
