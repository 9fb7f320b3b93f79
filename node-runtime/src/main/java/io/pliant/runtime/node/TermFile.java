package io.pliant.runtime.node;

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

/** The highest term seen of each partition, on disk before it is acted on. */
final class TermFile {
  private final Path file;
  private final TreeMap<PartitionName, Long> terms;

  private TermFile(Path file, TreeMap<PartitionName, Long> terms) {
    this.file = file;
    this.terms = terms;
  }

  /** Reads the file; one that is missing means that no term was seen yet. */
  static TermFile load(Path file) throws IOException {
    TreeMap<PartitionName, Long> terms = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] words = line.split(" ");
        terms.put(new PartitionName(words[0]), Long.parseLong(words[1]));
      }
    } catch (NoSuchFileException e) {
      return new TermFile(file, terms);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(
          "Expected lines 'partition term' in %s, but %s.".formatted(file, e.getMessage()), e);
    }
    return new TermFile(file, terms);
  }

  /** Highest term seen, or 0. */
  long highest(PartitionName partition) {
    return terms.getOrDefault(partition, 0L);
  }

  /** Remembers a term durably when it is higher than the ones before. */
  void raise(PartitionName partition, long term) throws IOException {
    if (term <= highest(partition)) {
      return;
    }
    TreeMap<PartitionName, Long> raised = new TreeMap<>(terms);
    raised.put(partition, term);
    StringBuilder text = new StringBuilder();
    for (Map.Entry<PartitionName, Long> entry : raised.entrySet()) {
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
    terms.put(partition, term);
  }
}
