package io.pliant.sim.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.policy.Policies;
import io.pliant.core.round.SchedulingRound;
import io.pliant.sim.trace.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives the views of a decision log to the same policy again and compares the plans to the letter,
 * reasons of waiting jobs included.
 *
 * @param rounds that were replayed
 * @param started jobs that the plans start, in all
 * @param cut true when the last line is incomplete, as after the death of a controller; it is left
 *     out
 * @param differences one text for each round whose plan differs
 */
public record Replay(int rounds, int started, boolean cut, List<String> differences) {
  public Replay {
    differences = List.copyOf(differences);
  }

  /** Throws TraceException when the file cannot be read or a line in it makes no sense. */
  public static Replay of(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return of(file, lines);
    } catch (IOException failure) {
      throw new TraceException(
          "Expected to read the decision log '%s', but: %s.".formatted(file, failure));
    }
  }

  private static Replay of(Path file, BufferedReader lines) throws IOException {
    List<String> differences = new ArrayList<>();
    int rounds = 0;
    int started = 0;
    String line = lines.readLine();
    while (line != null) {
      String next = lines.readLine();
      LoggedRound round;
      try {
        round = LoggedRound.parse(line);
      } catch (JsonProcessingException damaged) {
        if (next == null && rounds > 0) {
          return new Replay(rounds, started, true, differences);
        }
        throw new TraceException(
            "Expected line %d of '%s' to be a round of a decision log, but: %s"
                .formatted(rounds + 1, file, damaged.getOriginalMessage()));
      }
      rounds++;
      started += (int) round.decisions().stream().filter(d -> d.startsWith("Start[")).count();
      String difference = difference(round);
      if (difference != null) {
        differences.add("line %d: %s".formatted(rounds, difference));
      }
      line = next;
    }
    return new Replay(rounds, started, false, differences);
  }

  private static @Nullable String difference(LoggedRound round) {
    Plan plan;
    try {
      plan = SchedulingRound.plan(Policies.named(round.policy()), round.view(), round.trigger());
    } catch (IllegalArgumentException unknown) {
      throw new TraceException(String.valueOf(unknown.getMessage()));
    }
    List<String> decisions = plan.decisions().stream().map(Decision::toString).toList();
    if (!decisions.equals(round.decisions())) {
      return "decided then %s, decided now %s".formatted(round.decisions(), decisions);
    }
    SortedMap<Long, List<String>> waits = new TreeMap<>();
    plan.waits()
        .forEach((job, reasons) ->
            waits.put(job.value(), reasons.stream().map(WaitReason::toString).toList()));
    return waits.equals(round.waits())
        ? null
        : "reasons then %s, reasons now %s".formatted(round.waits(), waits);
  }
}
