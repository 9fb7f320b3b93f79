package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.NodeEntry;
import io.pliant.api.QueueEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.NodeCapacity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PageBudgetTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final String LONG = "\u20ac".repeat(255);

  @Test
  void shouldEndAPageOfLongNamesWhereItsMessageWouldGetLong() throws Exception {
    PageBudget page = new PageBudget(500);
    List<PartitionAnswer.QueueRow> entries = new ArrayList<>();
    while (page.takes(job(entries.size()))) {
      entries.add(new PartitionAnswer.QueueRow(1_000_000, job(entries.size())));
    }
    assertThat(entries).hasSizeBetween(50, 400);
    assertThat(WireJson.cbor().writeValueAsBytes(entries))
        .hasSizeLessThanOrEqualTo(PageBudget.MOST_BYTES);
  }

  @Test
  void shouldEndAPageOfNodesWithManyJobsWhereItsMessageWouldGetLong() throws Exception {
    PageBudget page = new PageBudget(500);
    List<NodeEntry> entries = new ArrayList<>();
    while (page.takes(node(entries.size()))) {
      entries.add(node(entries.size()));
    }
    assertThat(entries).hasSizeBetween(5, 100);
    assertThat(WireJson.cbor().writeValueAsBytes(entries))
        .hasSizeLessThanOrEqualTo(PageBudget.MOST_BYTES);
  }

  @Test
  void shouldTakeOneEntryHoweverLongAndNoMoreThanAsked() {
    PageBudget page = new PageBudget(2);
    assertThat(page.takes(job(1))).isTrue();
    assertThat(page.takes(job(2))).isTrue();
    assertThat(page.takes(job(3))).isFalse();
  }

  private static QueueEntry job(long id) {
    return new QueueEntry(
        new JobId(1_000_000_000_000L + id),
        MAIN,
        LONG,
        "somebody",
        JobStatus.PENDING,
        Instant.parse("2026-03-01T02:00:00.123456789Z"),
        Instant.parse("2026-03-01T02:00:00.123456789Z"),
        1_000_000_000,
        1_000_000_000,
        1_000_000_000,
        "n[001-700]",
        "Resources",
        1.23456789e-7,
        true,
        null,
        null,
        null,
        null);
  }

  private static NodeEntry node(long id) {
    return new NodeEntry(
        new NodeName("n" + id),
        MAIN,
        "allocated",
        LONG,
        1_000_000,
        1_000_000,
        1_000_000_000,
        1_000_000_000,
        LongStream.range(0, 64).mapToObj(i -> new JobId(1_000_000_000_000L + i)).toList(),
        Instant.parse("2026-03-01T02:00:00.123456789Z"),
        new NodeDescription(
            LONG, new NodeCapacity(1, 1), LONG, LONG, "cgroup-v2", true, LONG, true, List.of(LONG)),
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
