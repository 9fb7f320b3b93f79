package io.pliant.cli.slurm;

import io.pliant.api.ControllerStatus;
import io.pliant.api.JobDetails;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.cli.command.ReservationOrder;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.job.JobRefs;
import io.pliant.cli.job.Times;
import io.pliant.core.array.JobRef;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Kinds;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records of {@code scontrol show}, asked of the controllers. */
final class Records {
  /** All of a job is asked for job by job. */
  private static final int MOST_JOBS = 500;

  private final Controllers controllers;
  private final boolean oneLine;
  private final boolean detailed;

  Records(Controllers controllers, boolean oneLine, boolean detailed) {
    this.controllers = controllers;
    this.oneLine = oneLine;
    this.detailed = detailed;
  }

  /** Jobs of a list; all that wait or run for null. */
  String jobs(@Nullable String list) {
    List<JobRef> named = list == null ? List.of() : named(list);
    String numbers =
        named.stream().map(ref -> ref.job().toString()).distinct().collect(Collectors.joining(","));
    Target target = Target.of("jobs").with("job", list == null ? null : numbers);
    Map<JobId, QueueEntry> queue =
        list(target, QueueEntry.class).stream()
            .collect(Collectors.toMap(QueueEntry::job, Function.identity(), Records::leading));
    Set<JobRef> jobs = new LinkedHashSet<>(named);
    queue.values().stream()
        .filter(entry -> list == null || named.stream().anyMatch(entry::isOf))
        .sorted(Comparator.comparing(QueueEntry::job))
        .forEach(entry -> jobs.add(new JobRef(entry.job(), null)));
    jobs.removeIf(ref -> ref.elements() != null && ref.elements().count() > 1);
    if (jobs.size() > MOST_JOBS) {
      throw CommandFailure.operational(
          "Expected at most %d jobs, but there are %d. Name some, or use squeue -O or sacct."
              .formatted(MOST_JOBS, jobs.size()));
    }
    Instant now = Instant.now();
    List<Record> records = new ArrayList<>();
    Set<JobId> shown = new HashSet<>();
    for (JobRef job : jobs) {
      Request request = Request.get(Target.of("jobs", job.toString()).toString());
      JobDetails details = controllers.exact(request, JobDetails.class);
      if (shown.add(details.job())) {
        records.addAll(JobRecord.all(details, queue.get(details.job()), now, detailed));
      }
    }
    return text(records, "No jobs in the system\n");
  }

  /** Of the lines of a pack in several partitions, that of its first component. */
  private static QueueEntry leading(QueueEntry one, QueueEntry other) {
    return first(one) <= first(other) ? one : other;
  }

  private static int first(QueueEntry entry) {
    return entry.pack() == null ? 0 : entry.pack().components().getFirst().number();
  }

  private static List<JobRef> named(String list) {
    try {
      return JobRefs.split(list).stream().map(JobRef::parse).toList();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational("Invalid job id specified: " + e.getMessage());
    }
  }

  /** Nodes of a host list; all for null. */
  String nodes(@Nullable String list) {
    Set<NodeName> chosen = list == null ? Set.of() : new LinkedHashSet<>(expand(list));
    List<NodeEntry> nodes = list(Target.of("nodes"), NodeEntry.class);
    Set<NodeName> known = nodes.stream().map(NodeEntry::node).collect(Collectors.toSet());
    for (NodeName name : chosen) {
      if (!known.contains(name)) {
        throw CommandFailure.operational("Node %s not found".formatted(name));
      }
    }
    return text(
        nodes.stream()
            .filter(node -> chosen.isEmpty() || chosen.contains(node.node()))
            .map(NodeRecord::of)
            .toList(),
        "No nodes in the system\n");
  }

  private static List<NodeName> expand(String list) {
    try {
      return Hostlist.expand(list);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  /** The partition of that name; all for null. */
  String partitions(@Nullable String name) {
    List<NodeEntry> nodes = list(Target.of("nodes"), NodeEntry.class);
    List<Record> records =
        list(Target.of("partitions"), PartitionEntry.class).stream()
            .filter(partition -> name == null || name.equals(partition.partition().value()))
            .map(partition ->
                PartitionRecord.of(
                    partition,
                    nodes.stream()
                        .filter(node -> node.partition().equals(partition.partition()))
                        .toList()))
            .toList();
    if (records.isEmpty() && name != null) {
      throw CommandFailure.operational("Partition %s not found".formatted(name));
    }
    return text(records, "No partitions in the system\n");
  }

  /** The licence of that name, in each partition that counts it; all for null. */
  String licences(@Nullable String name) {
    List<Record> records = new ArrayList<>();
    for (PartitionEntry partition : list(Target.of("partitions"), PartitionEntry.class)) {
      Kinds all = Kinds.orNone(partition.licences());
      for (String licence : all.amounts().keySet()) {
        if (name == null || name.equalsIgnoreCase(licence)) {
          int total = all.count(licence);
          int used = Kinds.orNone(partition.usedLicences()).count(licence);
          Record record = new Record();
          record.line().with("LicenseName", licence);
          record
              .line()
              .with("Total", total)
              .with("Used", used)
              .with("Free", Math.max(0, total - used))
              .with("Reserved", 0)
              .with("Remote", "no")
              .with("Partition", partition.partition());
          records.add(record);
        }
      }
    }
    if (records.isEmpty() && name != null) {
      throw CommandFailure.operational("License %s not found".formatted(name));
    }
    return text(records, "No licenses configured in Slurm.\n");
  }

  /** The reservation of that name; all for null. */
  String reservations(@Nullable String name) {
    List<NodeEntry> nodes = list(Target.of("nodes"), NodeEntry.class);
    List<Record> records =
        ReservationOrder.list(controllers).stream()
            .filter(made -> name == null || name.equals(made.name()))
            .map(made -> ReservationRecord.of(made, nodes))
            .toList();
    if (records.isEmpty() && name != null) {
      throw CommandFailure.operational("Reservation %s not found".formatted(name));
    }
    return text(records, "No reservations in the system\n");
  }

  /** What is known of the cluster, in the words of Slurm's configuration. */
  String config() {
    ControllerStatus status =
        controllers.one(Request.get(Target.of("status").toString()), ControllerStatus.class);
    List<String> lines = new ArrayList<>();
    lines.add("Configuration data as of " + Times.slurm(Instant.now()));
    String cluster = status.cluster();
    setting(lines, "ClusterName", cluster == null ? "(null)" : cluster);
    // one more than elements that a site lets an array have, unless it sets limits.array
    setting(lines, "MaxArraySize", "1000001");
    setting(lines, "MinJobAge", "300 sec");
    setting(lines, "SLURM_VERSION", "22.05.8-pliant");
    for (int i = 0; i < status.members().size(); i++) {
      setting(lines, "SlurmctldHost[%d]".formatted(i), status.members().get(i).address());
    }
    return String.join("\n", lines) + "\n";
  }

  private static void setting(List<String> lines, String name, String value) {
    lines.add("%-23s = %s".formatted(name, value));
  }

  /** Tells of each controller whether it is up; returns how many are. */
  int ping(PrintStream out) {
    ControllerStatus status =
        controllers.one(Request.get(Target.of("status").toString()), ControllerStatus.class);
    int up = 0;
    for (ControllerStatus.Member member : status.members()) {
      boolean answers = member.status().equals("Up");
      up += answers ? 1 : 0;
      out.println("Slurmctld at %s is %s".formatted(member.address(), answers ? "UP" : "DOWN"));
    }
    return up;
  }

  private <T> List<T> list(Target target, Class<T> type) {
    return Answers.exactList(controllers.text(Request.get(target.toString())), type);
  }

  /** Slurm has an empty line behind each record of several lines. */
  private String text(List<Record> records, String none) {
    if (records.isEmpty()) {
      return none;
    }
    return records.stream()
        .map(record -> record.text(oneLine) + (oneLine ? "" : "\n"))
        .collect(Collectors.joining());
  }
}
