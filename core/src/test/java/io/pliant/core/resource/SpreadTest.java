package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final Spread SPREAD = new Spread(List.of(A, B, A), null);
  private static final ResourceRequest PACK =
      ResourceRequest.wholeNodes(1)
          .withLicences(Kinds.of("matlab", 2))
          .with(
              new Components(
                  List.of(ResourceRequest.wholeNodes(2), ResourceRequest.wholeNodes(3)), SPREAD));

  @Test
  void shouldGiveEachPartitionItsComponentsAndLicencesToTheLeadingOne() {
    ResourceRequest inA = SPREAD.shareOf(PACK, A);
    ResourceRequest inB = SPREAD.shareOf(PACK, B);

    assertThat(inA.components()).extracting(ResourceRequest::tasks).containsExactly(1, 3);
    assertThat(Objects.requireNonNull(inA.spread()).numbers()).containsExactly(0, 2);
    assertThat(inA.licences()).isEqualTo(Kinds.of("matlab", 2));
    assertThat(inB.components()).extracting(ResourceRequest::tasks).containsExactly(2);
    assertThat(Objects.requireNonNull(inB.spread()).numbers()).containsExactly(1);
    assertThat(inB.licences()).isNull();
    assertThat(inB.isPack()).isTrue();
  }

  @Test
  void shouldPutSharesTogetherInTheOrderOfComponents() {
    Map<PartitionName, Allocation> shares = Map.of(A, nodes("a", 4), B, nodes("b", 2));

    Allocation whole = Objects.requireNonNull(SPREAD.whole(PACK, shares));

    assertThat(whole.nodes())
        .extracting(NodeName::value)
        .containsExactly("a1", "b1", "b2", "a2", "a3", "a4");
    assertThat(Objects.requireNonNull(whole.byComponent(PACK))).hasSize(3);
    assertThat(SPREAD.whole(PACK, Map.of(A, nodes("a", 4)))).isNull();
    assertThat(SPREAD.whole(PACK, Map.of(A, nodes("a", 3), B, nodes("b", 2)))).isNull();
  }

  @Test
  void shouldBeOfSeveralPartitionsAndNoMoreThanAPackHas() {
    assertThat(Spread.over(List.of(A, A))).isNull();
    assertThatThrownBy(() -> new Spread(List.of(A, A), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Spread(List.of(A, B), new PartitionName("c")))
        .isInstanceOf(IllegalArgumentException.class);
    List<PartitionName> many = new ArrayList<>(Collections.nCopies(Components.MOST, A));
    many.add(B);
    assertThatThrownBy(() -> new Spread(many, null)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Allocation nodes(String prefix, int count) {
    return new Allocation(
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> new Slice(new NodeName(prefix + i), 1, 0, 1))
            .toList());
  }
}
