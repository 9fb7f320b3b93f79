package io.pliant.core.step;

import io.pliant.core.resource.Layout;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StepText;
import io.pliant.core.spec.StreamFiles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A wish to run a command as a step inside a running job.
 *
 * @param name step name, usually the program's
 * @param nodes number of nodes, or 0 for all of the allocation that the tasks need
 * @param tasks number of tasks, or 0 for the job's own default
 * @param cpusPerTask cpus per task, at least 1
 * @param command program and arguments
 * @param environment environment of the caller
 * @param workingDirectory absolute path
 * @param files patterns of its streams when no client is attached
 * @param io attached client, or null
 * @param share what it wants for itself, or null when it shares all with other steps
 * @param on which nodes of the job: those of its list first, none of those that it excludes; null
 *     for any
 * @param layout how its tasks are laid out, or null as its job says
 * @param components of a job pack, or null for all; numbers asked for hold for each of them
 */
public record StepRequest(
    String name,
    int nodes,
    int tasks,
    int cpusPerTask,
    List<String> command,
    Map<String, String> environment,
    String workingDirectory,
    StreamFiles files,
    @Nullable StepIo io,
    @Nullable StepShare share,
    @Nullable NodeChoice on,
    @Nullable Layout layout,
    @Nullable StepComponents components)
    implements StepText {
  public StepRequest {
    layout = Layout.orNull(layout);
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    if (command.isEmpty() || nodes < 0 || tasks < 0 || cpusPerTask < 1) {
      throw new IllegalArgumentException(
          "Expected a command, nodes >= 0, tasks >= 0 and cpusPerTask >= 1, but got %s, %d, %d, %d."
              .formatted(command, nodes, tasks, cpusPerTask));
    }
  }

  /** A step that shares all with other steps. */
  public StepRequest(
      String name,
      int nodes,
      int tasks,
      int cpusPerTask,
      List<String> command,
      Map<String, String> environment,
      String workingDirectory,
      StreamFiles files,
      @Nullable StepIo io) {
    this(
        name,
        nodes,
        tasks,
        cpusPerTask,
        command,
        environment,
        workingDirectory,
        files,
        io,
        null,
        null,
        null,
        null);
  }

  /** A step that names no components of a job pack. */
  public StepRequest(
      String name,
      int nodes,
      int tasks,
      int cpusPerTask,
      List<String> command,
      Map<String, String> environment,
      String workingDirectory,
      StreamFiles files,
      @Nullable StepIo io,
      @Nullable StepShare share,
      @Nullable NodeChoice on,
      @Nullable Layout layout) {
    this(
        name,
        nodes,
        tasks,
        cpusPerTask,
        command,
        environment,
        workingDirectory,
        files,
        io,
        share,
        on,
        layout,
        null);
  }

  /** What it asks of the component with that number. */
  public StepRequest of(int component) {
    List<StepPart> parts = components == null ? null : components.parts();
    if (components == null || parts == null) {
      return this;
    }
    StepPart part = parts.get(components.numbers().indexOf(component));
    return with(part.nodes(), part.tasks(), part.cpusPerTask(), on);
  }

  /** The same with so many tasks on all nodes that there are; 0 for the job's own. */
  public StepRequest anywhere(int count) {
    return with(0, count, cpusPerTask, null);
  }

  private StepRequest with(int otherNodes, int otherTasks, int cpus, @Nullable NodeChoice chosen) {
    return new StepRequest(
        name,
        otherNodes,
        otherTasks,
        cpus,
        command,
        environment,
        workingDirectory,
        files,
        io,
        share,
        chosen,
        layout,
        components);
  }
}
