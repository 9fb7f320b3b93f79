package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import org.junit.jupiter.api.Test;

class NodeRecordTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final Slice HELD = new Slice(NODE, 4, 1000, 1);

  /** The journal of a node that was taken out and came again may say so. */
  @Test
  void shouldTakeBackASliceOfWhichItKnowsNothing() {
    NodeRecord record = NodeRecord.registered(NODE, new NodeCapacity(4, 1000)).vacated(HELD);
    assertThat(record.usedCpus()).isZero();
    assertThat(record.jobs()).isZero();
    assertThat(record.view().freeCpus()).isEqualTo(4);
  }

  @Test
  void shouldHaveNothingFreeWhereMoreIsHeldThanItHasNow() {
    NodeView view =
        NodeRecord.registered(NODE, new NodeCapacity(4, 1000))
            .occupied(HELD)
            .withCapacity(new NodeCapacity(2, 500))
            .view();
    assertThat(view.freeCpus()).isZero();
    assertThat(view.freeMemoryMb()).isZero();
  }
}
