package io.pliant.runtime.power;

import java.time.Duration;
import java.util.List;
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
  private final WattIntegral integral = new WattIntegral();
  private long microwatts = GAP;
  private long readNanos;
  private long lastNanos;
  private boolean ailing;

  /** Understands what the program prints. */
  interface Reader {
    /**
     * Microwatts.
     *
     * @throws IllegalArgumentException saying what is wrong with the text
     */
    long microwatts(String output);
  }

  ProgramSensor(
      String method,
      List<String> command,
      Duration interval,
      Reader reader,
      Consumer<String> complaints) {
    this.method = method;
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
      long unused = reader.microwatts(output);
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
    long held = nanos - readNanos <= holdNanos ? microwatts : GAP;
    long energy = held < 0 ? GAP : integral.add(held, nanos / 1_000 - lastNanos / 1_000);
    lastNanos = nanos;
    ProgramCall.Answer answer = call.poll(nanos);
    if (answer != null) {
      take(answer, nanos);
    }
    return energy;
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
      microwatts = GAP;
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
