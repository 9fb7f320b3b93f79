package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;

/** A folder in a place where other users may make things, too: used only when it is the owner's. */
final class OwnFolder {
  private static final int WRITABLE_BY_OTHERS = 0_022;

  private OwnFolder() {}

  /**
   * Makes the folder, or looks whether the one that is there is ours, and nobody else can put
   * anything into it. A link in its place is not followed.
   *
   * @param uid whose it has to be
   */
  static void make(Path folder, long uid) throws IOException {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      return;
    } catch (FileAlreadyExistsException e) {
      // somebody has made it: maybe we did
    }
    Map<String, Object> found =
        Files.readAttributes(folder, "unix:uid,mode,isDirectory", LinkOption.NOFOLLOW_LINKS);
    int mode = (int) number(found, "mode");
    if (!Boolean.TRUE.equals(found.get("isDirectory"))
        || number(found, "uid") != uid
        || (mode & WRITABLE_BY_OTHERS) != 0) {
      throw CommandFailure.operational(
          "Expected %s to be a folder of user %d that nobody else may write to, but it is not (user %s, mode %o). Have root remove it, or use a shorter --dir."
              .formatted(folder, uid, number(found, "uid"), mode & 0_7777));
    }
  }

  private static long number(Map<String, Object> found, String attribute) {
    return ((Number) Objects.requireNonNull(found.get(attribute))).longValue();
  }
}
