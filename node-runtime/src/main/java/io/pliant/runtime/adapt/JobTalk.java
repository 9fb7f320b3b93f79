package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.imp.wire.WireMessage;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one attempt on this node have said, and what they are to be told. All of it is
 * said again by those who said it, so nothing is kept on disk. Guarded by the endpoint's lock.
 */
final class JobTalk {
  private final JobId job;
  private final int attempt;
  private final NodeName node;
  private final Clock clock;
  private final Map<String, TaskLine> lines = new TreeMap<>();
  private final TaskWords said = new TaskWords();
  private @Nullable NodeOrder order;

  JobTalk(JobId job, int attempt, NodeName node, Clock clock) {
    this.job = job;
    this.attempt = attempt;
    this.node = node;
    this.clock = clock;
  }

  static String key(JobId job, int attempt) {
    return job + "-" + attempt;
  }

  String key() {
    return key(job, attempt);
  }

  /** A task has connected, for the first time or anew. */
  void hello(TaskLine line, String address) {
    TaskLine before = lines.put(line.task(), line);
    if (before != null) {
      before.close();
    }
    said.hello(line.task(), address);
    if (order != null) {
      new TaskOrders(order, said, clock).tell(line);
    }
  }

  void gone(TaskLine line) {
    lines.remove(line.task(), line);
    line.close();
  }

  void closeLines() {
    lines.values().forEach(TaskLine::close);
  }

  boolean connected() {
    return !lines.isEmpty();
  }

  /** True when the order says something new; an older one is dropped. */
  boolean take(NodeOrder fresh) {
    NodeOrder known = order;
    if (known != null && (fresh.version() < known.version() || fresh.equals(known))) {
      return false;
    }
    if (known != null) {
      said.resetTimes(known, fresh);
    }
    order = fresh;
    lines.values().forEach(new TaskOrders(fresh, said, clock)::tell);
    said.replied(fresh.replies());
    return true;
  }

  /** Takes a line of a task; true when there is news for the application. */
  boolean hear(TaskLine line, WireMessage message) {
    return said.hear(line, message, order);
  }

  /** All that the tasks have said. */
  AgentReport report() {
    return said.report(job, attempt, node);
  }
}
