package io.pliant.cli.drill.resize;

import io.pliant.api.AdaptationStatus;
import io.pliant.api.JobDetails;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.Submitted;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.json.Json;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a drill of resizes asks a cluster, and tells it. For one thread. */
public final class ResizeClient {
  /** Variable that tells the tasks of this drill from all others of the host. */
  static final String MARK = "PLIANT_DRILL";

  private final Controllers controllers;
  private final String mark;

  /**
   * A client.
   *
   * @param mark the cluster's folder, which marks its jobs by {@link #MARK}
   */
  public ResizeClient(Controllers controllers, String mark) {
    this.controllers = controllers;
    this.mark = mark;
  }

  /**
   * One adaptation that is over.
   *
   * @param nodes that came or went; empty unless it was committed
   * @param size the job's nodes afterwards
   */
  public record Change(
      int number, Kind kind, Result result, List<String> nodes, int size, String reason) {
    @Override
    public String toString() {
      return "%d %s %s %d%s"
          .formatted(number, kind, result, size, reason.isEmpty() ? "" : " (" + reason + ")");
    }
  }

  /** Submits a command; returns the job. The key makes a repetition harmless. */
  public long submit(List<String> options, List<String> command, Path folder, String key) {
    return submit(null, options, command, folder, key);
  }

  /**
   * Submits a script that runs a command as its only step, so that it takes options of scripts.
   *
   * @param command its first word is that of {@code srun}
   */
  public long submitScript(List<String> options, List<String> command, Path folder, String key) {
    String script = "#!/bin/bash\nexec '" + String.join("' '", command) + "'\n";
    return submit(script, options, List.of(), folder, key);
  }

  private long submit(
      @Nullable String script,
      List<String> options,
      List<String> command,
      Path folder,
      String key) {
    Map<String, @Nullable Object> body = new TreeMap<>();
    body.put("script", script);
    body.put("scriptName", script == null ? null : "drill.sh");
    body.put("scriptArguments", List.of());
    body.put("options", options);
    body.put("command", command);
    body.put("io", null);
    body.put("workingDirectory", folder.toString());
    body.put("environment", Map.of("PATH", "/usr/bin:/bin", "PLIANT_HOME", mark, MARK, mark));
    body.put("submissionKey", key);
    return controllers
        .one(Request.post("/v1/jobs", Json.write(body)), Submitted.class)
        .job()
        .value();
  }

  /** Begins to resize a job; ApiRefusal when it cannot be now, or not at all. */
  public void adapt(long job, int nodes) {
    Target target = Target.of("jobs", Long.toString(job), "adapt");
    String unused =
        controllers.text(Request.postOnce(target.toString(), Json.write(Map.of("nodes", nodes))));
  }

  /** Ends a job. */
  public void cancel(long job) {
    String unused =
        controllers.text(Request.delete(Target.of("jobs", Long.toString(job)).toString()));
  }

  /** All of one job. */
  public JobDetails job(long job) {
    return controllers.one(
        Request.get(Target.of("jobs", Long.toString(job)).toString()), JobDetails.class);
  }

  /** True when it has ended for good. */
  public boolean isOver(long job) {
    return job(job).endedAt() != null;
  }

  /** The adaptation on its way and who hosts it. */
  public AdaptationStatus adaptation(long job) {
    Target target = Target.of("jobs", Long.toString(job), "adaptation");
    return controllers.one(Request.get(target.toString()), AdaptationStatus.class);
  }

  /** How the size of a job has changed, oldest first. */
  public List<Change> sizes(long job) {
    Target target = Target.of("jobs", Long.toString(job), "sizes");
    List<Change> changes = new ArrayList<>();
    for (SizeChange change : controllers.list(Request.get(target.toString()), SizeChange.class)) {
      changes.add(
          new Change(
              change.number(),
              change.kind(),
              change.result(),
              change.nodes().stream().map(NodeName::value).toList(),
              change.size(),
              change.reason()));
    }
    return changes;
  }

  /** The jobs on each node of a partition, as its ledger says. */
  public Map<String, List<Long>> ledger(String partition) {
    Map<String, List<Long>> nodes = new TreeMap<>();
    for (NodeEntry node : controllers.list(Request.get("/v1/nodes"), NodeEntry.class)) {
      if (node.partition().value().equals(partition)) {
        nodes.put(node.node().value(), node.jobs().stream().map(JobId::value).toList());
      }
    }
    return nodes;
  }

  /** All partitions. */
  public List<PartitionEntry> partitions() {
    return controllers.list(Request.get("/v1/partitions"), PartitionEntry.class);
  }

  /** Nodes of a partition that are idle. */
  public long idle(String partition) {
    return controllers.list(Request.get("/v1/nodes"), NodeEntry.class).stream()
        .filter(node -> node.partition().value().equals(partition))
        .filter(node -> node.state().equals("idle"))
        .count();
  }

  /** The controller that hosts a partition. */
  public String hostOf(String partition) {
    return controllers.list(Request.get("/v1/partitions"), PartitionEntry.class).stream()
        .filter(p -> p.partition().value().equals(partition))
        .map(PartitionEntry::host)
        .findFirst()
        .orElseThrow();
  }
}
