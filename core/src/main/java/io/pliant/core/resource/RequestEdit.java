package io.pliant.core.resource;

import org.jspecify.annotations.Nullable;

/** What of a request is said otherwise. */
final class RequestEdit {
  int minNodes;
  int maxNodes;
  int tasks;
  int cpusPerTask;
  int memoryMbPerNode;
  boolean exclusive;
  @Nullable Kinds kindsPerNode;
  @Nullable MemoryPerCpu memoryPerCpu;
  @Nullable Kinds kindsPerTask;
  @Nullable NodeChoice choice;
  @Nullable Kinds licences;
  @Nullable Layout layout;
  @Nullable Components others;

  RequestEdit(ResourceRequest from) {
    minNodes = from.minNodes();
    maxNodes = from.maxNodes();
    tasks = from.tasks();
    cpusPerTask = from.cpusPerTask();
    memoryMbPerNode = from.memoryMbPerNode();
    exclusive = from.exclusive();
    kindsPerNode = from.kindsPerNode();
    memoryPerCpu = from.memoryPerCpu();
    kindsPerTask = from.kindsPerTask();
    choice = from.choice();
    licences = from.licences();
    layout = from.layout();
    others = from.others();
  }

  ResourceRequest made(@Nullable Integer maxTasksPerNode) {
    return new ResourceRequest(
        minNodes,
        maxNodes,
        tasks,
        cpusPerTask,
        memoryMbPerNode,
        exclusive,
        maxTasksPerNode,
        kindsPerNode,
        memoryPerCpu,
        kindsPerTask,
        choice,
        licences,
        layout,
        others);
  }
}
