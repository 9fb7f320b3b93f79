package io.pliant.runtime.node.folder;

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
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps that are over for this node and may never start (again): {@code ended.log}, one key a
 * line, and {@code ended.old.log}, what it was before it was full. Together they keep the newest
 * {@code bound} keys at least and twice as many at most; what is older is fenced by terms alone. A
 * first line {@code epoch N} says for which epoch of the cluster they count; a line {@code
 * KEY@MILLIS} is of a step that was granted before it.
 */
public final class EndedSteps implements AutoCloseable {
  private static final String GRANTED = "@";

  private final Path file;
  private final Path oldFile;
  private final int bound;
  private long epoch;
  private StepKeys newest = new StepKeys();
  private StepKeys older = new StepKeys();
  private final TreeMap<StepId, Long> earlierGrants = new TreeMap<>();
  private FileChannel log;

  private EndedSteps(Path dir, int bound, long epoch) throws IOException {
    this.file = dir.resolve("ended.log");
    this.oldFile = dir.resolve("ended.old.log");
    this.bound = bound;
    this.epoch = epoch;
    load(oldFile, older);
    load(file, newest);
    this.log = open();
  }

  /**
   * Loads the lists of the folder {@code dir}, or begins empty ones.
   *
   * @param epoch of the cluster, as far as the node knows; lists of another are not read
   */
  static EndedSteps load(Path dir, int bound, long epoch) throws IOException {
    return new EndedSteps(dir, bound, epoch);
  }

  /**
   * Begins with nothing in a new epoch: orders of earlier ones are refused by their terms, and a
   * key may mean another step now.
   */
  void enter(long newer) throws IOException {
    epoch = newer;
    FileChannel outlived = log;
    Files.deleteIfExists(oldFile);
    Files.deleteIfExists(file);
    log = open();
    outlived.close();
    newest = new StepKeys();
    older = new StepKeys();
    earlierGrants.clear();
  }

  /**
   * True when a step is over here.
   *
   * @param granted that of the step's attempt, or null when it is not known
   */
  public boolean contains(StepId step, @Nullable Long granted) {
    Long earlier = earlierGrants.get(step);
    return newest.contains(step)
        || older.contains(step)
        || (earlier != null && (granted == null || granted.equals(earlier)));
  }

  /**
   * Remembers a step for good.
   *
   * @param granted that of the step's attempt, or null when it is not known; when it is from before
   *     the epoch, the restored journal may grant the attempt a second time
   * @param durable true to return only when it would survive a power loss; without, it survives the
   *     end of the agent
   */
  public void add(StepId step, @Nullable Long granted, boolean durable) throws IOException {
    if (contains(step, granted)) {
      return;
    }
    if (newest.size() >= bound) {
      turnOver();
    }
    String line = step.key();
    if (granted != null && granted < epoch * 1_000) {
      earlierGrants.put(step, granted);
      line += GRANTED + granted;
    } else {
      newest.add(step);
    }
    log.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
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
    if (channel.size() == 0 && epoch > 0) {
      channel.write(ByteBuffer.wrap((mark() + "\n").getBytes(StandardCharsets.US_ASCII)));
    } else if (channel.size() > 0) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'})); // ends a line that a crash has cut off
    }
    return channel;
  }

  /** First line of a file, but for those from before there were epochs. */
  private String mark() {
    return "epoch " + epoch;
  }

  /**
   * A damaged line, such as a crash may leave as the last one, is no key. A file of another epoch
   * is taken away.
   */
  private void load(Path file, StepKeys keys) throws IOException {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      if (epoch > 0 && (lines.isEmpty() || !lines.getFirst().equals(mark()))) {
        Files.delete(file);
        return;
      }
      for (String line : lines) {
        int end = line.indexOf(GRANTED);
        StepId step = parse(end < 0 ? line : line.substring(0, end));
        if (step != null && StepKeys.fits(step) && end < 0) {
          keys.add(step);
        } else if (step != null && StepKeys.fits(step)) {
          earlierGrants.put(step, granted(line.substring(end + 1)));
        }
      }
    } catch (NoSuchFileException e) {
      return; // nothing has ended yet
    }
  }

  /** The number, or 0, which is no grant's, when it was cut off by a crash. */
  private static long granted(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
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
