package io.pliant.runtime.node;

import io.pliant.core.id.StepId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The steps that are over for this node and may never start (again): {@code ended.log}, one key a
 * line, and {@code ended.old.log}, what it was before it was full. Together they keep the newest
 * {@code bound} keys at least and twice as many at most; what is older is fenced by terms alone.
 */
final class EndedSteps implements AutoCloseable {
  private final Path file;
  private final Path oldFile;
  private final int bound;
  private StepKeys newest = new StepKeys();
  private StepKeys older = new StepKeys();
  private FileChannel log;

  private EndedSteps(Path dir, int bound) throws IOException {
    this.file = dir.resolve("ended.log");
    this.oldFile = dir.resolve("ended.old.log");
    this.bound = bound;
    load(oldFile, older);
    load(file, newest);
    this.log = open();
  }

  /** Loads the lists of the folder {@code dir}, or begins empty ones. */
  static EndedSteps load(Path dir, int bound) throws IOException {
    return new EndedSteps(dir, bound);
  }

  boolean contains(StepId step) {
    return newest.contains(step) || older.contains(step);
  }

  /**
   * Remembers a step for good.
   *
   * @param durable true to return only when it would survive a power loss; without, it survives the
   *     end of the agent
   */
  void add(StepId step, boolean durable) throws IOException {
    if (contains(step)) {
      return;
    }
    if (newest.size() >= bound) {
      turnOver();
    }
    newest.add(step);
    log.write(ByteBuffer.wrap((step.key() + "\n").getBytes(StandardCharsets.US_ASCII)));
    if (durable) {
      log.force(false);
    }
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  private void turnOver() throws IOException {
    Files.move(file, oldFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    FileChannel full = log;
    log = open();
    full.close();
    older = newest;
    newest = new StepKeys();
  }

  private FileChannel open() throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (channel.size() > 0) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'})); // ends a line that a crash has cut off
    }
    return channel;
  }

  /** A damaged line, such as a crash may leave as the last one, is no key. */
  private static void load(Path file, StepKeys keys) throws IOException {
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        StepId step = parse(line);
        if (step != null && StepKeys.fits(step)) {
          keys.add(step);
        }
      }
    } catch (NoSuchFileException e) {
      return; // nothing has ended yet
    }
  }

  private static @Nullable StepId parse(String line) {
    try {
      return StepId.parseKey(line);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
