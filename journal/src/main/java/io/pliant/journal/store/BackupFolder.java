package io.pliant.journal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The folder of a backup. With one group its state is in the folder itself, else in {@code group-N}
 * for each of them, beside the file {@code groups} with their number, which is written last.
 */
public final class BackupFolder {
  private static final String NUMBER = "groups";
  private static final int MOST = 99;

  private BackupFolder() {}

  /** Where the state of a group goes. */
  public static Path part(Path folder, int number, int groups) {
    return groups == 1 ? folder : folder.resolve("group-" + number);
  }

  /** Makes the folder, unless the first state makes it. */
  public static void begin(Path folder, int groups) {
    if (groups > 1) {
      try {
        Files.createDirectory(folder);
      } catch (IOException e) {
        throw new StoreFailure("Expected to make the folder %s, but: %s".formatted(folder, e), e);
      }
    }
  }

  /** Says that the states of all groups are there. */
  public static void complete(Path folder, int groups) {
    if (groups > 1) {
      try {
        Files.writeString(folder.resolve(NUMBER), groups + "\n");
      } catch (IOException e) {
        throw new StoreFailure("Expected to write to %s, but: %s".formatted(folder, e), e);
      }
    }
  }

  /**
   * Folders of the states of all groups, by number.
   *
   * @throws StoreFailure when the number of groups cannot be read
   */
  public static List<Path> parts(Path folder) {
    Path number = folder.resolve(NUMBER);
    if (!Files.exists(number)) {
      return List.of(folder);
    }
    try {
      int groups = Integer.parseInt(Files.readString(number).strip());
      if (groups < 2 || groups > MOST) {
        throw new NumberFormatException(groups + " is not one of 2 to " + MOST);
      }
      return IntStream.range(0, groups).mapToObj(n -> part(folder, n, groups)).toList();
    } catch (IOException | NumberFormatException e) {
      throw new StoreFailure("Expected a number in %s, but: %s".formatted(number, e), e);
    }
  }
}
