package io.pliant.journal.raft;

import java.nio.file.FileSystemException;
import java.util.Locale;

/** What a disk's error means for whoever has to mend it. */
final class DiskTrouble {
  private DiskTrouble() {}

  /** The error in its own words, and the remedy where the kind of error is known. */
  static String explain(Throwable e) {
    String words = words(e);
    String remedy = remedy(words.toLowerCase(Locale.ROOT));
    return remedy.isEmpty() ? words : words + " " + remedy;
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
