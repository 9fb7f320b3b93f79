package io.pliant.runtime.node.step;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.step.Onlooker;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.folder.NodeFolder;
import io.pliant.runtime.node.folder.StepDraft;
import io.pliant.runtime.node.folder.StepFolder;
import io.pliant.runtime.node.folder.StepKeys;
import io.pliant.runtime.node.folder.TaskCpus;
import io.pliant.runtime.node.launcher.Launcher;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of one node: carries out what is ordered of them, and starts each at most once. Not
 * thread-safe.
 */
public final class NodeSteps {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSteps.class);

  private final NodeName node;
  private final NodeFolder folder;
  private final Launcher launcher;
  private final HostFacts host;
  private final NodeCapacity capacity;
  private final NodeCpus cpus;
  private final HostDevices devices;
  private final StepEdges edges;
  private final StepAnswers answers;
  private final TreeMap<StepId, StepWatch> steps = new TreeMap<>();
  private final StepReporting reporting;
  private final StepExamination examination;

  /**
   * Steps of a node.
   *
   * @param edges makes the reports of the node's steps
   */
  public NodeSteps(
      NodeName node, NodeFolder folder, Tools tools, StepEdges edges, Consumer<AgentMessage> out) {
    this.node = node;
    this.folder = folder;
    this.launcher = tools.launcher();
    this.host = tools.host();
    this.capacity = tools.capacity();
    this.cpus = tools.cpus();
    this.devices = tools.devices();
    this.edges = edges;
    this.reporting = new StepReporting(steps.values(), out);
    this.answers = new StepAnswers(node, edges, out);
    this.examination = new StepExamination(steps, launcher, edges, answers, reporting);
  }

  /** What all nodes of a process share. */
  public record SharedTools(
      Launcher launcher, HostFacts host, NodeCapacity capacity, HostDevices devices, Clock clock) {
    public Tools on(NodeCpus cpus) {
      return new Tools(launcher, host, capacity, devices, clock, cpus);
    }
  }

  /** What the steps of one node are made with. */
  public record Tools(
      Launcher launcher,
      HostFacts host,
      NodeCapacity capacity,
      HostDevices devices,
      Clock clock,
      NodeCpus cpus) {}

  /** Takes over what an earlier agent has left in the folder. */
  public void recover() throws IOException {
    folder.dropDrafts();
    for (StepFolder step : folder.present()) {
      if (folder.ended().contains(step.step(), step.granted())) {
        step.delete();
        continue;
      }
      StepWatch watch = StepWatch.recovered(step);
      steps.put(step.step(), watch);
      examination.examine(watch);
    }
  }

  /** Steps that have, or may have, tasks on this node now. */
  public List<StepId> running() {
    return steps.values().stream().filter(watch -> !watch.over()).map(StepWatch::step).toList();
  }

  /** All steps of the node whose end is not confirmed. */
  public Collection<StepWatch> watches() {
    return steps.values();
  }

  /** All steps whose end is not settled yet. */
  public List<StepId> present() {
    return List.copyOf(steps.keySet());
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  public void launch(StepLaunch launch) {
    StepId step = launch.step();
    long highest = folder.terms().highest(launch.partition());
    if (launch.term() < highest) {
      answers.refuse(launch, highest);
      return;
    }
    StepWatch known = steps.get(step);
    if (known != null && known.outlivedBy(launch)) {
      terminate(step, 0, launch.term());
      answers.putOff(step, "a step of that number from before the restore is being ended");
    } else if (known != null) {
      reporting.say(known);
    } else if (folder.ended().contains(step, launch.granted())) {
      answers.lost(step, "It ended on this node before.", launch.granted());
    } else if (!NodeRoom.fits(launch, capacity, steps.values())) {
      answers.putOff(step, "tasks that are to leave still use node " + node);
    } else {
      start(launch);
    }
  }

  private void start(StepLaunch launch) {
    StepFolder step = folder.step(launch.step());
    StepWatch watch = StepWatch.of(step, launch, cpus.slice(launch, devices, steps.values()));
    steps.put(launch.step(), watch);
    String refusal = LaunchCheck.refusal(launch, node, host);
    if (refusal != null) {
      examination.over(watch, edges.failed(launch.step(), refusal));
      return;
    }
    TaskCpus held;
    try {
      held = TaskBinding.of(launch, watch.slice().pinned(), cpus.host());
    } catch (IllegalArgumentException e) {
      examination.over(watch, edges.failed(launch.step(), String.valueOf(e.getMessage())));
      return;
    }
    try {
      folder.terms().raise(launch.partition(), launch.term());
      StepDraft draft = new StepDraft(step);
      draft.fill(
          launch,
          held,
          devices.kept(launch.usable()),
          host.impersonates() && launch.user().uid() != host.uid());
      if (edges.labels()) {
        draft.leaveLabel(watch.job());
      }
      folder.begin(draft);
      watch.ordered(launcher.launch(step));
    } catch (IOException e) {
      examination.over(watch, answers.unprepared(step, e));
    }
  }

  /** Ends a step (signal 0), or passes a signal on to it. */
  public void terminate(StepId step, int signal, @Nullable Long term) {
    StepWatch watch = steps.get(step);
    if (watch == null) {
      terminateUnknown(step, signal);
    } else if (!watch.obeys(term)) {
      LOG.warn("Node {}: refused to end {}: term {} is below its launch's", node, step, term);
    } else if (watch.over()) {
      reporting.say(watch);
    } else {
      try {
        watch.folder().leave(signal);
        launcher.poke(watch.folder());
      } catch (IOException e) {
        answers.failed("tell the supervisor of " + step + " to end", e);
      }
    }
  }

  /**
   * Says how a step stands, and keeps it to other terms than those of its launch. One that is not
   * known was over, and that was confirmed, before the cluster was restored.
   */
  public void ask(StepId step, @Nullable StepTerms terms) {
    StepWatch watch = steps.get(step);
    if (watch == null) {
      answers.lost(step, "How it ended was told before the cluster was restored.", null);
    } else {
      keepTo(watch, terms);
      reporting.say(watch);
    }
  }

  /** Has a running step be shown to somebody; who looks asks again when nobody comes. */
  public void show(StepId step, Onlooker onlooker) {
    StepWatch watch = steps.get(step);
    if (watch == null || watch.over()) {
      return;
    }
    try {
      if (watch.folder().leave(onlooker)) {
        launcher.poke(watch.folder());
      } else {
        LOG.warn("Node {}: too many look at {}; one is left out", node, step);
      }
    } catch (IOException e) {
      answers.failed("show " + step, e);
    }
  }

  /**
   * Terms that are known are not written again: what is left of a limit counts from the first. Nor
   * are older ones, whose order came late.
   */
  private void keepTo(StepWatch watch, @Nullable StepTerms terms) {
    if (terms == null || watch.over() || !terms.laterThan(watch.terms())) {
      return;
    }
    try {
      watch.folder().leave(terms);
      launcher.poke(watch.folder());
      watch.keepTo(terms);
    } catch (IOException e) {
      answers.failed("keep " + watch.step() + " to another limit", e);
    }
  }

  /** A step that was given up before it came here must not start when its order comes late. */
  private void terminateUnknown(StepId step, int signal) {
    if (signal != 0) {
      LOG.debug("Node {}: no step {} to send signal {} to", node, step, signal);
      return;
    }
    if (folder.ended().contains(step, null) || !StepKeys.fits(step)) {
      answers.lost(step, "It does not run on this node.", null);
      return;
    }
    try {
      folder.ended().add(step, null, true);
    } catch (IOException e) {
      answers.failed("remember that " + step + " was ended", e);
    }
    StepWatch watch = new StepWatch(folder.step(step));
    steps.put(step, watch);
    examination.over(watch, edges.lost(step, "It was never started on this node."));
  }

  /** A report is durable at its job: an ended step is forgotten, but for its key. */
  public void confirm(StepId step, boolean ended) {
    StepWatch watch = steps.get(step);
    if (watch == null) {
      return;
    }
    if (!ended) {
      watch.confirmStart();
      return;
    }
    if (!watch.over()) {
      LOG.warn("Node {}: the end of {} was confirmed, but it still runs here", node, step);
      return;
    }
    try {
      folder.ended().add(step, watch.granted(), false);
      watch.folder().delete();
    } catch (IOException e) {
      answers.failed("put away " + watch.folder().dir(), e);
    }
    steps.remove(step);
  }

  /** What is said of them. */
  public StepReporting reporting() {
    return reporting;
  }

  /** How it is found out how they stand. */
  public StepExamination examination() {
    return examination;
  }
}
