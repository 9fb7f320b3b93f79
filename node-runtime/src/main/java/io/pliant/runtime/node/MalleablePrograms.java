package io.pliant.runtime.node;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.NodeName;
import io.pliant.core.launch.StepLaunch;
import io.pliant.runtime.adapt.AdaptEndpoint;
import io.pliant.runtime.adapt.TaskOwner;
import io.pliant.runtime.node.step.NodeSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs on a node whose size can change: they are told where they find their agent, and what
 * they say there is passed on at a pace. Not thread-safe.
 */
final class MalleablePrograms {
  private static final Logger LOG = LoggerFactory.getLogger(MalleablePrograms.class);

  private final NodeName node;
  private final String host;
  private final AdaptEndpoint endpoint;
  private final NodeSteps steps;
  private final ReportPace pace = new ReportPace(System.nanoTime());

  /**
   * Programs of a node.
   *
   * @param host address at which their tasks reach each other
   * @param endpoint where they speak to the agent
   */
  MalleablePrograms(NodeName node, String host, AdaptEndpoint endpoint, NodeSteps steps) {
    this.node = node;
    this.host = host;
    this.endpoint = endpoint;
    this.steps = steps;
  }

  /** Listens again where an earlier agent has left programs that run. */
  void recover() throws IOException {
    endpoint.recover(Speakers.of(steps.watches()));
  }

  /** Launches a step; when its program is malleable, it finds the agent in its environment. */
  void launch(StepLaunch launch) {
    if (!launch.malleable()) {
      steps.launch(launch);
      return;
    }
    try {
      Path socket = endpoint.expect(launch.step(), TaskOwner.of(launch));
      Map<String, String> variables = new TreeMap<>();
      variables.put("PLIANT_ADAPT_SOCKET", socket.toString());
      variables.put("PLIANT_ADAPT_HOST", host);
      steps.launch(launch.with(variables));
      if (!steps.running().contains(launch.step())) {
        endpoint.forget(launch.step());
      }
    } catch (IOException e) {
      LOG.error(
          "Node {}: expected to open a socket for malleable programs, but {}; the order is"
              + " repeated",
          node,
          e.getMessage());
    }
  }

  /** What tasks of an attempt are to be told. */
  void take(NodeOrder order) {
    endpoint.take(order);
  }

  /** Nanoseconds until {@link #news()} may be asked for; 0 or less when it may be now. */
  long waitNanos() {
    return pace.waitNanos(System.nanoTime());
  }

  /** What they have said that is not passed on yet. */
  List<AgentReport> news() {
    List<AgentReport> news = endpoint.news();
    long entries = news.stream().mapToLong(AgentReport::entries).sum();
    pace.passed(entries, System.nanoTime());
    return news;
  }

  /** All that they have said is news again. */
  void announce() {
    endpoint.announce();
  }

  /** Forgets those of attempts that are over. */
  void review() {
    endpoint.keep(steps.present(), steps.running());
  }

  /** Hears no more; programs keep what they were told. */
  void close() throws IOException {
    endpoint.close();
  }
}
