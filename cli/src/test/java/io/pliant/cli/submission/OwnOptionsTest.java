package io.pliant.cli.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.option.SubmitOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnOptionsTest {
  @Test
  void shouldPickOurOptionsBeforeTheScript() {
    OwnOptions own =
        pick("-N", "2", "--dir", "/tmp/a", "--json", "-J", "x", "job.sh", "--dir", "/tmp/b");
    assertThat(own.dir()).isEqualTo(Path.of("/tmp/a"));
    assertThat(own.json()).isTrue();
    assertThat(own.rest()).containsExactly("-N", "2", "-J", "x", "job.sh", "--dir", "/tmp/b");
  }

  @Test
  void shouldNotTakeAValueForAnOption() {
    OwnOptions own = pick("--wrap", "--json", "--comment=--dir", "-HJ", "--json");
    assertThat(own.json()).isFalse();
    assertThat(own.rest()).containsExactly("--wrap", "--json", "--comment=--dir", "-HJ", "--json");
  }

  @Test
  void shouldStopAtTwoDashes() {
    OwnOptions own = pick("--dir=/tmp/a", "--", "--json");
    assertThat(own.dir()).isEqualTo(Path.of("/tmp/a"));
    assertThat(own.rest()).containsExactly("--", "--json");
  }

  @Test
  void shouldAskForTheFolderWhenItIsMissing() {
    assertThatThrownBy(() -> pick("--dir")).hasMessageContaining("Expected a folder after --dir");
  }

  private static OwnOptions pick(String... words) {
    return OwnOptions.pick(List.of(words), SubmitOption.ofSubmit());
  }
}
