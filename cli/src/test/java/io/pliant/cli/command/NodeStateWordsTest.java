package io.pliant.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeStateWordsTest {
  @Test
  void shouldTakeSlurmsWords() {
    assertThat(NodeStateWords.meant(List.of("alloc", "MIX"))).containsExactly("allocated", "mixed");
    assertThat(NodeStateWords.meant(List.of("drain"))).containsExactly("drained", "draining");
    assertThat(NodeStateWords.meant(List.of("all"))).hasSize(7);
    assertThat(NodeStateWords.meant(List.of())).hasSize(7);
    assertThat(NodeStateWords.meant(List.of("maint", "idle"))).containsExactly("idle");
    assertThat(NodeStateWords.meant(List.of("resv"))).containsExactly("reserved");
  }

  @Test
  void shouldRefuseWhatIsNoState() {
    assertThatThrownBy(() -> NodeStateWords.meant(List.of("idle", "busy")))
        .hasMessageStartingWith("Bad state string \"busy\"");
  }
}
