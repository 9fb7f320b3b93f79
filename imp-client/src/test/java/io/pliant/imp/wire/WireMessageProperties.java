package io.pliant.imp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class WireMessageProperties {
  @Property(tries = 1000)
  void shouldReadBackEveryValueOnOneLine(@ForAll String first, @ForAll String second) {
    String a = first.replaceAll("[\\ud800-\\udfff]", "?");
    WireMessage message =
        new WireMessage("test", Map.of()).with("a", a).with("b-2", second.length());
    assertThat(message.encode()).doesNotContain("\n").startsWith("cmd=test a=");
    assertThat(WireMessage.parse(message.encode())).isEqualTo(message);
  }

  @Property(tries = 1000)
  void shouldRefuseGarbageWithAWireException(@ForAll String line) {
    try {
      assertThat(WireMessage.parse(line).encode()).startsWith("cmd=");
    } catch (WireException e) {
      assertThat(e).hasMessageStartingWith("Expected");
    }
  }

  @Example
  void shouldReadMembersAndSayWhatIsWrong() {
    Member six = new Member("t1", "n1", "::1", 4711);
    assertThat(Member.parse(six.toString())).isEqualTo(six);
    WireMessage message = WireMessage.parse("cmd=x members=" + six + "," + six);
    assertThat(message.members("members")).isEqualTo(List.of(six, six));
    assertThatThrownBy(() -> Member.parse("t1@n1@host")).hasMessageContaining("host:port");
    assertThatThrownBy(() -> message.need("no")).hasMessageContaining("a field no in x");
    assertThatThrownBy(() -> WireMessage.parse("a=b")).hasMessageContaining("cmd=word first");
    assertThatThrownBy(() -> WireMessage.parse("cmd=a b=1 b=2")).hasMessageContaining("key once");
  }
}
