package io.pliant.runtime.power;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a node's power is measured; made by the settings parser.
 *
 * @param sensor which sensor
 * @param hertz samples per second, 1 to 1000
 * @param idleWatts of the model; 0 when not known
 * @param peakWatts of the model; 0 when not known
 * @param powercap folder of RAPL zones
 * @param hwmon folder of hwmon chips
 * @param chips names of those that together are the node
 * @param ipmi tells the node's watts; no words: whichever program there is
 * @param gpu tells the watts of each GPU; no words: none
 * @param emulated profile of emulated nodes
 * @param mayCap the agent may write hardware caps
 */
public record PowerSettings(
    Choice sensor,
    int hertz,
    double idleWatts,
    double peakWatts,
    Path powercap,
    Path hwmon,
    List<String> chips,
    Program ipmi,
    Program gpu,
    EmulatedProfile emulated,
    boolean mayCap) {
  /** Program, arguments and how often it is called. */
  public record Program(List<String> command, Duration interval) {
    public Program {
      command = List.copyOf(command);
    }
  }

  /** The sensors to choose from. */
  public enum Choice {
    /** The first that works; for emulated nodes none. */
    AUTO,
    RAPL,
    HWMON,
    IPMI,
    MODEL,
    EMULATED,
    NONE;

    /** The word in settings. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The sensor of that word; IllegalArgumentException for another word. */
    public static Choice of(String word) {
      for (Choice choice : values()) {
        if (choice.word().equals(word)) {
          return choice;
        }
      }
      throw new IllegalArgumentException("unknown sensor '" + word + "'");
    }

    /** True when it measures the host, which only one node can be. */
    boolean measuresHost() {
      return switch (this) {
        case RAPL, HWMON, IPMI, MODEL -> true;
        case AUTO, EMULATED, NONE -> false;
      };
    }
  }

  public PowerSettings {
    chips = List.copyOf(chips);
  }

  /** No sensor. */
  public static PowerSettings none() {
    Program nothing = new Program(List.of(), Duration.ofSeconds(10));
    return new PowerSettings(
        Choice.NONE,
        1,
        0,
        0,
        Path.of("/sys/class/powercap"),
        Path.of("/sys/class/hwmon"),
        List.of("power_meter"),
        nothing,
        nothing,
        new EmulatedProfile(0, 0, new TreeMap<>()),
        false);
  }

  /** The same with an emulated profile. */
  public PowerSettings emulating(EmulatedProfile profile, int samples) {
    return new PowerSettings(
        Choice.EMULATED,
        samples,
        idleWatts,
        peakWatts,
        powercap,
        hwmon,
        chips,
        ipmi,
        gpu,
        profile,
        mayCap);
  }

  /** The same with leave to write caps below this folder of RAPL zones. */
  public PowerSettings capping(Path zones) {
    return new PowerSettings(
        sensor, hertz, idleWatts, peakWatts, zones, hwmon, chips, ipmi, gpu, emulated, true);
  }

  /** True when the model knows both its watts. */
  boolean hasModel() {
    return peakWatts > 0;
  }

  /** Why an agent that stands for so many nodes cannot use it, or null. */
  public @Nullable String refusal(int nodes) {
    if (nodes > 1 && sensor.measuresHost()) {
      return "Expected power.sensor emulated or none for an agent that stands for %d nodes, but got %s, which measures the host."
          .formatted(nodes, sensor.word());
    }
    return nodes > 1 && mayCap && sensor != Choice.EMULATED
        ? "Expected power.cap off, or power.sensor emulated, for an agent that stands for %d nodes, but got allow with %s: a cap is for the whole host."
            .formatted(nodes, sensor.word())
        : null;
  }
}
