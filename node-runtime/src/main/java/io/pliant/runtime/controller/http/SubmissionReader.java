package io.pliant.runtime.controller.http;

import io.pliant.core.id.PartitionName;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.option.SubmissionLimits;
import io.pliant.core.option.UpdateReader;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.JobUpdate;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepRequest;
import io.pliant.runtime.settings.ControllerSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a job's specification from what a client hands in, in the name of the proven user. */
final class SubmissionReader {
  private final @Nullable PartitionName defaultPartition;
  private final Map<PartitionName, Boolean> exclusive = new TreeMap<>();
  private final Map<PartitionName, Duration> defaultTimes = new TreeMap<>();
  private final SubmissionLimits limits;
  private final KnownNames names;
  private final Set<PartitionName> licensed;
  private final Map<String, List<PartitionName>> pools = new TreeMap<>();
  private final Predicate<Submitter> operator;
  private final boolean sendsMail;
  private final InstantSource clock;

  SubmissionReader(
      ControllerSettings settings, Predicate<Submitter> operator, InstantSource clock) {
    List<PartitionSettings> partitions = settings.partitions();
    this.sendsMail = settings.sendsMail();
    this.limits = settings.limits().submission();
    this.names = settings.names();
    this.defaultPartition =
        partitions.stream()
            .filter(PartitionSettings::isDefault)
            .map(PartitionSettings::name)
            .findFirst()
            .orElse(null);
    partitions.forEach(p -> {
      PoolSettings pool = p.pool();
      if (pool != null) {
        pools.put(pool.name(), pool.members());
      }
      exclusive.put(p.name(), p.exclusive());
      defaultTimes.put(p.name(), p.defaultTime());
    });
    this.licensed =
        partitions.stream()
            .filter(p -> !p.licences().isNone())
            .map(PartitionSettings::name)
            .collect(Collectors.toSet());
    this.operator = operator;
    this.clock = clock;
  }

  /**
   * Throws {@link ApiFailure} with the parser's message when the submission cannot be understood.
   */
  ParsedJob.Parsed read(Submission submission, Submitter user) {
    return switch (parse(submission, user)) {
      case ParsedJob.Parsed parsed -> parsed;
      case ParsedJob.Refused(String message) -> throw ApiFailure.invalid(message);
    };
  }

  /** What a submission is, or why it is none, or too big. */
  ParsedJob parse(Submission submission, Submitter user) {
    return parse(submission, context(user));
  }

  /** The same of one that may wait in that partition alone. */
  ParsedJob parse(Submission submission, Submitter user, PartitionName partition) {
    return parse(submission, context(user).within(partition));
  }

  private ParsedJob parse(Submission submission, SubmissionContext context) {
    ParsedJob job = JobScriptParser.parse(submission, context);
    String tooBig = job instanceof ParsedJob.Parsed parsed ? limits.refusal(parsed.spec()) : null;
    return tooBig == null ? job : new ParsedJob.Refused(tooBig);
  }

  private SubmissionContext context(Submitter user) {
    return new SubmissionContext(
        user,
        clock.instant(),
        ZoneId.systemDefault(),
        defaultPartition,
        List.copyOf(exclusive.keySet()),
        names,
        partition -> exclusive.getOrDefault(partition, false),
        licensed::contains,
        defaultTimes::get,
        operator.test(user),
        sendsMail,
        pools,
        null);
  }

  /**
   * What is to be different of a job; throws {@link ApiFailure} with all that cannot be understood.
   */
  JobChange read(JobUpdate update, JobSpec job, Submitter user) {
    try {
      return UpdateReader.read(update, job, context(user), limits);
    } catch (IllegalArgumentException e) {
      throw ApiFailure.invalid(String.valueOf(e.getMessage()));
    }
  }

  /** Throws {@link ApiFailure} when a step is too big. */
  StepRequest within(StepRequest request) {
    String refusal = limits.refusal(request);
    if (refusal != null) {
      throw ApiFailure.invalid(refusal);
    }
    return request;
  }
}
