package io.pliant.sim.engine;

import io.pliant.core.rule.EasyRule;
import io.pliant.sim.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Policies for rigid jobs that the exact engine runs, with the rules of {@code core.rule}. */
public enum RigidPolicy {
  FCFS("fcfs"),
  EASY("easy"),
  EASY_SJBF("easy-sjbf"),
  CONSERVATIVE("conservative");

  private final String label;

  RigidPolicy(String label) {
    this.label = label;
  }

  /** Name in configuration and on the command line. */
  public String label() {
    return label;
  }

  /** The policy of this name, or null. */
  public static @Nullable RigidPolicy named(String name) {
    return Arrays.stream(values()).filter(p -> p.label.equals(name)).findFirst().orElse(null);
  }

  RigidMachine machine(Trace trace) {
    return switch (this) {
      case FCFS -> new BackfillMachine(trace, null);
      case EASY -> new BackfillMachine(trace, EasyRule.EASY);
      case EASY_SJBF -> new BackfillMachine(trace, EasyRule.EASY_SJBF);
      case CONSERVATIVE -> new ConservativeMachine(trace);
    };
  }
}
