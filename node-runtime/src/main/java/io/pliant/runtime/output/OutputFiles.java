package io.pliant.runtime.output;

import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputAnswer.Result;
import io.pliant.core.node.OutputQuestion;
import io.pliant.runtime.bounds.Shares;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads parts of output files of jobs with the rights of their users, each in a process of its own:
 * what a user's path leads to, a link, a pipe or a dead server, harms nobody but this reading.
 */
public final class OutputFiles {
  private static final int AT_A_TIME = 8;
  private static final int OF_USER = 3;
  private static final int SECONDS = 5;

  /** Exit codes of timeout. */
  private static final int TIMED_OUT = 124;

  private static final int KILLED = 137;
  private static final Path CHANGES_USER = Path.of("/usr/bin/setpriv");

  /** Prints size and place, then the bytes from there on. */
  private static final String SCRIPT =
      """
      size=$(stat -L -c %s -- "$1") || exit 3
      from=$2
      [ "$from" -ge 0 ] || from=$((size + from))
      [ "$from" -ge 0 ] || from=0
      echo "$size $from"
      exec dd if="$1" iflag=skip_bytes,count_bytes,fullblock,nonblock skip="$from" count="$3" bs=64K status=none
      """;

  private final int ownUid;
  private final Semaphore room = new Semaphore(AT_A_TIME);
  private final Shares byUser = new Shares(OF_USER);

  /**
   * @param ownUid user of this process; 0 reads files of all users, any other its own alone
   */
  public OutputFiles(int ownUid) {
    this.ownUid = ownUid;
  }

  /** Of this process. */
  public static OutputFiles ofProcess() {
    try {
      return new OutputFiles((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(
          "Expected /proc/self to tell the user of this process, but: " + e.getMessage(), e);
    }
  }

  /** Reads up to {@link OutputAnswer#MOST_BYTES} from a place on. */
  public OutputAnswer read(OutputQuestion question) throws InterruptedException {
    if (ownUid != 0 && question.uid() != ownUid) {
      return without(
          question,
          Result.UNABLE,
          "Expected a process of root, or of the user of the job: this one cannot read files of %s."
              .formatted(question.user()));
    }
    String path = question.path();
    if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
      return without(
          question, Result.MISSING, "Expected an absolute path, but got '%s'.".formatted(path));
    }
    if (!byUser.take(question.user(), 1)) {
      return busy(question);
    }
    try {
      return room.tryAcquire() ? inProcess(question) : busy(question);
    } catch (IOException e) {
      return without(
          question,
          Result.UNABLE,
          "Expected to start a process that reads, but: " + e.getMessage());
    } finally {
      byUser.give(question.user(), 1);
    }
  }

  private static OutputAnswer without(OutputQuestion question, Result result, String why) {
    return OutputAnswer.without(question.number(), result, why);
  }

  private static OutputAnswer busy(OutputQuestion question) {
    return without(
        question, Result.BUSY, "Expected fewer files to be read at the same time. Try again soon.");
  }

  private OutputAnswer inProcess(OutputQuestion question) throws IOException, InterruptedException {
    Process process;
    try {
      process = start(question);
    } catch (IOException | RuntimeException e) {
      room.release();
      throw e;
    }
    // one that hangs in the kernel keeps its place until it is gone
    process.onExit().thenRun(room::release);
    process.getOutputStream().close();
    if (!process.waitFor(SECONDS + 2L, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return missing(question, TIMED_OUT);
    }
    try (InputStream out = process.getInputStream()) {
      return process.exitValue() == 0
          ? part(question, out.readNBytes(out.available()))
          : missing(question, process.exitValue());
    }
  }

  private static OutputAnswer missing(OutputQuestion question, int exit) {
    return exit == TIMED_OUT || exit == KILLED
        ? without(
            question,
            Result.BUSY,
            "Expected to read %s within %d s.".formatted(question.path(), SECONDS))
        : without(
            question,
            Result.MISSING,
            "There is no file %s on that host, or the user of the job may not read it."
                .formatted(question.path()));
  }

  private static OutputAnswer part(OutputQuestion question, byte[] printed) {
    int end = 0;
    while (end < printed.length && printed[end] != '\n') {
      end++;
    }
    String[] words = new String(printed, 0, end, StandardCharsets.US_ASCII).split(" ", -1);
    if (words.length != 2) {
      return missing(question, 1);
    }
    byte[] data = Arrays.copyOfRange(printed, Math.min(end + 1, printed.length), printed.length);
    return new OutputAnswer(
        question.number(),
        Result.READ,
        "",
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Base64.getEncoder().encodeToString(data));
  }

  private Process start(OutputQuestion question) throws IOException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/timeout", "-k", "1", SECONDS + ""));
    if (ownUid == 0) {
      command.addAll(
          List.of(
              CHANGES_USER.toString(),
              "--reuid=" + question.uid(),
              "--regid=" + question.gid(),
              "--init-groups",
              "--inh-caps=-all",
              "--no-new-privs"));
    }
    command.addAll(
        List.of(
            "/bin/sh",
            "-c",
            SCRIPT,
            "read",
            question.path(),
            Long.toString(question.offset()),
            OutputAnswer.MOST_BYTES + ""));
    ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("LC_ALL", "C");
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
