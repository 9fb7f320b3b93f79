package io.pliant.runtime.node.folder;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepUsage;
import io.pliant.runtime.confinement.CpuList;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a supervisor has written about its step so far (the file {@code state} of the step's
 * folder).
 *
 * @param supervisor the supervisor, or null when none has begun yet
 * @param slice what the step's job holds of the node
 * @param tasks how many tasks it has on the node; 1 from supervisors that do not say it
 * @param granted which grant of its attempt the step belongs to, or null when that was not told
 * @param startedAt when all tasks ran, or null
 * @param exits exit statuses in rank order, known once the step has ended
 * @param end how it ended, or null
 * @param usage what its tasks used, or null when that was not written
 */
public record StepState(
    @Nullable ProcessIdentity supervisor,
    SliceUse slice,
    int tasks,
    @Nullable Long granted,
    @Nullable Instant startedAt,
    List<ExitStatus> exits,
    @Nullable End end,
    @Nullable StepUsage usage) {
  /** State of a step of which nothing was written. */
  public static final StepState NOTHING =
      new StepState(null, SliceUse.NONE, 1, null, null, List.of(), null, null);

  /** How a step ended. */
  public record End(Instant at, StepEnd reason, String message) {}

  public StepState {
    exits = List.copyOf(exits);
  }

  /**
   * Reads whole lines; one that is cut off or damaged by a crash of the host counts as not written.
   */
  public static StepState parse(String text) {
    ProcessIdentity supervisor = null;
    SliceUse slice = SliceUse.NONE;
    int tasks = 1;
    Long granted = null;
    Instant startedAt = null;
    TreeMap<Integer, ExitStatus> exits = new TreeMap<>();
    End end = null;
    StepUsage usage = null;
    int from = text.startsWith("pid ") ? 0 : text.length(); // else it is not the supervisor's yet
    for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      String[] words = text.substring(from, to).split(" ", 4);
      from = to + 1;
      try {
        switch (words[0]) {
          case "pid" -> supervisor = identity(words);
          case "slice" -> {
            slice = new SliceUse(slice(words), slice.pinned());
            tasks = words.length > 3 ? Integer.parseInt(words[3]) : 1;
          }
          case "kinds" -> slice = slice.with(Kinds.parse(words[1]));
          case "cpus" -> slice = slice.on(CpuList.parse(words[1]));
          case "used" -> usage = usage(words[1], (words[2] + " " + words[3]).split(" ", -1));
          case "granted" -> granted = Long.valueOf(words[1]);
          case "started" -> startedAt = instant(words[1]);
          case "exit" -> addExit(exits, words);
          case "ended" -> end = end(words);
          default -> {}
        }
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        break;
      }
    }
    return new StepState(
        supervisor, slice, tasks, granted, startedAt, List.copyOf(exits.values()), end, usage);
  }

  private static Resources slice(String[] words) {
    return new Resources(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  private static ProcessIdentity identity(String[] words) {
    return new ProcessIdentity(
        Long.parseLong(words[1]), Long.parseLong(words[2]), words[3].split(" ", 2)[0]);
  }

  private static void addExit(TreeMap<Integer, ExitStatus> exits, String[] words) {
    exits.put(
        Integer.parseInt(words[1]),
        new ExitStatus(Integer.parseInt(words[2]), Integer.parseInt(words[3])));
  }

  private static End end(String[] words) {
    return new End(instant(words[1]), StepEnd.valueOf(words[2]), words.length > 3 ? words[3] : "");
  }

  /** The first number is how often memory was wanting, which the reason of the end says. */
  private static StepUsage usage(String by, String[] numbers) {
    return new StepUsage(
        by,
        count(numbers[1]),
        count(numbers[2]),
        count(numbers[3]),
        count(numbers[4]),
        count(numbers[5]));
  }

  private static @Nullable Long count(String number) {
    return number.equals("-") ? null : Long.valueOf(number);
  }

  private static Instant instant(String millis) {
    return Instant.ofEpochMilli(Long.parseLong(millis));
  }
}
