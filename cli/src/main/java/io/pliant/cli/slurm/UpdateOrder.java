package io.pliant.cli.slurm;

import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.command.NodeActions;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.job.JobActions;
import io.pliant.cli.job.JobRefs;
import io.pliant.cli.job.UpdateCommand;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code scontrol update} of jobs and nodes. */
final class UpdateOrder {
  /** Elements of an array that one command may name; more are changed with their array. */
  private static final int MOST_ELEMENTS = 1_000;

  private final Context context;
  private final ClusterAccess access;

  UpdateOrder(Context context, ClusterAccess access) {
    this.context = context;
    this.access = access;
  }

  /** Carries it out; exit code 1 when any part of it was refused. */
  int run(List<String> words) {
    UpdateWords update = UpdateWords.parse(words);
    return switch (update.of()) {
      case NODES -> nodes(update);
      case JOBS -> jobs(access.connect(context), named(update.which()), update.changes());
      case NAMED_JOBS -> {
        Controllers controllers = access.connect(context);
        yield jobs(controllers, ofName(controllers, update.which()), update.changes());
      }
    };
  }

  private int jobs(Controllers controllers, List<JobRef> jobs, Map<String, String> changes) {
    if ("0".equals(changes.get("priority"))) {
      throw CommandFailure.operational(
          "Expected a priority of at least 1, but got 0; scontrol hold holds a job.");
    }
    return JobActions.each(context, controllers, jobs, job -> UpdateCommand.request(job, changes));
  }

  /** Numbers with commas; of several elements of an array each for itself. */
  private static List<JobRef> named(String list) {
    List<JobRef> jobs = new ArrayList<>();
    for (String one : JobRefs.split(list)) {
      JobRef ref;
      try {
        ref = JobRef.parse(one);
      } catch (IllegalArgumentException e) {
        throw CommandFailure.operational("Invalid job id specified: " + e.getMessage());
      }
      Indices elements = ref.elements();
      if (elements == null || elements.count() == 1) {
        jobs.add(ref);
      } else if (elements.count() > MOST_ELEMENTS) {
        throw CommandFailure.operational(
            "Expected at most %d elements of an array, but got %d; change the array %s as a whole."
                .formatted(MOST_ELEMENTS, elements.count(), ref.job()));
      } else {
        for (int i = 0; i < elements.count(); i++) {
          jobs.add(JobRef.parse(ref.job() + "_" + elements.at(i)));
        }
      }
    }
    return jobs;
  }

  /** Those of the caller that wait or run and have that name; an array once, as a whole. */
  private List<JobRef> ofName(Controllers controllers, String name) {
    String user = context.user();
    String target = Target.of("jobs").with("user", user).toString();
    List<JobRef> jobs =
        Answers.list(controllers.text(Request.get(target)), QueueEntry.class).stream()
            .filter(job -> job.name().equals(name))
            .map(job -> new JobRef(job.array() == null ? job.job() : job.array().job(), null))
            .distinct()
            .toList();
    if (jobs.isEmpty()) {
      throw CommandFailure.operational(
          "Expected jobs of %s with the name '%s', but none waits or runs.".formatted(user, name));
    }
    return jobs;
  }

  private int nodes(UpdateWords update) {
    String state = update.changes().get("state");
    String reason = update.changes().get("reason");
    if (state == null) {
      throw CommandFailure.operational(
          "Expected State=DRAIN or State=RESUME of nodes, but got none; a reason is given with DRAIN.");
    }
    List<String> nodes = List.of(update.which());
    return switch (state.toUpperCase(Locale.ROOT)) {
      case "DRAIN", "DOWN", "FAIL" -> {
        if (reason == null || reason.isBlank()) {
          throw CommandFailure.operational("Expected Reason= with State=DRAIN, but got none.");
        }
        if (!state.equalsIgnoreCase("DRAIN")) {
          context
              .terminal()
              .note(
                  "State=%s: the nodes are drained; jobs that run there go on, and scancel ends them."
                      .formatted(state.toUpperCase(Locale.ROOT)));
        }
        yield NodeActions.drain(context, access, nodes, reason);
      }
      case "RESUME", "UNDRAIN", "IDLE" -> NodeActions.each(context, access, nodes, "resume", null);
      default ->
          throw CommandFailure.operational(
              "Expected State=DRAIN, DOWN or RESUME, but got '%s'.".formatted(state));
    };
  }
}
