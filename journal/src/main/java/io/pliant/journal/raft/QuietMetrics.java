package io.pliant.journal.raft;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;

/**
 * Ratis does not start without a metrics library; this one measures nothing, since our own figures
 * come from {@link GroupStatus}. Found by {@code META-INF/services}.
 */
public final class QuietMetrics extends MetricRegistries {
  /** For ServiceLoader. */
  public QuietMetrics() {}

  @Override
  public void clear() {}

  @Override
  public RatisMetricRegistry create(MetricRegistryInfo info) {
    return new Registry(info);
  }

  @Override
  public boolean remove(MetricRegistryInfo key) {
    return true;
  }

  @Override
  public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
    return Optional.empty();
  }

  @Override
  public Set<MetricRegistryInfo> getMetricRegistryInfos() {
    return Set.of();
  }

  @Override
  public Collection<RatisMetricRegistry> getMetricRegistries() {
    return List.of();
  }

  @Override
  public void addReporterRegistration(
      Consumer<RatisMetricRegistry> reporter, Consumer<RatisMetricRegistry> stop) {}

  @Override
  public void enableJmxReporter() {}

  @Override
  public void enableConsoleReporter(TimeDuration rate) {}

  private record Registry(MetricRegistryInfo getMetricRegistryInfo) implements RatisMetricRegistry {
    @Override
    public Timekeeper timer(String name) {
      return () -> () -> 0;
    }

    @Override
    public LongCounter counter(String name) {
      return new Counter(new AtomicLong());
    }

    @Override
    public boolean remove(String name) {
      return true;
    }

    @Override
    public <T> void gauge(String name, Supplier<Supplier<T>> gauge) {}
  }

  private record Counter(AtomicLong count) implements LongCounter {
    @Override
    public void inc(long n) {
      count.addAndGet(n);
    }

    @Override
    public void dec(long n) {
      count.addAndGet(-n);
    }

    @Override
    public long getCount() {
      return count.get();
    }
  }
}
