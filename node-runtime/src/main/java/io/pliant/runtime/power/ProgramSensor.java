package io.pliant.runtime.power;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watts that a program prints now and then, taken as drawn until the next ones; a reading says
 * nothing any more when two calls after it should have answered.
 */
final class ProgramSensor implements Sensor {
  private final String method;
  private final ProgramCall call;
  private final Reader reader;
  private final Consumer<String> complaints;
  private final long holdNanos;
  private final List<String> gpus;
  private final List<WattIntegral> integrals = new ArrayList<>();
  private final TreeMap<String, Long> ofGpus = new TreeMap<>();
  private List<Long> microwatts = List.of();
  private long readNanos;
  private long lastNanos;
  private boolean ailing;

  /** Understands what the program prints. */
  interface Reader {
    /**
     * Microwatts of each part of the node that it tells of, at least one.
     *
     * @throws IllegalArgumentException saying what is wrong with the text
     */
    List<Long> microwatts(String output);
  }

  /**
   * A sensor.
   *
   * @param gpus indices of the GPUs of which the program tells, in its order; none when it tells of
   *     something else. When it tells of more or fewer they are not told apart
   */
  ProgramSensor(
      String method,
      List<String> command,
      Duration interval,
      Reader reader,
      List<String> gpus,
      Consumer<String> complaints) {
    this.method = method;
    this.gpus = List.copyOf(gpus);
    this.call = new ProgramCall(command, interval);
    this.reader = reader;
    this.complaints = complaints;
    this.holdNanos = interval.multipliedBy(2).plus(ProgramCall.LIMIT).toNanos();
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public boolean estimated() {
    return false;
  }

  @Override
  public @Nullable String trouble() {
    try {
      ProgramCall.Answer answer = call.once();
      String output = answer.output();
      if (output == null) {
        return answer.failure();
      }
      List<Long> unused = reader.microwatts(output);
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public long sample(long nanos) {
    boolean known = !microwatts.isEmpty() && nanos - readNanos <= holdNanos;
    long energy = known ? add(nanos / 1_000 - lastNanos / 1_000) : GAP;
    lastNanos = nanos;
    ProgramCall.Answer answer = call.poll(nanos);
    if (answer != null) {
      take(answer, nanos);
    }
    return energy;
  }

  /** The sum of the parts, each in whole microjoules. */
  private long add(long micros) {
    ofGpus.clear();
    while (integrals.size() < microwatts.size()) {
      integrals.add(new WattIntegral());
    }
    long sum = 0;
    for (int i = 0; i < microwatts.size(); i++) {
      long part = integrals.get(i).add(microwatts.get(i), micros);
      sum += part;
      if (gpus.size() == microwatts.size()) {
        ofGpus.put(gpus.get(i), part);
      }
    }
    return sum;
  }

  @Override
  public SortedMap<String, Long> ofGpus() {
    return ofGpus;
  }

  private void take(ProgramCall.Answer answer, long nanos) {
    String failure = answer.failure();
    String output = answer.output();
    try {
      if (output != null) {
        microwatts = reader.microwatts(output);
        readNanos = nanos;
      }
    } catch (IllegalArgumentException e) {
      failure = e.getMessage();
    }
    if (failure != null) {
      microwatts = List.of();
      if (!ailing) {
        complaints.accept(failure);
      }
    }
    ailing = failure != null;
  }

  @Override
  public void close() {
    call.close();
  }
}
