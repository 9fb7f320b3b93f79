package io.pliant.actors.accounting;

import io.pliant.core.energy.JobEnergy;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.TimeLimit;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepUsage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a watcher may know of an event: no script, no command line, no environment, no secret of a
 * stream.
 */
final class WatchableFields {
  /** Jobs that are named of those that another one heard of. */
  private static final int MOST_TARGETS = 100;

  private WatchableFields() {}

  static Map<String, String> of(JobEvent event) {
    Map<String, String> fields = new LinkedHashMap<>(8);
    fill(fields, event);
    return Collections.unmodifiableMap(fields);
  }

  /** The energy of an attempt that is over. */
  static Map<String, String> of(int attempt, JobEnergy energy) {
    Map<String, String> fields = new LinkedHashMap<>(8);
    attempt(fields, attempt);
    Double mean = energy.meanWatts();
    fields.put("joules", decimal(energy.total().joules()));
    if (mean != null) {
      fields.put("meanWatts", decimal(mean));
      fields.put("peakWatts", decimal(energy.total().peakWatts()));
    }
    fields.put("methods", String.join(",", energy.methods()));
    fields.put("estimated", Boolean.toString(energy.total().estimated()));
    fields.put("gapSeconds", decimal(energy.total().gapMicros() / 1e6));
    return Collections.unmodifiableMap(fields);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String jobs(JobEvent.TargetsTold told) {
    return told.targets().stream()
        .limit(MOST_TARGETS)
        .map(target -> target.job().toString())
        .collect(Collectors.joining(","));
  }

  private static void fill(Map<String, String> fields, JobEvent event) {
    switch (event) {
      case JobEvent.JobSubmitted e -> submitted(fields, e.spec());
      case JobEvent.JobRefused e -> fields.put("reason", e.reason());
      case JobEvent.JobHoldChanged e -> held(fields, e);
      case JobEvent.JobChanged e -> changed(fields, e);
      case JobEvent.JobAllocated e -> {
        attempt(fields, e.attempt());
        fields.put("nodes", Hostlist.compress(e.allocation().nodes()));
        fields.put("cpus", Integer.toString(e.allocation().cpus()));
      }
      case JobEvent.GrantRenewed e -> {
        attempt(fields, e.attempt());
        fields.put("term", Long.toString(e.term()));
      }
      case JobEvent.PackGivenUp e -> givenUp(fields, e);
      case JobEvent.StepCreated e -> {
        step(fields, e.attempt(), e.step());
        fields.put("name", e.plan().name());
        fields.put("nodes", Hostlist.compress(e.plan().nodes()));
        fields.put("tasks", Integer.toString(e.plan().totalTasks()));
      }
      case JobEvent.StepStarted e -> {
        step(fields, e.attempt(), e.step());
        fields.put("node", e.node().value());
      }
      case JobEvent.StepEnded e -> stepEnded(fields, e);
      case JobEvent.JobResized e -> resized(fields, e);
      case JobEvent.NodesVacated e -> {
        attempt(fields, e.attempt());
        if (!e.nodes().isEmpty()) {
          fields.put("nodes", Hostlist.compress(e.nodes()));
        }
      }
      case JobEvent.DependentAdded e -> fields.put("dependent", e.dependent().toString());
      case JobEvent.TargetsTold e -> fields.put("jobs", jobs(e));
      case JobEvent.DependentsTold _ -> {}
      case JobEvent.ElementsFailed e -> fields.put("count", Integer.toString(e.elements().count()));
      case JobEvent.JobStarted e -> attempt(fields, e.attempt());
      case JobEvent.JobSuspended e -> by(fields, e.attempt(), e.by());
      case JobEvent.JobResumed e -> by(fields, e.attempt(), e.by());
      case JobEvent.JobCancelRequested e -> fields.put("by", e.by());
      case JobEvent.JobCompleting e -> {
        attempt(fields, e.attempt());
        outcome(fields, e.outcome().name(), e.exit(), e.reason());
      }
      case JobEvent.JobRequeued e -> {
        attempt(fields, e.nextAttempt());
        fields.put("reason", e.reason());
      }
      case JobEvent.JobEnded e -> {
        attempt(fields, e.attempt());
        outcome(fields, e.status().name(), e.exit(), e.reason());
      }
    }
  }

  private static void resized(Map<String, String> fields, JobEvent.JobResized event) {
    attempt(fields, event.attempt());
    fields.put("nodes", Hostlist.compress(event.allocation().nodes()));
    fields.put("size", Integer.toString(event.allocation().slices().size()));
    fields.put("leaving", Integer.toString(event.sizes().leaving().size()));
  }

  private static void by(Map<String, String> fields, int attempt, String user) {
    attempt(fields, attempt);
    fields.put("by", user);
  }

  private static void givenUp(Map<String, String> fields, JobEvent.PackGivenUp event) {
    attempt(fields, event.nextAttempt());
    fields.put("partition", event.missing().value());
  }

  private static void held(Map<String, String> fields, JobEvent.JobHoldChanged event) {
    fields.put("held", Boolean.toString(event.held()));
    fields.put("by", event.by());
  }

  private static void changed(Map<String, String> fields, JobEvent.JobChanged event) {
    JobChange change = event.change();
    put(
        fields,
        "timeLimit",
        change.timeLimit() == null ? null : TimeLimit.format(change.timeLimit()));
    put(fields, "nice", change.nice());
    put(fields, "priority", change.priority());
    put(fields, "name", change.name());
    put(fields, "account", change.account());
    put(fields, "qos", change.qos());
    put(fields, "wckey", change.wckey());
    put(fields, "elementsAtOnce", change.mostAtOnce());
    put(fields, "begin", change.begin());
    fields.put("by", event.by());
  }

  private static void put(Map<String, String> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value.toString());
    }
  }

  private static void submitted(Map<String, String> fields, JobSpec spec) {
    fields.put("name", spec.name());
    fields.put("user", spec.submitter().name());
    fields.put("partition", spec.partition().value());
    if (spec.array() != null) {
      fields.put("array", spec.array().text());
    }
    if (spec.element() != null) {
      fields.put("element", spec.element().text());
    }
  }

  private static void stepEnded(Map<String, String> fields, JobEvent.StepEnded e) {
    step(fields, e.attempt(), e.step());
    fields.put("node", e.node().value());
    fields.put("end", e.end().name());
    fields.put("exit", worst(e).toString());
    StepUsage usage = e.usage();
    if (usage != null) {
      put(fields, "maxRssBytes", usage.peakMemoryBytes());
      put(fields, "userMicros", usage.userMicros());
      put(fields, "systemMicros", usage.systemMicros());
      put(fields, "readBytes", usage.readBytes());
      put(fields, "writtenBytes", usage.writtenBytes());
    }
    if (!e.message().isEmpty()) {
      fields.put("message", e.message());
    }
  }

  private static void put(Map<String, String> fields, String name, @Nullable Long value) {
    if (value != null) {
      fields.put(name, value.toString());
    }
  }

  private static ExitStatus worst(JobEvent.StepEnded e) {
    StepId step = new StepId(e.job(), e.attempt(), e.step());
    return new StepReport.Ended(step, e.node(), e.at(), e.taskExits(), e.end(), "").worstExit();
  }

  private static void attempt(Map<String, String> fields, int attempt) {
    fields.put("attempt", Integer.toString(attempt));
  }

  private static void step(Map<String, String> fields, int attempt, int step) {
    attempt(fields, attempt);
    fields.put("step", step == StepId.BATCH ? "batch" : Integer.toString(step));
  }

  private static void outcome(
      Map<String, String> fields, String status, ExitStatus exit, String reason) {
    fields.put("status", status);
    fields.put("exit", exit.toString());
    if (!reason.isEmpty()) {
      fields.put("reason", reason);
    }
  }
}
