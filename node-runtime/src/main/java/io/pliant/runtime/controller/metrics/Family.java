package io.pliant.runtime.controller.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Metrics of one name whose values are read when a page is asked for. */
final class Family {
  private Family() {}

  /** Values by labels: a value, then names and values of labels in turn. */
  interface Points {
    void add(double value, String... labels);
  }

  static MetricSnapshot gauge(String name, String help, Consumer<Points> fill) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    fill.accept(
        points((value, labels) ->
            gauge.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .value(value)
                    .labels(labels)
                    .build())));
    return gauge.build();
  }

  /**
   * A counter.
   *
   * @param name without {@code _total}
   */
  static MetricSnapshot counter(String name, String help, Consumer<Points> fill) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    fill.accept(
        points((value, labels) ->
            counter.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .value(value)
                    .labels(labels)
                    .build())));
    return counter.build();
  }

  private static Points points(BiConsumer<Double, Labels> add) {
    return (value, labels) -> add.accept(value, Labels.of(labels));
  }
}
