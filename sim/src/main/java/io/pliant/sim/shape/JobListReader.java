package io.pliant.sim.shape;

import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.size.SpeedUp;
import io.pliant.sim.trace.TraceException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads job lists: lines of words between blanks, in order of submission.
 *
 * <pre>
 * # comment
 * partition main nodes=16 cpus=8 mem=32000
 * partition gpu  nodes=4 cpus=32 mem=256000 gpus=4
 * job 1   at=0   run=300                            -- --nodes=2 --time=10
 * job 2   at=7.5 run=60..600 user=ann failing=3,5-7 -- --array=0-99%5 --time=20
 * job 103 at=9   run=60                             -- --dependency=aftercorr:2 --array=0-99
 * job 204 at=10  run=100                            -- --nodes=2 : --partition=gpu --gpus-per-node=2
 * job 205 at=12  run=900 serial=0.05                -- --nodes=4 --min-nodes=2 --max-nodes=8
 * </pre>
 *
 * Options behind {@code --} are those of {@code pliant submit}. An array takes the numbers behind
 * its own, one for each element. A fault is an error that names line, field and remedy.
 */
public final class JobListReader {
  /** Largest file in bytes. */
  static final long MOST_BYTES = 64L << 20;

  /** Most jobs, an array being one. */
  static final int MOST_JOBS = 1_000_000;

  /** Most partitions. */
  static final int MOST_PARTITIONS = 64;

  /** Latest submission and longest run in seconds: ten years. */
  static final long MOST_SECONDS = 10L * 366 * 86_400;

  private static final long MOST_NUMBER = 1L << 50;
  private static final int MOST_CPUS = 4_096;
  private static final int MOST_MEMORY = 1 << 30;
  private static final int LONGEST_NAME = 64;
  private static final Set<String> OF_JOB =
      Set.of("at", "run", "user", "exit", "failing", "serial");
  private static final Set<String> OF_PARTITION = Set.of("nodes", "cpus", "mem", "gpus");

  private final List<ListedPartition> partitions = new ArrayList<>();
  private final List<ListedJob> jobs = new ArrayList<>();
  private JobList.@Nullable Reader options;
  private long free = 1;

  private JobListReader() {}

  /** Reads a file; throws {@link TraceException} when it cannot be used. */
  public static JobList read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new TraceException("Expected a job list, but '%s' is a folder.".formatted(file));
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new TraceException(
            "Expected a job list of at most %d bytes, but '%s' has %d; cut it into several."
                .formatted(MOST_BYTES, file, Files.size(file)));
      }
      return parse(String.valueOf(file.getFileName()), Files.readAllLines(file));
    } catch (NoSuchFileException _) {
      throw new TraceException("Expected a job list at '%s', but there is none.".formatted(file));
    } catch (MalformedInputException _) {
      throw new TraceException(
          "Expected a job list in UTF-8, but '%s' is not: a log in the Standard Workload Format is read with --trace."
              .formatted(file));
    } catch (IOException failure) {
      throw new TraceException("Expected to read '%s', but: %s.".formatted(file, failure));
    }
  }

  /** Reads lines; throws {@link TraceException} when they cannot be used. */
  public static JobList parse(String name, List<String> lines) {
    JobListReader reader = new JobListReader();
    int number = 0;
    for (String line : lines) {
      number++;
      try {
        reader.line(line.strip());
      } catch (TraceException fault) {
        throw new TraceException(
            "%s, line %d: %s".formatted(name, number, String.valueOf(fault.getMessage())));
      }
    }
    if (reader.jobs.isEmpty()) {
      throw new TraceException(
          "%s: expected at least one line 'job NUMBER at=SECONDS run=SECONDS -- OPTIONS', but there is none."
              .formatted(name));
    }
    return new JobList(name, reader.partitions, reader.jobs);
  }

  private void line(String line) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    List<String> words = List.of(line.split("\\s+"));
    switch (words.getFirst()) {
      case "partition" -> partition(words);
      case "job" -> job(words);
      default ->
          throw new TraceException(
              "expected 'partition', 'job' or a comment behind '#', but got '%.40s'."
                  .formatted(words.getFirst()));
    }
  }

  private void partition(List<String> words) {
    if (!jobs.isEmpty()) {
      throw new TraceException("expected all partitions before the first job; move this line up.");
    }
    if (partitions.size() == MOST_PARTITIONS) {
      throw new TraceException("expected at most %d partitions.".formatted(MOST_PARTITIONS));
    }
    String text = words.size() < 2 ? "" : words.get(1);
    if (!text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new TraceException(
          "expected the name of a partition in letters, digits, '.', '-' and '_', but got '%.80s'."
              .formatted(text));
    }
    PartitionName name = new PartitionName(text);
    if (partitions.stream().anyMatch(known -> known.name().equals(name))) {
      throw new TraceException("partition %s was there before; give it once.".formatted(name));
    }
    Map<String, String> fields = fields(words.subList(2, words.size()), OF_PARTITION);
    partitions.add(
        new ListedPartition(
            name,
            count(fields, "nodes", 1, ListedPartition.MOST_NODES, null),
            count(fields, "cpus", 1, MOST_CPUS, 1),
            count(fields, "mem", 0, MOST_MEMORY, 1_000_000),
            count(fields, "gpus", 0, MOST_CPUS, 0)));
  }

  private void job(List<String> words) {
    if (partitions.isEmpty()) {
      throw new TraceException(
          "expected a partition before the first job: 'partition main nodes=16 cpus=8'.");
    }
    if (jobs.size() == MOST_JOBS) {
      throw new TraceException("expected at most %d jobs.".formatted(MOST_JOBS));
    }
    int dashes = words.indexOf("--");
    int end = dashes < 0 ? words.size() : dashes;
    JobId job = number(end < 2 ? "" : words.get(1));
    Map<String, String> fields = fields(words.subList(2, end), OF_JOB);
    long at = millis("at", required(fields, "at"), 0);
    if (!jobs.isEmpty() && at < jobs.getLast().at()) {
      throw new TraceException(
          "expected jobs in order of submission, but at=%s is before that of the job above; sort them."
              .formatted(fields.get("at")));
    }
    List<String> given = dashes < 0 ? List.of() : words.subList(dashes + 1, words.size());
    String user = fields.getOrDefault("user", "user");
    if (user.isEmpty() || user.length() > LONGEST_NAME) {
      throw new TraceException(
          "expected user= with a name of 1 to %d letters.".formatted(LONGEST_NAME));
    }
    ListedJob listed = new ListedJob(job, at, user, runs(fields), given);
    JobList.Reader reader = options;
    if (reader == null) {
      reader = new JobList.Reader(partitions, false);
      options = reader;
    }
    JobArray array = reader.read(listed).spec().array();
    if (listed.runs().failing() != null && array == null) {
      throw new TraceException("failing= names elements of an array; give exit= for one job.");
    }
    free = job.value() + (array == null ? 1 : array.numbers());
    jobs.add(listed);
  }

  private JobId number(String text) {
    if (!text.matches("[1-9][0-9]{0,15}") || Long.parseLong(text) > MOST_NUMBER) {
      throw new TraceException(
          "expected the number of the job behind 'job', from 1, but got '%.40s'.".formatted(text));
    }
    long number = Long.parseLong(text);
    if (number < free) {
      throw new TraceException(
          "expected a number from %d on, but got %d: numbers rise, and an array takes one more for each element."
              .formatted(free, number));
    }
    return new JobId(number);
  }

  private static RunTimes runs(Map<String, String> fields) {
    String run = required(fields, "run");
    int dots = run.indexOf("..");
    long least = millis("run", dots < 0 ? run : run.substring(0, dots), 1);
    long most = dots < 0 ? least : millis("run", run.substring(dots + 2), 1);
    if (most < least) {
      throw new TraceException(
          "expected run=LEAST..MOST, but got '%.40s'; exchange them.".formatted(run));
    }
    String failing = fields.get("failing");
    Indices elements = failing == null ? null : indices(failing);
    int exit = count(fields, "exit", 0, 255, elements == null ? 0 : 1);
    return new RunTimes(least, most, exit, elements, serial(fields.get("serial")));
  }

  private static Indices indices(String text) {
    try {
      return Indices.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new TraceException("failing=: " + wrong.getMessage());
    }
  }

  private static double serial(@Nullable String text) {
    if (text == null) {
      return SpeedUp.UNKNOWN.serial();
    }
    if (!text.matches("0(\\.[0-9]{1,9})?|1(\\.0{1,9})?")) {
      throw new TraceException(
          "expected serial= to be a share from 0 to 1, but got '%.40s'.".formatted(text));
    }
    return Double.parseDouble(text);
  }

  private static Map<String, String> fields(List<String> words, Set<String> known) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String word : words) {
      int sign = word.indexOf('=');
      String key = sign < 0 ? word : word.substring(0, sign);
      if (sign < 0 || !known.contains(key)) {
        throw new TraceException(
            "expected one of %s with '=' and a value, but got '%.40s'; options of the job go behind ' -- '."
                .formatted(known.stream().sorted().toList(), word));
      }
      if (fields.put(key, word.substring(sign + 1)) != null) {
        throw new TraceException("expected %s= once; take one out.".formatted(key));
      }
    }
    return fields;
  }

  private static String required(Map<String, String> fields, String key) {
    String value = fields.get(key);
    if (value == null) {
      throw new TraceException("expected %s=, but there is none; add it.".formatted(key));
    }
    return value;
  }

  private static int count(
      Map<String, String> fields, String key, int least, int most, @Nullable Integer usual) {
    String text = fields.get(key);
    if (text == null && usual != null) {
      return usual;
    }
    String given = required(fields, key);
    if (!given.matches("[0-9]{1,10}")
        || Long.parseLong(given) < least
        || Long.parseLong(given) > most) {
      throw new TraceException(
          "expected %s= to be a number from %d to %d, but got '%.40s'."
              .formatted(key, least, most, given));
    }
    return Integer.parseInt(given);
  }

  private static long millis(String key, String text, long least) {
    if (!text.matches("[0-9]{1,10}(\\.[0-9]{1,3})?")) {
      throw new TraceException(
          "expected %s= in seconds with at most three decimals, but got '%.40s'."
              .formatted(key, text));
    }
    long millis = new BigDecimal(text).movePointRight(3).longValueExact();
    if (millis < least || millis > MOST_SECONDS * 1_000) {
      throw new TraceException(
          "expected %s= to be from %s to %d seconds, but got %s."
              .formatted(key, least == 0 ? "0" : "0.001", MOST_SECONDS, text));
    }
    return millis;
  }
}
