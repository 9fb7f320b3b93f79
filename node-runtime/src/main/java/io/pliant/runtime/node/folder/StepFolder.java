package io.pliant.runtime.node.folder;

import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.step.Onlooker;
import io.pliant.runtime.adapt.TaskOwner;
import io.pliant.runtime.power.RunningJob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one step on a node; launcher.pl says what is in it. */
public final class StepFolder {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  /** Words of those who look at the step that wait at most for its supervisor. */
  private static final int MOST_ONLOOKER_BYTES = 16_384;

  private final Path steps;
  private final StepId step;
  private final Path dir;

  public StepFolder(Path steps, StepId step) {
    this.steps = steps;
    this.step = step;
    this.dir = steps.resolve(step.key());
  }

  public StepId step() {
    return step;
  }

  public Path dir() {
    return dir;
  }

  /**
   * True when a supervisor may be forked for it (again), because all it needs is there and the host
   * was not restarted since: after a restart nobody can tell whether one had begun.
   */
  public boolean ready() throws IOException {
    try {
      return StepSpec.wholeAndOf(
          Files.readAllBytes(dir.resolve("spec")), ProcessIdentity.currentBoot());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** What the step's job holds of the node, as far as it was written down. */
  public SliceUse slice() throws IOException {
    try {
      return SliceUse.parse(Files.readString(dir.resolve("spec"), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return state().slice(); // the supervisor has it now
    }
  }

  /** Which grant of its attempt the step belongs to, or null when that was not written down. */
  public @Nullable Long granted() throws IOException {
    try {
      return StepSpec.granted(Files.readString(dir.resolve("spec"), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return state().granted(); // the supervisor has it now, if it was ever written
    }
  }

  /** What the step is called, as far as it was written down. */
  public RunningJob label() throws IOException {
    try {
      return StepLabel.parse(
          step, new String(Files.readAllBytes(dir.resolve("label")), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return StepLabel.nameless(step);
    }
  }

  /** Whose tasks may speak to the agent, or null when they have nothing to say to it. */
  public @Nullable TaskOwner owner() throws IOException {
    try {
      return TaskOwner.parse(Files.readString(dir.resolve("owner"), StandardCharsets.US_ASCII));
    } catch (NoSuchFileException | IllegalArgumentException e) {
      return null; // cut off by a crash of the host, in which the tasks have ended, too
    }
  }

  /** What the supervisor has written; {@link StepState#NOTHING} when it has written nothing yet. */
  public StepState state() throws IOException {
    try {
      return StepState.parse(Files.readString(dir.resolve("state"), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return StepState.NOTHING;
    }
  }

  /**
   * Leaves the mark by which a supervisor ends the step, or does not start anything when it begins
   * later.
   */
  public void leaveEnd() throws IOException {
    try {
      Files.createFile(dir.resolve("terminate"));
    } catch (FileAlreadyExistsException e) {
      return; // it is there, and that is what is wanted
    }
  }

  /** Leaves the mark to end the step (0), or a signal to pass on. */
  public void leave(int signal) throws IOException {
    if (signal == 0) {
      leaveEnd();
    } else {
      leaveSignal(signal);
    }
  }

  /** Leaves other terms than those of the launch, for as long as the step runs. */
  public void leave(StepTerms terms) throws IOException {
    Long left = terms.leftMillis();
    String ends = left == null ? "-" : Long.toString(HostUptime.millis() + left);
    Path whole = dir.resolve("terms.new");
    Files.writeString(whole, terms.number() + " " + ends + "\n" + (terms.stops() ? "still\n" : ""));
    Files.move(
        whole,
        dir.resolve("terms"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Leaves word of somebody who looks at the step, until the supervisor takes it; false when it has
   * too many to take.
   */
  public boolean leave(Onlooker onlooker) throws IOException {
    Path file = dir.resolve("onlookers");
    if (Files.exists(file) && Files.size(file) > MOST_ONLOOKER_BYTES) {
      return false;
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PRIVATE))) {
      ByteBuffer line = ByteBuffer.wrap(onlooker.line().getBytes(StandardCharsets.US_ASCII));
      while (line.hasRemaining()) {
        channel.write(line);
      }
    }
    return true;
  }

  /** Leaves a signal for the supervisor to pass on. */
  void leaveSignal(int signal) throws IOException {
    Files.writeString(
        dir.resolve("signals"),
        signal + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /**
   * Leaves, or renews, the mark by which a supervisor has its tasks stand still. It counts for
   * {@link io.pliant.core.power.PowerLimits#LEASE}.
   */
  public void leaveSuspension() throws IOException {
    Files.writeString(
        dir.resolve("suspend"),
        "still\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** Takes the mark away. */
  public void liftSuspension() throws IOException {
    Files.deleteIfExists(dir.resolve("suspend"));
  }

  /** True while the mark is there. */
  public boolean suspended() {
    return Files.exists(dir.resolve("suspend"));
  }

  /** Removes the folder and what is in it. */
  public void delete() throws IOException {
    delete(dir);
  }

  /** Removes a folder that has no folders in it, if it is there. */
  static void delete(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return;
    }
    Files.deleteIfExists(dir);
  }
}
