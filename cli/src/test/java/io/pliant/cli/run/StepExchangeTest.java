package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.run.StepExchange.Gather;
import io.pliant.cli.run.StepExchange.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepExchangeTest {
  private static final Gather ALL = new Gather("pmi", "*");

  private final StepExchange exchange = new StepExchange();

  private @Nullable Result whole(int node, Gather gather, String text) throws IOException {
    return exchange.contribute(node, gather, false, bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(@Nullable Result result) {
    return new String(Objects.requireNonNull(result).bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void shouldGiveAllWhatAllContributedInTheOrderOfTheNodes() throws IOException {
    exchange.expect(3);
    assertThat(whole(2, ALL, "c")).isNull();
    assertThat(whole(0, ALL, "")).isNull();
    Result result = Objects.requireNonNull(whole(1, ALL, "bb"));

    assertThat(text(result)).isEqualTo("0 0\n1 2\nbb2 1\nc");
    assertThat(result.nodes()).containsExactly(0, 1, 2);
  }

  @Test
  void shouldJoinPiecesAndHoldTheNextGatherOfAFastNode() throws IOException {
    exchange.expect(2);
    assertThat(exchange.contribute(0, ALL, true, bytes("ab"))).isNull();
    assertThat(whole(0, ALL, "cd")).isNull();
    assertThat(whole(0, ALL, "next")).isNull();
    assertThat(text(whole(1, ALL, "x"))).isEqualTo("0 4\nabcd1 1\nx");
    assertThat(text(whole(1, ALL, "y"))).isEqualTo("0 4\nnext1 1\ny");
  }

  @Test
  void shouldWaitUntilTheNodesAreCounted() throws IOException {
    assertThat(whole(0, ALL, "a")).isNull();
    assertThat(whole(1, ALL, "b")).isNull();
    List<Result> results = exchange.expect(2);
    assertThat(results).hasSize(1);
    assertThat(text(results.getFirst())).isEqualTo("0 1\na1 1\nb");
  }

  @Test
  void shouldGatherAmongSome() throws IOException {
    exchange.expect(9);
    Gather some = new Gather("f.1", "1-2,7");
    assertThat(whole(7, some, "h")).isNull();
    assertThat(whole(1, some, "b")).isNull();
    Result result = Objects.requireNonNull(whole(2, some, "c"));
    assertThat(result.nodes()).containsExactly(1, 2, 7);
    assertThatThrownBy(() -> whole(3, some, "x")).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PMI | *
          p m | *
          pmi | 0-
          pmi | 1
          pmi | x
          pmi | 0--1
          """)
  void shouldRefuseWhatIsNoGatherOfThatNode(String channel, String nodes) {
    assertThatThrownBy(() -> whole(0, new Gather(channel, nodes), "a"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseALongName() {
    assertThatThrownBy(() -> whole(0, new Gather("a".repeat(65), "*"), "a"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseMoreBytesThanAnybodyMayContribute() throws IOException {
    exchange.expect(2);
    byte[] piece = new byte[StepExchange.MOST_CONTRIBUTED / 4];
    for (int i = 0; i < 4; i++) {
      exchange.contribute(0, ALL, true, piece);
    }
    assertThatThrownBy(() -> exchange.contribute(0, ALL, true, new byte[1]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most " + StepExchange.MOST_CONTRIBUTED);
  }

  @Test
  void shouldRefuseAResultThatIsTooLarge() throws IOException {
    exchange.expect(5);
    byte[] most = new byte[StepExchange.MOST_CONTRIBUTED];
    for (int node = 0; node < 4; node++) {
      exchange.contribute(node, ALL, false, most);
    }
    assertThatThrownBy(() -> exchange.contribute(4, ALL, false, new byte[1]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at most " + StepExchange.MOST_IN_ALL);
  }

  @Test
  void shouldRefuseGathersWithoutEnd() throws IOException {
    exchange.expect(2);
    for (int i = 0; i < StepExchange.MOST_OPEN; i++) {
      whole(0, new Gather("f." + i % 3, "*"), "");
    }
    assertThatThrownBy(() -> whole(0, ALL, "")).isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseBeginningsWithoutEnd() throws IOException {
    exchange.expect(2);
    for (int i = 0; i < StepExchange.MOST_OPEN; i++) {
      exchange.contribute(0, new Gather("f." + i, "*"), true, new byte[1]);
    }
    assertThatThrownBy(() -> exchange.contribute(0, ALL, true, new byte[1]))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> exchange.contribute(1, ALL, true, new byte[0]))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldMissOnlyWhoIsWaitedFor() throws IOException {
    exchange.expect(3);
    assertThat(exchange.missed(1)).isFalse();
    whole(0, ALL, "a");
    whole(2, ALL, "c");
    assertThat(exchange.missed(1)).isTrue();
    assertThat(exchange.missed(0)).isFalse();
    whole(1, ALL, "b");
    assertThat(exchange.missed(1)).isFalse();
  }
}
