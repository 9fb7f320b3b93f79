package io.pliant.sim.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads logs in the Standard Workload Format: lines of 18 numbers, header and comment lines that
 * begin with a semicolon, plain or gzip (told by the content, not by the name).
 *
 * <p><b>Filter.</b> That of the published schedules that the simulator is compared with (SC'15): a
 * job is left out when its allocated or requested processors exceed MaxProcs of the header, when
 * neither is positive (if one is, it stands for the other), or when run time, requested time or
 * submit time is unknown, or the first two are 0. A job that ran past its requested time is cut to
 * it. Width is the requested processors (field 8), the estimate is the requested time (field 9). In
 * a log that knows no requested time at all, the run time is the estimate.
 *
 * <p><b>Damage.</b> A line without exactly 18 numbers, with a time beyond {@link SwfLine#MOST} or
 * with a negative number other than -1 ("unknown") in a field that is used is an error that names
 * line and field; lenient readers count and skip it.
 *
 * <p><b>Source.</b> S. Chapin et al., JSSPP 1999; D. Feitelson, Parallel Workloads Archive.
 */
public final class SwfReader {
  private final int procsAsked;
  private final boolean lenient;
  private final JobRows rows = new JobRows();
  private final JobRows withoutEstimate = new JobRows();
  private boolean estimatesKnown;
  private int maxProcs;
  private int skipped;

  private SwfReader(int procsAsked, boolean lenient) {
    this.procsAsked = procsAsked;
    this.lenient = lenient;
  }

  /**
   * Reads a log.
   *
   * @param file plain or gzip
   * @param processors of the machine, or 0 for MaxProcs of the header
   * @param lenient skips damaged lines and jobs wider than the machine instead of refusing them
   * @throws TraceException when the file cannot be used
   */
  public static Trace read(Path file, int processors, boolean lenient) {
    SwfReader reader = new SwfReader(processors, lenient);
    try (InputStream in = open(file)) {
      reader.readAll(new SwfLine(in));
    } catch (NoSuchFileException _) {
      throw new TraceException("Expected a trace file at '%s', but there is none.".formatted(file));
    } catch (EOFException | ZipException damaged) {
      throw new TraceException(
          "Expected '%s' to be a complete gzip file, but it is damaged: %s."
              .formatted(file, damaged.getMessage()));
    } catch (IOException failure) {
      throw new TraceException(
          "Expected to read the trace '%s', but: %s.".formatted(file, failure));
    }
    return reader.finish(String.valueOf(file.getFileName()));
  }

  private static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new TraceException("Expected a trace file, but '%s' is a folder.".formatted(file));
    }
    BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    in.mark(2);
    int magic = in.read() << 8 | in.read();
    in.reset();
    return magic == 0x1f8b ? new GZIPInputStream(in, 1 << 16) : in;
  }

  private void readAll(SwfLine line) throws IOException {
    while (line.next()) {
      if (line.isComment()) {
        header(line);
        continue;
      }
      String damage = line.damage();
      if (damage == null) {
        job(line);
      } else if (lenient) {
        skipped++;
      } else {
        throw new TraceException(damage + " Use --lenient to count and skip such lines.");
      }
    }
  }

  private void header(SwfLine line) {
    String text = line.comment();
    int colon = text.indexOf(':');
    if (colon < 0 || !text.substring(0, colon).strip().equals("MaxProcs")) {
      return;
    }
    String value = text.substring(colon + 1).strip();
    try {
      maxProcs = Integer.parseInt(value);
    } catch (NumberFormatException _) {
      throw new TraceException(
          "Expected line %d, MaxProcs, to be a number of processors, but got '%s'."
              .formatted(line.number(), value));
    }
  }

  private void job(SwfLine line) {
    long allocated = line.field(5);
    long requested = line.field(8);
    long limit = maxProcs > 0 ? maxProcs : Long.MAX_VALUE;
    if (allocated > limit || requested > limit) {
      return;
    }
    long width = requested > 0 ? requested : allocated;
    long run = line.field(4);
    long submit = line.field(2);
    if (width <= 0 || run <= 0 || submit < 0) {
      return;
    }
    long estimate = line.field(9);
    estimatesKnown |= estimate > 0;
    int user = (int) Math.min(line.field(12), Integer.MAX_VALUE);
    int columns = (int) Math.min(width, Integer.MAX_VALUE);
    if (estimate > 0) {
      rows.add(line.field(1), submit, Math.min(run, estimate), columns, estimate, user);
    } else if (!estimatesKnown) {
      withoutEstimate.add(line.field(1), submit, run, columns, run, user);
    }
  }

  private Trace finish(String name) {
    JobRows jobs = estimatesKnown ? rows : withoutEstimate;
    int processors = procsAsked > 0 ? procsAsked : maxProcs;
    if (processors <= 0) {
      throw new TraceException(
          "Expected the header of '%s' to have MaxProcs, but it has none. Give --procs."
              .formatted(name));
    }
    for (int row = 0; row < jobs.count(); row++) {
      if (jobs.width(row) > processors) {
        if (!lenient) {
          throw new TraceException(
              "Expected each job to fit on %d processors, but job %d asks for %d. Give more --procs, or --lenient to skip such jobs."
                  .formatted(processors, jobs.id(row), jobs.width(row)));
        }
        skipped++;
      }
    }
    if (jobs.count() == 0) {
      throw new TraceException(
          "Expected '%s' to hold at least one job that ran, but it holds none.".formatted(name));
    }
    return jobs.toTrace(name, processors, skipped);
  }
}
