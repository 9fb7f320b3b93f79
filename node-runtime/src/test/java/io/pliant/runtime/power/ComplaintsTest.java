package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComplaintsTest {
  @Test
  void shouldNotFloodTheLog() {
    List<String> log = new ArrayList<>();
    long[] now = {5};
    Complaints complaints = new Complaints(log::add, () -> now[0]);
    for (int i = 1; i <= 1_000; i++) {
      complaints.accept("fault " + i);
    }
    assertThat(log).hasSize(Complaints.MOST).first().isEqualTo("fault 1");
    assertThat(log.getLast()).isEqualTo("fault 10 (no more of this for ten minutes)");
    now[0] += Complaints.WINDOW_NANOS + 1;
    complaints.accept("later");
    assertThat(log).last().isEqualTo("later");
  }
}
