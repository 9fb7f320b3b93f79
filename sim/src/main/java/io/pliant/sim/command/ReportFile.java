package io.pliant.sim.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes a report to a file that is whole or not there. */
final class ReportFile {
  private ReportFile() {}

  /** Writes the text; nothing when there is no file. */
  static void write(@Nullable Path file, Supplier<String> text) throws IOException {
    if (file != null) {
      Path whole = Path.of(file + ".part");
      Files.writeString(whole, text.get());
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
