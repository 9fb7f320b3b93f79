package io.pliant.runtime.node.folder;

import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.PartitionName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * The highest term seen of each partition, and the newest epoch of the cluster (line {@code *
 * EPOCH}), on disk before they are acted on.
 */
public final class TermFile {
  private final Path file;
  private static final String EPOCH = "*";

  private final TreeMap<PartitionName, Long> terms;
  private long epoch;

  private TermFile(Path file, TreeMap<PartitionName, Long> terms) {
    this.file = file;
    this.terms = terms;
  }

  /** Reads the file; one that is missing means that no term was seen yet. */
  static TermFile load(Path file) throws IOException {
    TreeMap<PartitionName, Long> terms = new TreeMap<>();
    TermFile read = new TermFile(file, terms);
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] words = line.split(" ");
        long number = Long.parseLong(words[1]);
        if (words[0].equals(EPOCH)) {
          read.epoch = number;
        } else {
          terms.put(new PartitionName(words[0]), number);
        }
      }
    } catch (NoSuchFileException e) {
      return read;
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(
          "Expected lines 'partition term' in %s, but %s.".formatted(file, e.getMessage()), e);
    }
    return read;
  }

  /** Highest term seen, or 0. */
  public long highest(PartitionName partition) {
    return Math.max(terms.getOrDefault(partition, 0L), ClusterEpoch.firstTerm(epoch));
  }

  /** The newest epoch seen, or 0. */
  public long epoch() {
    return epoch;
  }

  /** Remembers an epoch durably when it is newer: all terms of earlier ones are refused then. */
  void enter(long newer) throws IOException {
    if (newer > epoch) {
      write(terms, newer);
      epoch = newer;
    }
  }

  /** Remembers a term durably when it is higher than the ones before. */
  public void raise(PartitionName partition, long term) throws IOException {
    if (term <= highest(partition)) {
      return;
    }
    TreeMap<PartitionName, Long> raised = new TreeMap<>(terms);
    raised.put(partition, term);
    write(raised, epoch);
    terms.put(partition, term);
  }

  private void write(TreeMap<PartitionName, Long> all, long newest) throws IOException {
    StringBuilder text = new StringBuilder();
    if (newest > 0) {
      text.append(EPOCH).append(' ').append(newest).append('\n');
    }
    for (Map.Entry<PartitionName, Long> entry : all.entrySet()) {
      text.append(entry.getKey()).append(' ').append(entry.getValue()).append('\n');
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Path dir = file.toAbsolutePath().getParent();
    if (dir != null) {
      Durability.syncDirectory(dir);
    }
  }
}
