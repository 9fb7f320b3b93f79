package io.pliant.sim.command;

import io.pliant.sim.trace.SwfReader;
import io.pliant.sim.trace.Trace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which log to read, and how. */
final class TraceOptions {
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Log in the Standard Workload Format, plain or gzip.")
  private @Nullable Path file;

  @Option(
      names = "--procs",
      paramLabel = "N",
      description = "Processors of the machine (default: MaxProcs of the log's header).")
  private @Nullable Integer processors;

  @Option(
      names = "--lenient",
      description = "Count and skip damaged lines and jobs wider than the machine.")
  private boolean lenient;

  @Option(
      names = "--clairvoyant",
      description = "Estimates are the run times: what perfect estimates would give.")
  private boolean clairvoyant;

  /** True when a log was named. */
  boolean given() {
    return file != null;
  }

  Trace read() {
    if (file == null) {
      throw SimFailure.misuse("Expected a log to simulate, but there is none. Give --trace FILE.");
    }
    if (processors != null && processors < 1) {
      throw SimFailure.misuse(
          "Expected --procs to be at least 1, but got %d.".formatted(processors));
    }
    Trace trace = SwfReader.read(file, processors == null ? 0 : processors, lenient);
    return clairvoyant ? trace.clairvoyant() : trace;
  }

  boolean clairvoyant() {
    return clairvoyant;
  }

  /** Refuses options that only make sense with a log. */
  void refuseWithoutTrace(String instead) {
    if (processors != null || lenient || clairvoyant) {
      throw SimFailure.misuse(
          "Expected --procs, --lenient and --clairvoyant together with --trace, but %s was asked for."
              .formatted(instead));
    }
  }
}
