package io.pliant.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JsonTest {
  @Test
  void shouldReadWhatAControllerWrites() {
    Json job =
        Json.parse(
            "{\"job\":7,\"at\":\"2026-01-01T00:00:01.5Z\",\"exit\":null,\"n\":[\"a\",\"b\"],\"x\":1.5,\"b\":true}");
    assertThat(job.get("job").number()).isEqualTo(7);
    assertThat(job.get("job").text()).isEqualTo("7");
    assertThat(job.get("at").instant()).isEqualTo(Instant.parse("2026-01-01T00:00:01.5Z"));
    assertThat(job.get("exit").isNull()).isTrue();
    assertThat(job.get("n").list()).extracting(Json::text).containsExactly("a", "b");
    assertThat(job.get("x").decimal()).isEqualTo(1.5);
    assertThat(job.get("b").bool()).isTrue();
  }

  @Test
  void shouldReadWhatIsMissingAsNothing() {
    Json none = Json.parse("{}").get("a").get("b");
    assertThat(none.text()).isEmpty();
    assertThat(none.number()).isZero();
    assertThat(none.list()).isEmpty();
    assertThat(none.instant()).isNull();
  }

  @Test
  void shouldRefuseWhatIsNoJson() {
    assertThatThrownBy(() -> Json.parse("{\"a\":")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Json.parse("<html>")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldWriteTreesInOrder() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("b", 1);
    tree.put("a", List.of(true, 2L, 0.5));
    tree.put("p", Path.of("/tmp"));
    tree.put("n", null);
    assertThat(Json.write(tree))
        .isEqualTo("{\"b\":1,\"a\":[true,2,0.5],\"p\":\"/tmp\",\"n\":null}");
  }

  @Property
  void shouldReadBackAnyTextItWrote(@ForAll String key, @ForAll String value) {
    assertThat(Json.parse(Json.write(Map.of(key, value))).get(key).raw()).isEqualTo(value);
  }

  @Test
  void shouldShowWhatWouldTurnOrMoveATerminalAsItsNumber() {
    Json job = Json.parse("{\"name\":\"a\\u202eb\",\"reason\":\"\\u001b[2Jgone\\n\"}");
    assertThat(job.get("name").text()).isEqualTo("a\\u202eb");
    assertThat(job.get("name").raw()).isEqualTo("a\u202eb");
    assertThat(job.get("reason").text()).isEqualTo("\\u001b[2Jgone\\u000a");
    assertThat(Json.write(job)).contains("a\u202eb");
  }
}
