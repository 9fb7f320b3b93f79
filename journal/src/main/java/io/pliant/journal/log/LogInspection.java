package io.pliant.journal.log;

import io.pliant.journal.JournalRefused;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at the files of a member's log before they are used. An entry that was being written when
 * the machine stopped was never acknowledged: it is cut off and reported. Anything else that cannot
 * be read was acknowledged once: it is refused, never skipped.
 *
 * @param segments number of files
 * @param entries number of entries in them
 * @param lastIndex index of the newest, or -1
 * @param bytes their size
 * @param cut what was cut off, one sentence each
 */
public record LogInspection(
    int segments, long entries, long lastIndex, long bytes, List<String> cut) {
  private static final Pattern NAME = Pattern.compile("log_(?:inprogress_(\\d+)|(\\d+)-(\\d+))");

  /** A file of the log. */
  private record Segment(Path file, boolean open, long first, long last) {
    static Stream<Segment> of(Path file) {
      Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
      if (!name.matches()) {
        return Stream.empty();
      }
      return Stream.of(
          name.group(1) != null
              ? new Segment(file, true, Long.parseLong(name.group(1)), -1)
              : new Segment(
                  file, false, Long.parseLong(name.group(2)), Long.parseLong(name.group(3))));
    }
  }

  /**
   * Reads all files of the log.
   *
   * @param folder the folder of the segment files; none is an empty log
   * @param mend true to cut a torn tail off; false to report it alone
   * @throws JournalRefused naming file, offset and remedy when an entry cannot be read
   */
  public static LogInspection of(Path folder, boolean mend) {
    try {
      List<Segment> segments = segments(folder);
      List<String> cut = new ArrayList<>();
      long entries = 0;
      long last = -1;
      long bytes = 0;
      for (Segment segment : segments) {
        LogFrames frames = LogFrames.read(segment.file());
        bytes += Files.size(segment.file());
        if (frames.tail() == LogFrames.Tail.DAMAGED || !complete(segment, frames)) {
          throw refused(segment.file(), frames);
        }
        if (frames.tail() == LogFrames.Tail.TORN) {
          cut.add(cut(segment.file(), frames, mend));
        }
        entries += frames.entries();
        last = Math.max(last, frames.lastIndex());
      }
      return new LogInspection(segments.size(), entries, last, bytes, List.copyOf(cut));
    } catch (IOException e) {
      throw new JournalRefused(
          "Expected to read the journal's log in %s, but: %s.".formatted(folder, e), e);
    }
  }

  private static List<Segment> segments(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.flatMap(Segment::of).sorted(Comparator.comparingLong(Segment::first)).toList();
    }
  }

  /** A closed file holds what its name says; only the newest, open one may end early. */
  private static boolean complete(Segment segment, LogFrames frames) {
    return segment.open()
        || (frames.tail() == LogFrames.Tail.CLEAN
            && frames.entries() == segment.last() - segment.first() + 1);
  }

  private static String cut(Path file, LogFrames frames, boolean mend) throws IOException {
    long size = Files.size(file);
    if (mend) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(frames.whole());
        channel.force(true);
      }
    }
    return "The last entry of %s was being written when the machine stopped; it was never acknowledged. %s at byte %d of %d, after entry %d."
        .formatted(
            file, mend ? "Cut off" : "To be cut off", frames.whole(), size, frames.lastIndex());
  }

  private static JournalRefused refused(Path file, LogFrames frames) {
    return new JournalRefused(
        ("the log %s cannot be read from byte %d on, after entry %d; what follows was acknowledged."
                + " With other members: remove this one ('pliant controller remove NAME'), delete its"
                + " journal folder and add it under a new name ('pliant controller add'); it gets all"
                + " from them. Alone: restore a backup ('pliant journal restore').")
            .formatted(file, frames.whole(), frames.lastIndex()),
        null);
  }
}
