package io.pliant.runtime.settings;

import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.ConfinementSettings.Mode;
import java.nio.file.Path;

/** Reads and checks the block {@code confinement} of the node role. */
final class ConfinementReader {
  private static final int FEWEST = 16;
  private static final int MOST = 4_194_304;

  private ConfinementReader() {}

  static ConfinementSettings read(Section section) {
    Mode mode = section.parsed("mode", "auto, required or off", Mode::of);
    String folder =
        section.parsed("folder", "an absolute path, or \"\"", ConfinementReader::folder);
    int processes = section.number("processes", FEWEST, MOST);
    String cpus = section.text("cpus");
    try {
      return section.closed(
          new ConfinementSettings(mode, folder, cpus.equals("none") ? null : cpus, processes));
    } catch (IllegalArgumentException e) {
      throw section.broken("cpus", "none, \"\" for all, or a list such as 2-15", e);
    }
  }

  private static String folder(String text) {
    Path path = Path.of(text);
    boolean plain = text.equals(path.normalize().toString()) && text.length() > 1;
    if (!text.isEmpty() && (!path.isAbsolute() || !plain || text.chars().anyMatch(c -> c <= ' '))) {
      throw new IllegalArgumentException("not an absolute, plain path");
    }
    return text;
  }
}
