package io.pliant.runtime.power;

import io.pliant.core.energy.EnergyCounter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One meter that is a file: a counter of energy, or a gauge of power. */
final class MeterFile {
  private static final Logger LOG = LoggerFactory.getLogger(MeterFile.class);

  /** Far more than a socket with its memory, or a node, draws. */
  private static final double MOST_WATTS = 4_000;

  /** Between readings of a gauge that are further apart, anything may have been. */
  private static final long LONGEST_MICROS = 5_000_000;

  /** What a file holds. */
  sealed interface Kind {
    /**
     * Microjoules since some time.
     *
     * @param range largest value; the one after it is 0
     */
    record Counter(long range) implements Kind {}

    /** Microwatts now. */
    record Gauge() implements Kind {}
  }

  private final Path file;
  private final @Nullable WattIntegral gauge;
  private EnergyCounter counter;
  private @Nullable NumberFile open;
  private @Nullable Object identity;
  private boolean tried;

  MeterFile(Path file, Kind kind) {
    this.file = file;
    this.gauge = kind instanceof Kind.Gauge ? new WattIntegral() : null;
    long range = kind instanceof Kind.Counter(long most) ? most : Long.MAX_VALUE;
    this.counter = EnergyCounter.unread(range, MOST_WATTS);
  }

  Path file() {
    return file;
  }

  /** True after a reading that failed, which was complained of. */
  boolean ailing() {
    return counter.ailing();
  }

  /** Microjoules since the sample before, or {@link Sensor#GAP}. */
  long sample(long micros, Consumer<String> complaints) {
    EnergyCounter.Step step;
    try {
      NumberFile number = opened();
      if (number == null) {
        return Sensor.GAP; // complained of; tried again after the next look
      }
      step = step(number.read(), micros);
    } catch (IOException e) {
      step = counter.failed(reason(e));
      close();
    }
    counter = step.next();
    if (step.complaint() != null) {
      complaints.accept("power meter %s: %s".formatted(file, step.complaint()));
    }
    EnergyCounter.Counted counted = step.counted();
    return counted == null ? Sensor.GAP : counted.microjoules();
  }

  private @Nullable NumberFile opened() throws IOException {
    if (open == null && !tried) {
      tried = true;
      open = NumberFile.open(file);
      identity = identity();
    }
    return open;
  }

  private EnergyCounter.Step step(long value, long micros) {
    if (gauge == null) {
      return counter.read(value, micros);
    }
    if (value > WattIntegral.MOST_MICROWATTS) {
      return counter.failed("it says %d microwatts, too much to be true".formatted(value));
    }
    EnergyCounter.Reading before = counter.last();
    EnergyCounter.Reading now = new EnergyCounter.Reading(value, micros);
    boolean known = before != null && micros - before.at() <= LONGEST_MICROS;
    EnergyCounter next =
        new EnergyCounter(counter.range(), MOST_WATTS, now, counter.ailing() && !known);
    if (before == null || !known) {
      return new EnergyCounter.Step(next, null, null);
    }
    long microjoules = gauge.add((before.value() + value) / 2, micros - before.at());
    return new EnergyCounter.Step(
        next, new EnergyCounter.Counted(before.at(), micros, microjoules), null);
  }

  /** True when another file stands in its place; it is opened anew then, as after a failure. */
  boolean replaced() {
    tried = false;
    if (open == null) {
      return false;
    }
    try {
      if (Objects.equals(identity, identity())) {
        return false;
      }
    } catch (IOException e) {
      LOG.debug("{} cannot be looked at", file, e); // a reading of it will fail, and say so
    }
    close();
    counter = EnergyCounter.unread(counter.range(), MOST_WATTS);
    return true;
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  void close() {
    NumberFile was = open;
    open = null;
    if (was != null) {
      try {
        was.close();
      } catch (IOException e) {
        LOG.debug("Expected to close {}, but failed", file, e);
      }
    }
  }

  /** The reason for people, with a remedy where there is a usual one. */
  static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied ->
          "no permission to read %s; run the agent as root or let its user read the file"
              .formatted(denied.getFile());
      case NoSuchFileException none -> "there is no " + none.getFile();
      default -> String.valueOf(e.getMessage());
    };
  }
}
