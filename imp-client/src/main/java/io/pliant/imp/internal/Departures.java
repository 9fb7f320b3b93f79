package io.pliant.imp.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tells when a task that said goodbye has left: when all that it ever sent is here. A pair of tasks
 * may have two connections, so the goodbye can overtake messages.
 */
final class Departures {
  private final Consumer<String> left;
  private final Map<String, Long> delivered = new HashMap<>();
  private final Map<String, Long> announced = new HashMap<>();

  Departures(Consumer<String> left) {
    this.left = left;
  }

  synchronized void delivered(String task) {
    delivered.merge(task, 1L, Long::sum);
    look(task);
  }

  synchronized void goodbye(String task, long messages) {
    announced.put(task, messages);
    look(task);
  }

  /** Whether that task said, on any connection, that no more will come. */
  synchronized boolean saidGoodbye(String task) {
    return announced.containsKey(task);
  }

  private void look(String task) {
    Long total = announced.get(task);
    if (total != null && delivered.getOrDefault(task, 0L) >= total) {
      left.accept(task);
    }
  }
}
