package io.pliant.core.node;

import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.step.Onlooker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a controller sends to a node agent; one CBOR frame each. */
public sealed interface ControllerMessage {
  /**
   * The node is accepted.
   *
   * @param partition partition it belongs to
   * @param controller name of the answering controller
   * @param heartbeatMillis interval at which heartbeats are expected
   * @param epoch of the cluster, or null from older controllers
   * @param heard stamp of a hello or heartbeat that the partition has heard before it said this, or
   *     null for none
   * @param nodeTimeoutMillis silence after which the partition counts the node as lost, or null
   *     from controllers that do not tell it
   */
  record Welcome(
      PartitionName partition,
      String controller,
      int heartbeatMillis,
      @Nullable Long epoch,
      @Nullable Long heard,
      @Nullable Integer nodeTimeoutMillis)
      implements ControllerMessage {}

  /**
   * Answer to a one-time word; the connection ends with it.
   *
   * @param nodes host list of the nodes that the certificate names
   * @param certificate in PEM form
   */
  record Enrolled(String nodes, String certificate) implements ControllerMessage {}

  /** The controller at this address hosts the node's partition; dial it instead. */
  record Redirect(String host, int port) implements ControllerMessage {}

  /** The node is not accepted; the agent says why in its log and tries again later. */
  record Rejected(String reason) implements ControllerMessage {}

  /**
   * The node's entity knows nothing of this agent, because it has just moved: say hello again. The
   * controller's end of the connection answers it in the agent's name.
   */
  record Introduce() implements ControllerMessage {}

  /** Start the tasks of a step; a step that was seen before is only reported again. */
  record Launch(StepLaunch launch) implements ControllerMessage {}

  /**
   * End, or signal, the tasks of a step; a step that is unknown is reported as lost.
   *
   * @param signal 0 to end it (SIGTERM, then SIGKILL after the grace), else the signal to send
   * @param term of the incarnation that says so; one below that of the step's launch is not obeyed.
   *     Null when nothing is known of the step, and from controllers that do not say it
   */
  record Terminate(StepId step, int signal, @Nullable Long term) implements ControllerMessage {}

  /**
   * Report how a step stands, and that it is lost when it is not known; start nothing.
   *
   * @param terms to which the step is to be kept from now on, or null for those that it has
   * @param onlooker to whom it is to be shown, or null; a step that is not known is then not
   *     reported
   */
  record Ask(StepId step, @Nullable StepTerms terms, @Nullable Onlooker onlooker)
      implements ControllerMessage {
    /** Of a step that nobody looks at. */
    public Ask(StepId step, @Nullable StepTerms terms) {
      this(step, terms, null);
    }

    /** Of a step that stays as it is. */
    public Ask(StepId step) {
      this(step, null, null);
    }
  }

  /** What malleable programs on the node are to be told; a state, said again and again. */
  record Adapt(NodeOrder order) implements ControllerMessage {}

  /** The report is durable; {@code ended} false for a start, true for an end. */
  record Confirm(StepId step, boolean ended) implements ControllerMessage {}

  /**
   * Energy of spans that end at or before this time is durable; the agent forgets them.
   *
   * @param until microseconds since the epoch
   */
  record PowerCounted(long until) implements ControllerMessage {}

  /**
   * What the node may draw and who stands still; a state, said each second while there is a limit.
   * The agent lifts what was not repeated for {@link PowerLimits#LEASE}.
   *
   * @param capWatts most that the node may draw, or 0 for no cap
   * @param suspended jobs whose tasks on the node stand still
   */
  record LimitPower(int capWatts, List<JobId> suspended) implements ControllerMessage {
    public LimitPower {
      suspended = List.copyOf(suspended);
    }
  }

  /** Show a part of an output file; sent only to agents whose hello says that they read. */
  record ReadOutput(OutputQuestion question) implements ControllerMessage {}
}
