package io.pliant.cli.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the output of all tasks comes together. The bytes of a step's only task are passed on as
 * they come; those of several tasks, or with labels, as whole lines, so that no line is a mixture.
 * Thread-safe.
 */
final class TaskOutput {
  /** A longer line is passed on in parts. */
  private static final int LONGEST_LINE = 65_536;

  private final PrintStream out;
  private final PrintStream err;
  private final boolean label;
  private final boolean asItComes;
  private final Only only;
  private final Map<Integer, ByteArrayOutputStream> begunOut = new TreeMap<>();
  private final Map<Integer, ByteArrayOutputStream> begunErr = new TreeMap<>();
  private int tasks = 1;

  /**
   * @param label whether each line begins with the rank of its task
   * @param asItComes what is said is that of one task, however many there are
   */
  TaskOutput(PrintStream out, PrintStream err, boolean label, boolean asItComes) {
    this(out, err, label, asItComes, Only.ALL);
  }

  /**
   * The same of some tasks.
   *
   * @param only of which ones
   */
  TaskOutput(PrintStream out, PrintStream err, boolean label, boolean asItComes, Only only) {
    this.out = out;
    this.err = err;
    this.label = label;
    this.asItComes = asItComes;
    this.only = only;
  }

  /**
   * Whose output is passed on.
   *
   * @param output number of the task whose standard output is, or null for that of all
   * @param error number of the task whose standard error is, or null for that of all
   */
  record Only(@Nullable Integer output, @Nullable Integer error) {
    static final Only ALL = new Only(null, null);
  }

  /** The step has so many tasks; said before any output of a node. */
  synchronized void expect(int totalTasks) {
    tasks = totalTasks;
  }

  synchronized void stdout(int rank, byte[] bytes) {
    if (only.output() == null || only.output() == rank) {
      write(out, begunOut, rank, bytes);
    }
  }

  synchronized void stderr(int rank, byte[] bytes) {
    if (only.error() == null || only.error() == rank) {
      write(err, begunErr, rank, bytes);
    }
  }

  /** Passes on lines whose end never came. */
  synchronized void finish() {
    begunOut.forEach((rank, line) -> writeLine(out, rank, line));
    begunErr.forEach((rank, line) -> writeLine(err, rank, line));
    begunOut.clear();
    begunErr.clear();
    out.flush();
    err.flush();
  }

  private void write(
      PrintStream stream, Map<Integer, ByteArrayOutputStream> begun, int rank, byte[] bytes) {
    if (asItComes || tasks == 1 && !label) {
      stream.write(bytes, 0, bytes.length);
    } else {
      ByteArrayOutputStream line = begun.computeIfAbsent(rank, r -> new ByteArrayOutputStream());
      int from = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n' || line.size() + i - from == LONGEST_LINE) {
          line.write(bytes, from, i + 1 - from);
          writeLine(stream, rank, line);
          line.reset();
          from = i + 1;
        }
      }
      line.write(bytes, from, bytes.length - from);
    }
    stream.flush();
  }

  private void writeLine(PrintStream stream, int rank, ByteArrayOutputStream line) {
    if (line.size() > 0) {
      byte[] bytes = line.toByteArray();
      if (label) {
        byte[] prefix = labelOf(rank).getBytes(StandardCharsets.US_ASCII);
        stream.write(prefix, 0, prefix.length);
      }
      stream.write(bytes, 0, bytes.length);
      if (label && bytes[bytes.length - 1] != '\n') {
        stream.write('\n');
      }
    }
  }

  /** As wide as that of the last rank, as srun writes it. */
  private String labelOf(int rank) {
    int width = Integer.toString(tasks - 1).length();
    return ("%" + width + "d: ").formatted(rank);
  }
}
