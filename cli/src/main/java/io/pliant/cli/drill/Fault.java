package io.pliant.cli.drill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What a drill does to a cluster. Each is mended before the next. */
enum Fault {
  /** SIGKILL to the controller that leads the journal and hosts the partition; started again. */
  KILL_LEADER("the controller killed that leads and schedules"),
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
  DISK_FULL("the leading controller's disk full for 8 s"),
  /** Nothing passes between the leading controller and the others, in either direction. */
  CUT("the leading controller cut off for 20 s", Need.NETWORK),
  /** What the others send does not reach the leading controller. */
  CUT_IN("the leading controller deaf to the others for 20 s", Need.NETWORK),
  /** What the leading controller sends does not reach the others. */
  CUT_OUT("the leading controller unheard by the others for 20 s", Need.NETWORK),
  /** Nothing passes between any two controllers, as when their switch starts anew. */
  CUT_ALL("all controllers cut off from each other for 20 s", Need.NETWORK),
  /** SIGSTOP to one agent for less than the node time-out, then SIGCONT. */
  AGENT_PAUSE("one agent stopped for 10 s"),
  /** SIGSTOP to one agent for longer than the node time-out, then SIGCONT: its jobs run again. */
  AGENT_LOST("one agent stopped for 80 s, which is a lost node"),
  /** All connections of the leading controller are reset, twice a second for eight seconds. */
  RESETS("the leading controller's connections reset for 8 s", Need.RESETS),
  /** A controller is added, leads, and is removed while it leads. */
  MEMBERS("a controller added, leading, removed"),
  /** A backup, three seconds later the end of all controllers, and the backup restored on all. */
  RESTORE("a backup restored on all controllers"),
  /**
   * The clock of agents and supervisors jumps two hours ahead, then two hours behind, then back.
   */
  CLOCK("the nodes' clock 2 h ahead, then 2 h behind", Need.CLOCK);

  /** What a host must have for a fault. */
  enum Need {
    NOTHING,
    /** Network namespaces. */
    NETWORK,
    /** Network namespaces, and a kernel that ends connections on demand. */
    RESETS,
    /** libfaketime. */
    CLOCK
  }

  private final String words;
  private final Need need;

  Fault(String words) {
    this(words, Need.NOTHING);
  }

  Fault(String words, Need need) {
    this.words = words;
    this.need = need;
  }

  Need needs() {
    return need;
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
