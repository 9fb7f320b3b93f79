package io.pliant.core.spec;

import org.jspecify.annotations.Nullable;

/**
 * File-name patterns of standard streams, with Slurm's replacement symbols not yet replaced.
 *
 * @param output pattern of standard output, for example {@code slurm-%j.out}
 * @param error pattern of standard error, or null when it goes where standard output goes
 * @param input file read as standard input, or null for {@code /dev/null}
 * @param append true to append to existing files instead of truncating them
 */
public record StreamFiles(
    String output, @Nullable String error, @Nullable String input, boolean append) {
  /** Slurm's default of a batch job: both streams in {@code slurm-<job id>.out}. */
  public static StreamFiles batchDefault() {
    return new StreamFiles("slurm-%j.out", null, null, false);
  }

  /** Its default output of an element of an array. */
  public static final String OUTPUT_OF_ELEMENT = "slurm-%A_%a.out";
}
