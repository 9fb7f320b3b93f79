package io.pliant.cli.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Names of groups of this host. */
public final class GroupNames {
  private static final Path GROUPS = Path.of("/etc/group");

  private GroupNames() {}

  /** The name of the group with this number; the number where the host knows none. */
  public static String of(int gid) {
    String number = Integer.toString(gid);
    try (Stream<String> lines = Files.lines(GROUPS, StandardCharsets.ISO_8859_1)) {
      return lines
          .map(line -> line.split(":", -1))
          .filter(parts -> parts.length > 2 && parts[2].equals(number))
          .map(parts -> parts[0])
          .findFirst()
          .orElse(number);
    } catch (IOException e) {
      return number; // a host without the file knows no names
    }
  }
}
