package io.pliant.runtime.node.folder;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.spec.RawText;
import io.pliant.runtime.adapt.TaskOwner;
import io.pliant.runtime.power.RunningJob;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The folder of a step that is being written, beside those of steps that have begun. An agent that
 * is ended before it is whole has begun nothing: whoever ordered the step orders it again.
 */
public final class StepDraft {
  /** What the name of a draft ends with; no key of a step has it. */
  static final String SUFFIX = ".new";

  private static final Set<PosixFilePermission> PASSABLE =
      PosixFilePermissions.fromString("rwx--x--x");
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> RUNNABLE =
      PosixFilePermissions.fromString("rwx------");

  private final StepFolder step;
  private final Path dir;

  public StepDraft(StepFolder step) {
    this.step = step;
    this.dir = step.dir().resolveSibling(step.dir().getFileName() + SUFFIX);
  }

  /** Begins it anew, with what the supervisor needs to know; leaves nothing when it cannot. */
  public void fill(StepLaunch launch, TaskCpus held, List<String> kept, boolean impersonate)
      throws IOException {
    StepFolder.delete(dir);
    try {
      writeAll(launch, held, kept, impersonate);
    } catch (IOException e) {
      discard(dir, e);
      throw e;
    }
  }

  private static void discard(Path folder, IOException because) {
    try {
      StepFolder.delete(folder);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private void writeAll(StepLaunch launch, TaskCpus held, List<String> kept, boolean impersonate)
      throws IOException {
    Files.createDirectory(dir, PosixFilePermissions.asFileAttribute(PASSABLE));
    Path steps = Objects.requireNonNull(dir.getParent());
    boolean leased = Files.exists(steps.resolveSibling("lease"));
    byte[] spec =
        StepSpec.bytes(
            launch, held, kept, ProcessIdentity.currentBoot(), HostUptime.millis(), leased);
    write("spec", spec, PRIVATE);
    if (launch.malleable()) {
      write("owner", TaskOwner.of(launch).text().getBytes(StandardCharsets.US_ASCII), PRIVATE);
    }
    String script = launch.script();
    if (script != null) {
      Path file = write("slurm_script", RawText.bytes(script), RUNNABLE);
      if (impersonate) {
        Files.setAttribute(file, "unix:uid", launch.user().uid());
        Files.setAttribute(file, "unix:gid", launch.user().gid());
      }
    }
  }

  /** Writes down what the step is called, for an agent that comes later. */
  public void leaveLabel(RunningJob job) throws IOException {
    write("label", StepLabel.text(job).getBytes(StandardCharsets.UTF_8), PRIVATE);
  }

  /**
   * Makes it the folder of the step, which is the mark that the step was begun here.
   *
   * @throws FileAlreadyExistsException when the step was begun before
   */
  public void settle() throws IOException {
    if (Files.exists(step.dir())) {
      throw new FileAlreadyExistsException(step.dir().toString());
    }
    Files.move(dir, step.dir(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Undoes {@link #settle}, since the step was not begun after all. */
  void takeBack(IOException because) {
    discard(step.dir(), because);
  }

  private Path write(String name, byte[] bytes, Set<PosixFilePermission> mode) throws IOException {
    Path file = dir.resolve(name);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(mode))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
    return file;
  }
}
