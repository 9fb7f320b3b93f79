package io.pliant.cli.drill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What a drill does to a cluster. Each is mended before the next. */
enum Fault {
  /** SIGKILL to the controller whose journal leads; it is started again. */
  KILL_LEADER("the leading controller killed"),
  /** SIGKILL to one controller drawn by lot; it is started again. */
  KILL_ONE("one controller killed"),
  /** SIGKILL to two controllers at once; both are started again after three seconds. */
  KILL_TWO("two controllers killed"),
  /** SIGKILL to every controller; all are started again. */
  KILL_ALL("all controllers killed"),
  /** SIGSTOP to the leading controller for longer than the others forgive, then SIGCONT. */
  PAUSE("the leading controller stopped for 12 s"),
  /** SIGKILL, and an entry half written at the end of the controller's log; it is started again. */
  TORN_TAIL("one controller killed with a torn log"),
  /** No file of the leading controller can grow for eight seconds. */
  DISK_FULL("the leading controller's disk full for 8 s");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** What happened, for the report. */
  String words() {
    return words;
  }

  /** The name on the command line. */
  String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The fault of that name; throws IllegalArgumentException that names all. */
  static Fault named(String option) {
    List<String> names = new ArrayList<>();
    for (Fault fault : values()) {
      if (fault.option().equals(option)) {
        return fault;
      }
      names.add(fault.option());
    }
    throw new IllegalArgumentException(
        "Expected one of the faults %s, but got '%s'.".formatted(String.join(", ", names), option));
  }

  /** {@code rounds} times all of them, each round in an order drawn by lot. */
  static List<Fault> schedule(List<Fault> kinds, int rounds, Random random) {
    List<Fault> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      List<Fault> round = new ArrayList<>(kinds);
      Collections.shuffle(round, random);
      all.addAll(round);
    }
    return all;
  }
}
