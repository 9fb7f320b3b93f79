package io.pliant.runtime.controller.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.DrillList;
import io.pliant.api.DrillReportEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Reports of drills: the files {@code *.json} in a folder. Whoever may write there may say what he
 * likes, so each file is bounded, no link is followed, and what is no report is told by name.
 */
public final class DrillReports {
  /** Reports that are told of: the newest by name, which begins with the time. */
  public static final int MOST = 50;

  /** Bytes that a report may have. */
  public static final int MOST_BYTES = 128 * 1024;

  /** Bytes of all reports that are told of together; a report has some 3 kB. */
  public static final int MOST_BYTES_TOGETHER = 1024 * 1024;

  private static final ObjectReader READER =
      WireJson.json()
          .readerFor(DrillReportEntry.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;

  public DrillReports(Path folder) {
    this.folder = folder;
  }

  /** What is there now; nothing when there is no such folder. */
  public DrillList list() throws IOException {
    List<DrillReportEntry> reports = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    int together = 0;
    for (Path file : newest()) {
      try {
        byte[] bytes = bytes(file, MOST_BYTES_TOGETHER - together);
        together += bytes.length;
        reports.add(READER.readValue(bytes));
      } catch (NoSuchFileException e) {
        // removed just now
      } catch (JsonProcessingException e) {
        unreadable.add(file.getFileName() + ": it is no report (" + e.getOriginalMessage() + ")");
      } catch (IOException e) {
        unreadable.add(file.getFileName() + ": " + e.getMessage());
      }
    }
    return new DrillList(reports, unreadable);
  }

  /** Names of the newest files, in memory for no more than these however many there are. */
  private List<Path> newest() throws IOException {
    PriorityQueue<Path> newest = new PriorityQueue<>(MOST + 1, Comparator.naturalOrder());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
      for (Path file : files) {
        newest.add(file);
        if (newest.size() > MOST) {
          newest.remove();
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
    return newest.stream().sorted(Comparator.reverseOrder()).toList();
  }

  private static byte[] bytes(Path file, int room) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it is no plain file");
    }
    int most = Math.min(MOST_BYTES, room);
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new IOException(
            room < MOST_BYTES
                ? "it is left out, since newer ones fill the list"
                : "it has more than %d bytes".formatted(MOST_BYTES));
      }
      return bytes;
    }
  }
}
