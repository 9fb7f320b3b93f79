package io.pliant.cli.drill.resize;

import io.pliant.core.adaptation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * One fault of the matrix: this party dies at that step of such an adaptation.
 *
 * @param late it is started again only after the program was let go on
 * @param requeue whether the job may run again; it must not need to, unless a task dies
 */
record Cell(Kind kind, Step step, Party party, boolean late, boolean requeue) {
  private static final List<Kind> KINDS =
      List.of(Kind.EXPAND, Kind.SHRINK, Kind.GROW, Kind.RELEASE);

  /** All there are, in an order drawn by lot; those that differ most come first. */
  static List<Cell> all(Random random) {
    List<Cell> cells = new ArrayList<>();
    for (Kind kind : KINDS) {
      for (Step step : Step.values()) {
        for (Party party : Party.values()) {
          if (step.isOf(kind) && party.isThereAt(kind, step)) {
            cells.add(new Cell(kind, step, party, random.nextBoolean(), random.nextBoolean()));
          }
        }
      }
    }
    Collections.shuffle(cells, random);
    return spread(cells);
  }

  private static List<Cell> spread(List<Cell> cells) {
    Map<Party, Integer> parties = new EnumMap<>(Party.class);
    Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
    Map<Step, Integer> steps = new EnumMap<>(Step.class);
    List<Cell> left = new ArrayList<>(cells);
    List<Cell> spread = new ArrayList<>();
    while (!left.isEmpty()) {
      Cell next =
          left.stream()
              .min(
                  Comparator.comparingInt((Cell c) ->
                      8 * parties.getOrDefault(c.party, 0)
                          + 4 * kinds.getOrDefault(c.kind, 0)
                          + 4 * steps.getOrDefault(c.step, 0)))
              .orElseThrow();
      left.remove(next);
      spread.add(next);
      parties.merge(next.party, 1, Integer::sum);
      kinds.merge(next.kind, 1, Integer::sum);
      steps.merge(next.step, 1, Integer::sum);
    }
    return spread;
  }

  /**
   * Whether the others finish the work when a task is killed. The first task is the job's own; one
   * that has not come in yet, or has left, is no member.
   *
   * @param outlive whether members can go on without a lost one
   */
  boolean othersGoOn(boolean outlive) {
    boolean outside =
        party == Party.MOVER
            && (kind.adds()
                ? step == Step.PREPARING || step == Step.ARMED
                : step == Step.COMMITTED);
    return party != Party.LEADER && (outlive || outside);
  }

  /** Its name: {@code expand/armed/moving-agent}. */
  String name() {
    return (kind + "/" + step + "/" + party).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String words() {
    return "%s, %s: %s killed"
        .formatted(
            kind.name().toLowerCase(Locale.ROOT),
            step.name().toLowerCase(Locale.ROOT),
            party.words());
  }
}
