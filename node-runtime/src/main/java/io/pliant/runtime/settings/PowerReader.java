package io.pliant.runtime.settings;

import io.pliant.runtime.power.EmulatedProfile;
import io.pliant.runtime.power.PowerSettings;
import io.pliant.runtime.power.PowerSettings.Choice;
import io.pliant.runtime.power.PowerSettings.Program;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads and checks the block {@code power} of the node role. */
final class PowerReader {
  private static final int MOST_HERTZ = 1_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private PowerReader() {}

  static PowerSettings read(Section section) {
    Choice choice =
        section.parsed(
            "sensor",
            Arrays.stream(Choice.values()).map(Choice::word).collect(Collectors.joining(", ")),
            Choice::of);
    Section rapl = section.section("rapl");
    Section hwmon = section.section("hwmon");
    PowerSettings settings =
        new PowerSettings(
            choice,
            section.number("hertz", 1, MOST_HERTZ),
            section.watts("idle-watts"),
            section.watts("peak-watts"),
            rapl.closed(rapl.requiredPath("folder")),
            hwmon.requiredPath("folder"),
            hwmon.closed(hwmon.texts("chips")),
            program(section.section("ipmi")),
            program(section.section("gpu")),
            emulated(section.section("emulated"), choice),
            section.parsed("cap", "off or allow", PowerReader::cap));
    checkModel(section, settings);
    if (settings.chips().isEmpty()) {
      throw hwmon.broken("chips", "the name of at least one chip", null);
    }
    return section.closed(settings);
  }

  private static boolean cap(String word) {
    return switch (word) {
      case "off" -> false;
      case "allow" -> true;
      default -> throw new IllegalArgumentException("unknown word '" + word + "'");
    };
  }

  private static void checkModel(Section section, PowerSettings settings) {
    boolean any = settings.idleWatts() > 0 || settings.peakWatts() > 0;
    if ((any || settings.sensor() == Choice.MODEL)
        && settings.peakWatts() <= settings.idleWatts()) {
      throw section.broken("peak-watts", "more watts than idle-watts", null);
    }
  }

  private static Program program(Section section) {
    return section.closed(
        new Program(section.texts("command"), section.duration("interval", SHORTEST, LONGEST)));
  }

  private static EmulatedProfile emulated(Section section, Choice choice) {
    EmulatedProfile profile =
        new EmulatedProfile(
            section.watts("idle"),
            section.watts("busy"),
            section.watts("gpu-idle"),
            section.watts("gpu-busy"),
            section.wattsByName("jobs"));
    if (choice == Choice.EMULATED && profile.busyWatts() <= 0) {
      throw section.broken("busy", "more than 0 watts for the sensor emulated", null);
    }
    return section.closed(profile);
  }
}
