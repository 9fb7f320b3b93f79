package io.pliant.imp;

import io.pliant.imp.wire.WireMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Lines that the agent must get: said at once, and again to each new agent until settled. */
final class Debts {
  private final Consumer<WireMessage> agent;
  private final Map<String, WireMessage> owed = new LinkedHashMap<>();

  Debts(Consumer<WireMessage> agent) {
    this.agent = agent;
  }

  /** Says it, and again until {@link #settle}; a later line under the same key takes its place. */
  synchronized void owe(String key, WireMessage message) {
    owed.put(key, message);
    agent.accept(message);
  }

  synchronized void settle(String key) {
    owed.remove(key);
  }

  /** What is owed, oldest first. */
  synchronized List<WireMessage> all() {
    return List.copyOf(owed.values());
  }
}
