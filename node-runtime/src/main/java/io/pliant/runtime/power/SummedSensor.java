package io.pliant.runtime.power;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Two sensors of parts of a node; what one of them does not know, the sum does not. */
final class SummedSensor implements Sensor {
  private final Sensor first;
  private final Sensor second;

  SummedSensor(Sensor first, Sensor second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public String method() {
    return first.method() + "+" + second.method();
  }

  @Override
  public boolean estimated() {
    return first.estimated() || second.estimated();
  }

  @Override
  public @Nullable String trouble() {
    String trouble = first.trouble();
    return trouble != null ? trouble : second.trouble();
  }

  @Override
  public long sample(long nanos) {
    long one = first.sample(nanos);
    long other = second.sample(nanos);
    return one < 0 || other < 0 ? GAP : one + other;
  }

  @Override
  public SortedMap<String, Long> ofGpus() {
    TreeMap<String, Long> both = new TreeMap<>(first.ofGpus());
    second.ofGpus().forEach((gpu, energy) -> both.merge(gpu, energy, Long::sum));
    return both;
  }

  @Override
  public boolean look() {
    boolean one = first.look();
    boolean other = second.look();
    return one || other;
  }

  @Override
  public void close() {
    first.close();
    second.close();
  }
}
