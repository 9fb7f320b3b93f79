package io.pliant.sim.shape;

import io.pliant.core.id.PartitionName;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.option.SubmissionLimits;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.sim.trace.TraceException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and what is submitted to it.
 *
 * @param name for reports
 * @param partitions the first is that of jobs that name none
 * @param jobs in order of submission
 */
public record JobList(String name, List<ListedPartition> partitions, List<ListedJob> jobs) {
  private static final int FIRST_UID = 1_000;

  public JobList {
    partitions = List.copyOf(partitions);
    jobs = List.copyOf(jobs);
  }

  /** A job as its controller understands it. */
  record Submitted(ListedJob listed, JobSpec spec) {}

  /** A reader of options for a cluster on which jobs get whole nodes, or do not. */
  Reader reader(boolean exclusive) {
    return new Reader(partitions, exclusive);
  }

  /** Reads the options of jobs as a controller does. */
  static final class Reader {
    private final List<PartitionName> names;
    private final boolean exclusive;
    private final Map<String, Submitter> users = new LinkedHashMap<>();

    Reader(List<ListedPartition> partitions, boolean exclusive) {
      this.names = partitions.stream().map(ListedPartition::name).toList();
      this.exclusive = exclusive;
    }

    /** Throws {@link TraceException} that says what is wrong with the options. */
    Submitted read(ListedJob job) {
      int uid = FIRST_UID + users.size();
      Submitter user = users.computeIfAbsent(job.user(), name -> new Submitter(name, uid, uid));
      Submission submission =
          new Submission(
              "#!/bin/sh\n", "job", List.of(), job.options(), List.of(), null, "/", Map.of(), null);
      SubmissionContext context =
          new SubmissionContext(
              user,
              Instant.ofEpochMilli(job.at()),
              ZoneOffset.UTC,
              names.getFirst(),
              names,
              KnownNames.ANY,
              _ -> exclusive,
              _ -> true,
              _ -> null,
              true,
              false,
              Map.of(),
              null);
      return switch (JobScriptParser.parse(submission, context)) {
        case ParsedJob.Refused(String why) -> throw new TraceException(why);
        case ParsedJob.Parsed parsed -> {
          String unknown = notSimulated(parsed.spec());
          if (unknown != null) {
            throw new TraceException(unknown);
          }
          yield new Submitted(job, parsed.spec());
        }
      };
    }

    private static @Nullable String notSimulated(JobSpec spec) {
      if (spec.hold()) {
        return "option '--hold' is not simulated, since nobody releases the job; leave it out.";
      }
      if (spec.deadline() != null) {
        return "option '--deadline' is not simulated; leave it out.";
      }
      if (spec.resources().licences() != null) {
        return "option '--licenses' is not simulated; leave it out.";
      }
      NodeChoice choice = spec.resources().choice();
      if (choice != null && choice.reservation() != null) {
        return "option '--reservation' is not simulated; leave it out.";
      }
      return SubmissionLimits.USUAL.refusal(spec);
    }
  }
}
