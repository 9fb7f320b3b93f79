package io.pliant.runtime.controller.metrics;

import io.pliant.actors.partition.PartitionMeter;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.PartitionName;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one controller. What takes time is counted as it happens; all else is read when a
 * page is asked for. Labels have few values: partitions, states, kinds; never a job or a user.
 */
public final class Metrics implements PartitionMeter {
  private static final double[] ROUNDS = {
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10
  };
  private static final double[] WAITS = {
    0.1, 0.5, 1, 5, 10, 60, 300, 900, 3_600, 14_400, 43_200, 86_400, 604_800
  };
  private static final double[] RESIZES = {0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300};
  private static final double NANOS = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final Histogram rounds =
      histogram(
          "pliant_round_seconds",
          "Time of a scheduling round until its policy came to a plan.",
          ROUNDS,
          "partition");
  private final Histogram waits =
      histogram(
          "pliant_job_wait_seconds",
          "Time of a job from its submission to its start.",
          WAITS,
          "partition");
  private final Histogram resizes =
      histogram(
          "pliant_adaptation_seconds",
          "Time of an adaptation in the ledger, by kind and outcome.",
          RESIZES,
          "partition",
          "kind",
          "outcome");

  private Metrics() {}

  /** Nothing counted yet; the JVM is watched from now on. */
  public static Metrics create() {
    Metrics metrics = new Metrics();
    JvmMetrics.builder().register(metrics.registry);
    return metrics;
  }

  private Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .labelNames(labels)
        .register(registry);
  }

  @Override
  public void planned(PartitionName partition, Duration took) {
    rounds.labelValues(partition.value()).observe(seconds(took));
  }

  @Override
  public void started(PartitionName partition, Duration waited) {
    waits.labelValues(partition.value()).observe(seconds(waited));
  }

  @Override
  public void resized(PartitionName partition, Kind kind, Result result, Duration took) {
    resizes.labelValues(partition.value(), word(kind), word(result)).observe(seconds(took));
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / NANOS;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** One page in a format, with the name that HTTP has for it. */
  public record Page(String contentType, byte[] body) {}

  /**
   * All metrics now.
   *
   * @param accept what the asking system understands, as HTTP says it, or null
   */
  public Page page(@Nullable String accept, Readings readings) {
    List<MetricSnapshot> all = new ArrayList<>();
    registry.scrape().forEach(all::add);
    all.addAll(ClusterFamilies.of(readings));
    if (!readings.journal().isEmpty()) {
      all.addAll(JournalFamilies.of(readings.journal()));
    }
    // a server that would rather have protobuf takes text too; that format is not in this program
    ExpositionFormatWriter writer =
        formats.getOpenMetricsTextFormatWriter().accepts(accept)
            ? formats.getOpenMetricsTextFormatWriter()
            : formats.getPrometheusTextFormatWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, new MetricSnapshots(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Page(writer.getContentType(), out.toByteArray());
  }
}
