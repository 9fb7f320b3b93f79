package io.pliant.runtime.node.folder;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.runtime.security.OwnFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state folder of one node: {@code steps/}, {@code terms}, {@code ended.log}, {@code lock}. */
public final class NodeFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeFolder.class);

  private final Path steps;
  private final FileChannel lock;
  private final FileChannel stepsDirectory;
  private final TermFile terms;
  private final EndedSteps ended;

  private NodeFolder(
      Path steps, FileChannel lock, FileChannel stepsDirectory, TermFile terms, EndedSteps ended) {
    this.steps = steps;
    this.lock = lock;
    this.stepsDirectory = stepsDirectory;
    this.terms = terms;
    this.ended = ended;
  }

  /**
   * Opens or makes the folder of a node and locks it against other agents.
   *
   * @throws IllegalStateException when it cannot be used, naming it and the reason
   */
  public static NodeFolder open(Path dir, NodeName node, int endedBound) {
    Path own = dir.resolve(node.value());
    Path steps = own.resolve("steps");
    try {
      Files.createDirectories(
          steps,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
      OwnFolder.require(own);
      OwnFolder.require(steps);
      FileChannel lock = lock(own);
      TermFile terms = TermFile.load(own.resolve("terms"));
      return new NodeFolder(
          steps,
          lock,
          FileChannel.open(steps, StandardOpenOption.READ),
          terms,
          EndedSteps.load(own, endedBound, terms.epoch()));
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to keep the state of node %s in %s, but %s: %s. Check that the folder is writable and its disk not full."
              .formatted(node, own, e.getClass().getSimpleName(), e.getMessage()),
          e);
    }
  }

  /** The node's own folder. */
  public Path dir() {
    return Objects.requireNonNull(steps.getParent());
  }

  public TermFile terms() {
    return terms;
  }

  /**
   * Goes over to a newer epoch of the cluster, durably. From then on orders of earlier ones are
   * refused.
   */
  public void enter(long epoch) throws IOException {
    if (epoch > terms.epoch()) {
      LOG.info(
          "{}: the cluster's journal was begun anew or restored; epoch {} follows {}",
          dir().getFileName(),
          epoch,
          terms.epoch());
      terms.enter(epoch);
      ended.enter(epoch);
    }
  }

  public EndedSteps ended() {
    return ended;
  }

  public StepFolder step(StepId step) {
    return new StepFolder(steps, step);
  }

  /**
   * Makes a step's folder, with all that is in it, so that it survives a power loss: from then on
   * the step counts as begun. When that fails, it does not: nothing is left that could be started.
   */
  public void begin(StepDraft draft) throws IOException {
    draft.settle();
    try {
      stepsDirectory.force(true);
    } catch (IOException e) {
      draft.takeBack(e);
      throw e;
    }
  }

  /** Takes away what an agent was about to begin when it was ended. */
  public void dropDrafts() throws IOException {
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(steps, "*" + StepDraft.SUFFIX)) {
      for (Path draft : drafts) {
        StepFolder.delete(draft);
      }
    }
  }

  /** The steps that have a folder; other entries are left alone. */
  public List<StepFolder> present() throws IOException {
    List<StepFolder> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(steps)) {
      for (Path entry : entries.sorted().toList()) {
        StepId step = parse(String.valueOf(entry.getFileName()));
        if (step != null) {
          found.add(step(step));
        }
      }
    }
    return found;
  }

  /** Gives the folder free for another agent. */
  @Override
  public void close() throws IOException {
    ended.close();
    stepsDirectory.close();
    lock.close();
  }

  /** Closes without a word: for when nothing was begun yet. */
  public void release() {
    try {
      close();
    } catch (IOException e) {
      LOG.debug("Expected to close {}, but failed", steps, e);
    }
  }

  private static FileChannel lock(Path own) throws IOException {
    FileChannel channel =
        FileChannel.open(own.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(own, e);
    }
    channel.close();
    throw inUse(own, null);
  }

  private static IllegalStateException inUse(Path own, @Nullable Throwable cause) {
    return new IllegalStateException(
        "Expected to be the only agent in %s, but another one runs there. Maybe stop it first."
            .formatted(own),
        cause);
  }

  private static @Nullable StepId parse(String name) {
    try {
      return StepId.parseKey(name);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
