package io.pliant.cli.job;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.spec.RawText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A batch script as its owner has it, byte for byte. */
final class ScriptFile {
  private static final int MOST = 4 << 20;

  private ScriptFile() {}

  /** What a file holds; what is wrong fails the command. */
  static String read(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return text(in, file);
    } catch (NoSuchFileException e) {
      throw CommandFailure.operational(
          "Expected a batch script, but there is no file '" + file + "'.");
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to read the script '%s', but %s.".formatted(file, e));
    }
  }

  /** What standard input holds. */
  static String standardInput() {
    try {
      return text(System.in, "standard input");
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to read standard input, but %s.".formatted(e));
    }
  }

  private static String text(InputStream in, String name) throws IOException {
    byte[] bytes = in.readNBytes(MOST + 1);
    if (bytes.length > MOST) {
      throw CommandFailure.usage(
          "Expected a script of at most 4 MB, but '%s' has more. Is it a program? Use --wrap."
              .formatted(name));
    }
    return RawText.of(bytes);
  }
}
