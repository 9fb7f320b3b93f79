package io.pliant.cli.run;

import org.jspecify.annotations.Nullable;

/**
 * What a running task has used so far, with all processes below it.
 *
 * @param rank number of the task in its step
 * @param cpuMicros processor time, in programs and in the kernel, of living and ended processes
 * @param rssBytes memory of all its processes now, or the most that one of them had, whichever is
 *     more
 * @param vmBytes address space of its processes now
 * @param pages page faults that read from disk
 * @param readBytes bytes read from disks by living processes, or null when that is not told
 * @param writtenBytes bytes written to disks by living processes, or null when that is not told
 * @param pids numbers of its processes, with commas; the first ones when there are very many
 */
public record TaskUse(
    int rank,
    long cpuMicros,
    long rssBytes,
    long vmBytes,
    long pages,
    @Nullable Long readBytes,
    @Nullable Long writtenBytes,
    String pids) {
  /** Reads a frame {@code u}; throws NumberFormatException when it is none. */
  static TaskUse parse(String[] words, String pids) {
    return new TaskUse(
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]),
        number(words[6]),
        number(words[7]),
        pids);
  }

  private static @Nullable Long number(String word) {
    return word.equals("-") ? null : Long.valueOf(word);
  }
}
