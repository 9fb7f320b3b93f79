package io.pliant.cli.run;

import io.pliant.api.StepDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.submission.Shipment;
import io.pliant.core.id.JobId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the tasks of a running step have used so far, as its nodes tell.
 *
 * @param step as the controllers know it
 * @param nodes those that have told, by their place in the step
 */
public record StepUse(StepDetails step, List<OfNode> nodes) {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(6);
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

  public StepUse {
    nodes = List.copyOf(nodes);
  }

  /**
   * One node's part.
   *
   * @param index its place among the nodes of the step
   * @param running what its running tasks have used
   * @param over numbers of its tasks that are over
   */
  public record OfNode(String node, int index, List<TaskUse> running, List<Integer> over) {
    public OfNode {
      running = List.copyOf(running);
      over = List.copyOf(over);
    }
  }

  /** True when a node has not told: its tasks are over, or it does not reach this host. */
  public boolean partial() {
    return nodes.size() < step.nodes().size();
  }

  /** All running tasks that are known. */
  public List<TaskUse> running() {
    return nodes.stream().flatMap(node -> node.running().stream()).toList();
  }

  /**
   * Asks all nodes of a running step, for some seconds at most.
   *
   * @param step its number, -1 for the batch script
   */
  public static StepUse ask(Controllers controllers, Context context, JobId job, int step)
      throws IOException, InterruptedException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    String secret = Shipment.randomWord();
    try (StepListener listener =
        StepListener.open(
            ListenAddress.choose(context),
            secret,
            new TaskOutput(nowhere, nowhere, false, false),
            new RunMessages(nowhere, context.program(), true))) {
      Onlooking onlooking = new Onlooking(controllers, job, step, listener, true);
      StepDetails details = onlooking.ask();
      listener.serve(InputFanout::end);
      long until = System.nanoTime() + PATIENCE_NANOS;
      long again = System.nanoTime() + AGAIN_NANOS;
      while (listener.ended().size() < details.nodes().size() && System.nanoTime() < until) {
        listener.awaitChange(100);
        if (System.nanoTime() >= again && listener.connected() < details.nodes().size()) {
          onlooking.ask();
          again = System.nanoTime() + AGAIN_NANOS;
        }
      }
      return new StepUse(details, told(listener.ended().values()));
    }
  }

  private static List<OfNode> told(Collection<NodeStream> streams) {
    return streams.stream()
        .map(stream ->
            new OfNode(
                stream.hello().node(),
                stream.hello().index(),
                stream.uses(),
                stream.exits().stream().map(TaskExit::rank).toList()))
        .toList();
  }
}
