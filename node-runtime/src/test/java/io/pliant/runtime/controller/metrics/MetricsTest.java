package io.pliant.runtime.controller.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PoolEntry;
import io.pliant.api.PowerStatus;
import io.pliant.api.RefusedDecisions;
import io.pliant.api.SchedulingCounts;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final PartitionName OTHER = new PartitionName("other");
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  private final Metrics metrics = Metrics.create();

  @Test
  void shouldCountWhatTakesTimeAsItHappens() {
    metrics.planned(MAIN, Duration.ofMillis(3));
    metrics.started(MAIN, Duration.ofSeconds(7));
    metrics.started(MAIN, Duration.ofSeconds(700));
    metrics.resized(MAIN, Kind.SHRINK, Result.COMMITTED_IN_PART, Duration.ofMillis(250));

    assertThat(page(readings("c1", List.of(), null)))
        .contains("pliant_round_seconds_bucket{partition=\"main\",le=\"0.002\"} 0")
        .contains("pliant_round_seconds_bucket{partition=\"main\",le=\"0.005\"} 1")
        .contains("pliant_job_wait_seconds_bucket{partition=\"main\",le=\"10.0\"} 1")
        .contains("pliant_job_wait_seconds_sum{partition=\"main\"} 707.0")
        .contains(
            "pliant_adaptation_seconds_count{kind=\"shrink\",outcome=\"committed_in_part\",partition=\"main\"} 1");
  }

  @Test
  void shouldTellOfAPartitionWhereItIsHostedOnly() {
    PartitionEntry entry =
        new PartitionEntry(
            MAIN,
            true,
            "easy",
            7,
            "c1",
            3,
            4,
            12,
            5,
            6,
            null,
            60,
            null,
            null,
            "stands",
            null,
            null,
            null,
            new SchedulingCounts(NOW, 20, 15, 8, 1, 2, 30, 1, 2, 3, null, 99),
            new PoolEntry("all", new TreeMap<>(Map.of(OTHER, 3)), new TreeMap<>(), 2, 0, 7));
    assertThat(page(readings("c1", List.of(entry), null)))
        .contains("pliant_jobs{partition=\"main\",state=\"waiting\"} 6.0")
        .contains("pliant_nodes{partition=\"main\",state=\"down\"} 1.0")
        .contains("pliant_jobs_ended_total{outcome=\"failed\",partition=\"main\"} 2.0")
        .contains("pliant_round_alarm{partition=\"main\"} 1.0")
        .contains("pliant_pool_nodes{partition=\"main\",state=\"lent\"} 3.0")
        .contains("pliant_pool_nodes{partition=\"main\",state=\"offered\"} 2.0")
        .contains("pliant_pool_words_total{partition=\"main\"} 7.0")
        .contains("slurm_partition_jobs_pending{partition=\"main\"} 6.0")
        .contains("slurm_jobs_running 5.0");
    assertThat(page(readings("c2", List.of(entry), null)))
        .doesNotContain("partition=\"main\"")
        .contains("slurm_jobs_running 0.0");
  }

  @Test
  void shouldCountRefusedDecisionsAndTellTheCorridorWhereItIsHosted() {
    PartitionEntry entry =
        new PartitionEntry(
            MAIN,
            true,
            "easy",
            7,
            "c1",
            3,
            4,
            12,
            5,
            6,
            null,
            60,
            null,
            null,
            null,
            new RefusedDecisions(4, 2, "why", NOW),
            null,
            null,
            null);
    PowerStatus power =
        new PowerStatus(
            "c1",
            NOW,
            new Corridor(100, 900),
            null,
            List.of(),
            512.5,
            null,
            List.of(),
            List.of(),
            List.of());
    assertThat(page(readings("c1", List.of(entry), power)))
        .contains("pliant_round_refusals_total{of=\"resize\",partition=\"main\"} 2.0")
        .contains("pliant_power_watts 512.5")
        .contains("pliant_power_bound_watts{bound=\"upper\"} 900.0");
    assertThat(page(readings("c2", List.of(entry), power))).doesNotContain("pliant_power_");
  }

  @Test
  void shouldSayHowTheJournalStandsAndWhatDidNotAnswer() {
    GroupStatus group =
        new GroupStatus(
            0,
            "c1",
            "c1",
            3,
            90,
            80,
            -1,
            List.of(
                new GroupStatus.Standing("c1", "h:1", 0),
                new GroupStatus.Standing("c2", "h:2", 17),
                new GroupStatus.Standing("c3", "h:3", -1)),
            0,
            44,
            11,
            0,
            1000,
            2000,
            "no space");
    JournalGroup.Appends appends =
        new JournalGroup.Appends(List.of(0.001, 0.01), List.of(3L, 2L, 1L), 0.5);
    Readings readings =
        new Readings(
            "c1", null, List.of(), null, List.of(new Readings.Journal(group, appends)), 12, 3);
    assertThat(page(readings))
        .contains("pliant_journal_leader{group=\"0\"} 1.0")
        .contains("pliant_journal_behind_entries{group=\"0\",member=\"c2\"} 17.0")
        .doesNotContain("member=\"c3\"")
        .contains("pliant_journal_trouble 1.0")
        .contains("pliant_journal_append_seconds_bucket{group=\"0\",le=\"0.01\"} 5")
        .contains("pliant_journal_append_seconds_count{group=\"0\"} 6")
        .contains("pliant_agents 12.0")
        .contains("pliant_scrape_silent 3.0")
        .doesNotContain("pliant_ready");
  }

  @Test
  void shouldSpeakOpenMetricsToWhomeverAsksForIt() {
    Metrics.Page page =
        metrics.page("application/openmetrics-text;version=1.0.0", readings("c1", List.of(), null));
    assertThat(page.contentType()).startsWith("application/openmetrics-text");
    assertThat(new String(page.body(), UTF_8)).endsWith("# EOF\n");
  }

  private static Readings readings(
      String controller, List<PartitionEntry> partitions, @Nullable PowerStatus power) {
    ControllerStatus status =
        new ControllerStatus(
            controller,
            "1.0",
            true,
            List.of(new ControllerStatus.Member("a", "Up", null)),
            "raft",
            0,
            "test");
    return new Readings(controller, status, partitions, power, List.of(), 0, 0);
  }

  private String page(Readings readings) {
    return new String(metrics.page(null, readings).body(), UTF_8);
  }
}
