package io.pliant.bench;

import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a program pays for asking whether its job changes, while it does not. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProbeBenchmark {
  private Imp imp;

  /** Opened by {@link #open}, before every use. */
  @SuppressWarnings("NullAway") // JMH calls open() first
  public ProbeBenchmark() {}

  @Setup
  public void open() throws IOException {
    imp = Imp.init(ImpOptions.alone());
  }

  @TearDown
  public void close() throws IOException {
    imp.close();
  }

  @Benchmark
  public boolean probe() {
    return imp.probe();
  }

  /** One turn's marks: the time of the turn is added up by phase. */
  @Benchmark
  public void phase() {
    imp.phase(0);
  }
}
