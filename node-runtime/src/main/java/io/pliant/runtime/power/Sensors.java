package io.pliant.runtime.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chooses a sensor by the settings and by what the host has. */
final class Sensors {
  private static final Path STAT = Path.of("/proc/stat");

  private final PowerSettings settings;
  private final List<String> gpus;
  private final Consumer<String> complaints;
  private final List<String> tried = new ArrayList<>();

  private Sensors(PowerSettings settings, List<String> gpus, Consumer<String> complaints) {
    this.settings = settings;
    this.gpus = gpus;
    this.complaints = complaints;
  }

  /**
   * What was chosen.
   *
   * @param sensor null for none
   * @param why for the log: what else was tried, and why it was not taken
   */
  record Chosen(@Nullable Sensor sensor, String why) {}

  /**
   * Chooses. A sensor that was asked for by name is taken even when it does not work yet.
   *
   * @param single false for an agent that stands for several nodes
   * @param gpus indices of the node's GPUs in the order in which programs list them
   */
  static Chosen choose(
      PowerSettings settings, boolean single, List<String> gpus, Consumer<String> complaints) {
    Sensors sensors = new Sensors(settings, gpus, complaints);
    Sensor sensor = sensors.choose(single);
    return new Chosen(sensor, String.join("; ", sensors.tried));
  }

  private @Nullable Sensor choose(boolean single) {
    return switch (settings.sensor()) {
      case AUTO -> single ? firstThatWorks() : null;
      case RAPL -> withGpus(rapl());
      case HWMON -> hwmon();
      case IPMI -> ipmi(true);
      case MODEL -> model();
      case EMULATED -> new EmulatedSensor(settings.emulated(), gpus);
      case NONE -> null;
    };
  }

  private @Nullable Sensor firstThatWorks() {
    if (works(rapl())) {
      return withGpus(rapl());
    }
    if (works(hwmon())) {
      return hwmon();
    }
    Sensor ipmi = ipmi(false);
    if (ipmi != null && works(ipmi)) {
      return ipmi;
    }
    if (!settings.hasModel()) {
      tried.add("model: idle-watts and peak-watts are not given");
      return null;
    }
    return works(model()) ? model() : null;
  }

  private boolean works(Sensor sensor) {
    String trouble = sensor.trouble();
    if (trouble != null) {
      tried.add(sensor.method() + ": " + trouble);
    }
    return trouble == null;
  }

  private Sensor rapl() {
    return new FileSensor("rapl", new PowercapTree(settings.powercap()), complaints);
  }

  private Sensor hwmon() {
    return new FileSensor("hwmon", new HwmonTree(settings.hwmon(), settings.chips()), complaints);
  }

  private Sensor model() {
    return new CpuModel(STAT, settings.idleWatts(), settings.peakWatts(), complaints);
  }

  /** Null when there is no such program, unless it was asked for. */
  private @Nullable Sensor ipmi(boolean asked) {
    List<String> command = settings.ipmi().command();
    if (command.isEmpty()) {
      boolean tool = ProgramCall.find("ipmitool") != null;
      command =
          tool || ProgramCall.find("ipmi-dcmi") == null
              ? List.of("ipmitool", "dcmi", "power", "reading")
              : List.of("ipmi-dcmi", "--get-system-power-statistics");
    }
    if (!asked && ProgramCall.find(command.getFirst()) == null) {
      tried.add("ipmi: there is no program " + command.getFirst());
      return null;
    }
    return new ProgramSensor(
        "ipmi", command, settings.ipmi().interval(), ProgramReaders::dcmi, List.of(), complaints);
  }

  /** GPUs are no part of what RAPL measures; they are added when they can tell. */
  private Sensor withGpus(Sensor host) {
    List<String> command = settings.gpu().command();
    if (command.isEmpty()) {
      return host;
    }
    if (ProgramCall.find(command.getFirst()) == null) {
      tried.add("nvml: there is no program " + command.getFirst());
      return host;
    }
    Sensor sensor =
        new ProgramSensor(
            "nvml", command, settings.gpu().interval(), ProgramReaders::gpus, gpus, complaints);
    return works(sensor) ? new SummedSensor(host, sensor) : host;
  }
}
