package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The order to start the tasks of one step on one node; complete in itself, so that a node needs no
 * other knowledge of the job.
 *
 * @param step which step
 * @param jobName name of the job, for file-name patterns
 * @param node the node that is to start it
 * @param partition partition that granted the nodes
 * @param term fencing number of the partition's incarnation
 * @param user who the tasks run as
 * @param script text of the batch script, or null for a parallel command
 * @param command program and arguments; for a script, its arguments only
 * @param firstRank rank of the first task on this node
 * @param taskCount number of tasks on this node, at least 1
 * @param totalTasks number of tasks of the step on all nodes
 * @param nodeIndex position of this node in the step's node list, from 0
 * @param environment all variables, the same for each task but for the rank variables, which the
 *     node adds
 * @param workingDirectory absolute path
 * @param files file-name patterns with all but task and node symbols replaced
 * @param io attached client, or null when the streams go to {@code files}
 * @param deadline when the tasks are to be ended by the controller's clock, or null for no limit;
 *     counts only where {@code timeLeft} is absent
 * @param killGraceSeconds seconds from SIGTERM to SIGKILL
 * @param cpus cpus of the job's slice of this node, shared by all steps of the attempt
 * @param memoryMb megabytes of that slice
 * @param granted when the attempt got its nodes, in milliseconds since 1970; tells it from one of
 *     the same number that a restored journal has forgotten; null from older controllers
 * @param timeLeft what was left of the time limit when the order was made; null for no limit, and
 *     in orders of controllers that tell the deadline alone
 * @param kinds what else is counted of that slice, or null for nothing
 * @param kindsPerTask what of it each task has alone, or null when they share all
 * @param warning signal that its tasks get before their limit, or null for none
 * @param ranks ranks of the tasks on this node, or null where they follow the first one without
 *     gaps; and from older controllers
 * @param cores of which whole cores the slice is, or null for single cpus; and from older
 *     controllers
 * @param stepKinds what of {@code kinds} the step alone has, or null when it shares all; and from
 *     older controllers
 */
public record StepLaunch(
    StepId step,
    String jobName,
    NodeName node,
    PartitionName partition,
    long term,
    Submitter user,
    @Nullable String script,
    List<String> command,
    int firstRank,
    int taskCount,
    int totalTasks,
    int nodeIndex,
    Map<String, String> environment,
    String workingDirectory,
    StreamFiles files,
    @Nullable StepIo io,
    @Nullable Instant deadline,
    int killGraceSeconds,
    int cpus,
    int memoryMb,
    @Nullable Long granted,
    @Nullable Duration timeLeft,
    @Nullable Kinds kinds,
    @Nullable Kinds kindsPerTask,
    @Nullable EarlyWarning warning,
    @Nullable List<Integer> ranks,
    @Nullable WholeCores cores,
    @Nullable Kinds stepKinds) {
  public StepLaunch {
    kinds = Kinds.orNull(kinds);
    kindsPerTask = Kinds.orNull(kindsPerTask);
    ranks = ranks == null ? null : List.copyOf(ranks);
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /** Variable that marks the tasks of a program whose size can change. */
  public static final String MALLEABLE = "PLIANT_ADAPT";

  /** The job's slice of this node, shared by all steps of the attempt. */
  public Resources resources() {
    return Resources.of(cpus, memoryMb, kinds);
  }

  /** Numbered devices and what else is counted that its tasks may use. */
  public Kinds usable() {
    return Kinds.orNone(stepKinds == null ? kinds : stepKinds);
  }

  /** Rank of its task at that position, from 0. */
  public int rank(int localIndex) {
    return ranks == null ? firstRank + localIndex : ranks.get(localIndex);
  }

  /** True when its tasks are those of a program whose size can change. */
  public boolean malleable() {
    return environment.containsKey(MALLEABLE);
  }

  /** The same with more variables. */
  public StepLaunch with(Map<String, String> variables) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(variables);
    return new StepLaunch(
        step,
        jobName,
        node,
        partition,
        term,
        user,
        script,
        command,
        firstRank,
        taskCount,
        totalTasks,
        nodeIndex,
        all,
        workingDirectory,
        files,
        io,
        deadline,
        killGraceSeconds,
        cpus,
        memoryMb,
        granted,
        timeLeft,
        kinds,
        kindsPerTask,
        warning,
        ranks,
        cores,
        stepKinds);
  }
}
