package io.pliant.journal.raft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** What a disk's error means for whoever has to mend it. */
final class DiskTrouble {
  private static final int PROBE_BYTES = 1 << 20;

  private DiskTrouble() {}

  /** The error in its own words, and the remedy where the kind of error is known. */
  static String explain(Throwable e) {
    String words = words(e);
    String remedy = remedy(words.toLowerCase(Locale.ROOT));
    return remedy.isEmpty() ? words : words + " " + remedy;
  }

  /** Writes and forces a megabyte, so that what is opened again does not fail at its first step. */
  static void probe(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "probe", "");
    try {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String remedy(String words) {
    if (words.contains("no space") || words.contains("too large") || words.contains("quota")) {
      return "Free space on the disk of the journal; writing goes on by itself.";
    }
    if (words.contains("read-only")
        || words.contains("denied")
        || words.contains("not permitted")) {
      return "Make the folder writable for the controller's user; writing goes on by itself.";
    }
    if (words.contains("input/output error")) {
      return "The disk fails: see the kernel's log, and replace this member.";
    }
    return "";
  }

  /** The chain of messages, none twice; ours and Ratis' wrap the system's. */
  private static String words(Throwable e) {
    StringBuilder words = new StringBuilder();
    for (Throwable at = e; at != null; at = at.getCause()) {
      String name = at.getClass().getSimpleName();
      String message = at.getMessage() == null ? name : at.getMessage();
      String told =
          at instanceof FileSystemException
              ? name.replaceAll("Exception$", "") + ": " + message
              : message;
      if (words.indexOf(told) < 0) {
        words.append(words.isEmpty() ? "" : ": ").append(told);
      }
    }
    return words.toString().lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse("");
  }
}
