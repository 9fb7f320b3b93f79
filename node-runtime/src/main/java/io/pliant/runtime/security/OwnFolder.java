package io.pliant.runtime.security;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;

/**
 * A folder in a place where other users may make things, too: it is used only when it is ours, and
 * nobody else can put anything into it.
 */
public final class OwnFolder {
  private static final int WRITABLE_BY_OTHERS = 0_022;
  private static final int ROOT = 0;

  private OwnFolder() {}

  /**
   * Makes the folder, or looks whether the one that is there is ours.
   *
   * @param permissions as {@code rwx--x--x}
   * @throws IOException when it is a link, no folder, somebody else's, or open to others
   */
  public static void make(Path folder, String permissions) throws IOException {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    } catch (FileAlreadyExistsException e) {
      require(folder);
    }
  }

  /** Looks at a folder that is there, not at what a link in its place points to. */
  public static void require(Path folder) throws IOException {
    Map<String, Object> found =
        Files.readAttributes(folder, "unix:uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
    int uid = number(found, "uid");
    int mode = number(found, "mode");
    int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    boolean ours = uid == own || uid == ROOT;
    if (!Boolean.TRUE.equals(found.get("isDirectory")) || !ours) {
      throw new IOException(
          "Expected %s to be a folder of user %d, but it is %s of user %d. Somebody else has made it; have root remove it, or use a shorter state folder."
              .formatted(
                  folder,
                  own,
                  Boolean.TRUE.equals(found.get("isDirectory")) ? "one" : "something else",
                  uid));
    }
    if ((mode & WRITABLE_BY_OTHERS) != 0) {
      throw new IOException(
          "Expected %s to be closed to other users' files, but its mode is %o. Run: chmod go-w %s"
              .formatted(folder, mode & 0_777, folder));
    }
  }

  private static int number(Map<String, Object> found, String attribute) {
    return ((Number) Objects.requireNonNull(found.get(attribute))).intValue();
  }
}
