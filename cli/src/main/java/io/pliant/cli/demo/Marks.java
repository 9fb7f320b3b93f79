package io.pliant.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The lines that the script of a job left behind: written by the job itself, so they know nothing
 * of what the scheduler believes.
 *
 * @param starts how often the script began
 * @param ends how often it got to its last line
 * @param ranks marks of ranks
 * @param distinctRanks number of different ranks among them
 */
record Marks(int starts, int ends, int ranks, int distinctRanks) {
  static Marks read(Path folder, long job) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(folder.resolve(Long.toString(job)));
    } catch (NoSuchFileException e) {
      lines = List.of();
    }
    List<String> ranks = lines.stream().filter(line -> line.startsWith("rank ")).toList();
    return new Marks(
        (int) lines.stream().filter(line -> line.startsWith("start ")).count(),
        (int) lines.stream().filter(line -> line.startsWith("end ")).count(),
        ranks.size(),
        (int) ranks.stream().distinct().count());
  }

  /** True when they are those of exactly one run as expected. */
  boolean fit(DemoJob job) {
    return starts == 1
        && ends == (job.ends() ? 1 : 0)
        && ranks == job.ranks()
        && distinctRanks == job.ranks();
  }
}
