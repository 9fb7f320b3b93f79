package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One rule that keeps a waiting job from starting, with the numbers behind it. */
public sealed interface WaitReason
    permits PackWait,
        PoolWait,
        WaitReason.Held,
        WaitReason.HeldAfterFailures,
        WaitReason.RequeuePause,
        WaitReason.ArrayTaskLimit,
        WaitReason.Dependency,
        WaitReason.DependencyNeverSatisfied,
        WaitReason.BeginTime,
        WaitReason.Resources,
        WaitReason.Priority,
        WaitReason.WouldDelay,
        WaitReason.NodesUnavailable,
        WaitReason.NodesReserved,
        WaitReason.Licences,
        WaitReason.OfReservation,
        WaitReason.Infeasible,
        WaitReason.BeyondDepth,
        WaitReason.Power,
        WaitReason.CorridorUnknown,
        WaitReason.NoRounds,
        WaitReason.NotYetConsidered {
  /** Slurm's one-word reason, as in the queue's last column. */
  String code();

  /** The rule in a sentence with its numbers. */
  String describe();

  /** Held by its user or an operator. */
  record Held() implements WaitReason {
    @Override
    public String code() {
      return "JobHeldUser";
    }

    @Override
    public String describe() {
      return "The job is held; 'pliant release' lets it start.";
    }
  }

  /**
   * Held because its attempts came to nothing.
   *
   * @param cause what they came to
   */
  record HeldAfterFailures(String cause) implements WaitReason {
    @Override
    public String code() {
      return "JobHeldAdmin";
    }

    @Override
    public String describe() {
      String end = cause.endsWith(".") ? "" : ".";
      return "The job is held: %s%s When that is mended, 'pliant release' lets it start."
          .formatted(cause, end);
    }
  }

  /**
   * Its last attempt came to nothing, and the next one waits.
   *
   * @param until time before which it is not to start
   * @param attempt number of the next one
   */
  record RequeuePause(Instant until, int attempt) implements WaitReason {
    @Override
    public String code() {
      return "BeginTime";
    }

    @Override
    public String describe() {
      return "Its last attempt came to nothing; attempt %d is not to start before %s."
          .formatted(attempt, until);
    }
  }

  /**
   * As many elements of its array run as may at one time.
   *
   * @param most how many that is
   */
  record ArrayTaskLimit(int most) implements WaitReason {
    @Override
    public String code() {
      return "JobArrayTaskLimit";
    }

    @Override
    public String describe() {
      return "Of the array at most %d elements run at one time; one that ends lets the next start."
          .formatted(most);
    }
  }

  /**
   * It waits for other jobs.
   *
   * @param unmet what of them, as Slurm lists it
   */
  record Dependency(String unmet) implements WaitReason {
    @Override
    public String code() {
      return "Dependency";
    }

    @Override
    public String describe() {
      return "It waits for other jobs: " + unmet + ".";
    }
  }

  /**
   * It waits for what can not come any more.
   *
   * @param unmet what that is, as Slurm lists it
   */
  record DependencyNeverSatisfied(String unmet) implements WaitReason {
    @Override
    public String code() {
      return "DependencyNeverSatisfied";
    }

    @Override
    public String describe() {
      return "It waits for what can not come any more: %s. 'pliant cancel' ends it; --kill-on-invalid-dep=yes ends such jobs by itself."
          .formatted(unmet);
    }
  }

  /** Its begin time has not come. */
  record BeginTime(Instant begin) implements WaitReason {
    @Override
    public String code() {
      return "BeginTime";
    }

    @Override
    public String describe() {
      return "The job is not to start before " + begin + ".";
    }
  }

  /**
   * Not enough free resources now.
   *
   * @param neededNodes nodes that the job needs at least
   * @param fittingNodes nodes that could hold a part of it now
   * @param neededTasks tasks that must be placed
   * @param fittingTasks tasks for which those of them that it may use have room now
   */
  record Resources(int neededNodes, int fittingNodes, int neededTasks, int fittingTasks)
      implements WaitReason {
    @Override
    public String code() {
      return "Resources";
    }

    @Override
    public String describe() {
      return "It needs %d node(s) for %d task(s); %d node(s) with room for %d task(s) are free now."
          .formatted(neededNodes, neededTasks, fittingNodes, fittingTasks);
    }
  }

  /** Another job is before it in the queue, and may not be passed. */
  record Priority(JobId behind, int position) implements WaitReason {
    @Override
    public String code() {
      return "Priority";
    }

    @Override
    public String describe() {
      return "Job %s is before it in the queue (this job is number %d)."
          .formatted(behind, position);
    }
  }

  /**
   * It would fit now but would delay the promised start of the head job.
   *
   * @param head the job with the reservation
   * @param reservedAt the start promised to it
   */
  record WouldDelay(JobId head, Instant reservedAt) implements WaitReason {
    @Override
    public String code() {
      return "Priority";
    }

    @Override
    public String describe() {
      return "It would fit now, but might run past %s, when job %s is to start."
          .formatted(reservedAt, head);
    }
  }

  /**
   * It could not start even if no job ran, because nodes that it needs are down or drained. Such a
   * job does not keep others from starting.
   *
   * @param unavailable number of nodes that are down or drained
   * @param needed nodes it needs
   * @param available nodes that are up and open and large enough for a part of it
   * @param example name of a node that is down or drained, or null
   */
  record NodesUnavailable(int unavailable, int needed, int available, @Nullable String example)
      implements WaitReason {
    @Override
    public String code() {
      return "ReqNodeNotAvail";
    }

    @Override
    public String describe() {
      return "It needs %d node(s), but the %d fitting one(s) that are up and open cannot hold it; %d are down or drained%s."
          .formatted(needed, available, unavailable, example == null ? "" : " (" + example + ")");
    }
  }

  /**
   * Nodes that it may not have until they are no longer reserved.
   *
   * @param reservation the one that ends last of those that keep nodes from it
   * @param nodes number of nodes that are kept from it
   */
  record NodesReserved(String reservation, Instant start, Instant end, int nodes)
      implements WaitReason {
    @Override
    public String code() {
      return "ReqNodeNotAvail";
    }

    @Override
    public String describe() {
      return "It would meet reservations on %d node(s), the last of them %s from %s to %s. A shorter --time may start before it."
          .formatted(nodes, reservation, start, end);
    }
  }

  /**
   * Too few licences are free now. Such a job does not keep others from starting.
   *
   * @param licence the first that it lacks
   */
  record Licences(String licence, int needed, int free) implements WaitReason {
    @Override
    public String code() {
      return "Licenses";
    }

    @Override
    public String describe() {
      return "It needs %d licence(s) %s; %d are free now.".formatted(needed, licence, free);
    }
  }

  /**
   * The reservation that it asks for does not let it start now.
   *
   * @param why in a clause
   */
  record OfReservation(String reservation, String why) implements WaitReason {
    @Override
    public String code() {
      return "Reservation";
    }

    @Override
    public String describe() {
      return "It asks for reservation %s: %s.".formatted(reservation, why);
    }
  }

  /**
   * The partition cannot hold it even with all nodes up: its nodes have changed since the
   * submission. Such a job does not keep others from starting.
   *
   * @param why the sentence with which a new submission would be refused
   */
  record Infeasible(String why) implements WaitReason {
    @Override
    public String code() {
      return "BadConstraints";
    }

    @Override
    public String describe() {
      return why;
    }
  }

  /**
   * It is too far back in the queue to be looked at, for passing the head job or at all.
   *
   * @param depth number of jobs that are looked at
   */
  record BeyondDepth(int depth) implements WaitReason {
    @Override
    public String code() {
      return "Priority";
    }

    @Override
    public String describe() {
      return "A round examines only the first %d waiting jobs that have to go on waiting; a job pack counts as many as it has components."
          .formatted(depth);
    }
  }

  /**
   * The power corridor keeps it from starting.
   *
   * @param needs watts that it adds on its least size
   * @param free watts left under the upper bound; below 0 when it is broken
   * @param lower bound in watts
   * @param upper bound in watts
   * @param rule which part of the rule, in words
   */
  record Power(double needs, double free, double lower, double upper, String rule)
      implements WaitReason {
    @Override
    public String code() {
      return "PowerNotAvail";
    }

    @Override
    public String describe() {
      return String.format(
          Locale.ROOT,
          "It adds at least %.0f W; %.0f W are left in the corridor of %.0f to %.0f W: %s.",
          needs,
          free,
          lower,
          upper,
          rule);
    }
  }

  /** The partition waits for the bounds of the power corridor since its restart. */
  record CorridorUnknown() implements WaitReason {
    @Override
    public String code() {
      return "PowerNotAvail";
    }

    @Override
    public String describe() {
      return "The partition has restarted and waits for the bounds of the power corridor before it starts jobs.";
    }
  }

  /**
   * Scheduling itself stands still.
   *
   * @param alarm since when and for whom, in words
   */
  record NoRounds(String alarm) implements WaitReason {
    @Override
    public String code() {
      return "SchedulerStalled";
    }

    @Override
    public String describe() {
      return "The partition does not schedule now: " + alarm + ".";
    }
  }

  /** No scheduling round has looked at it yet. */
  record NotYetConsidered() implements WaitReason {
    @Override
    public String code() {
      return "None";
    }

    @Override
    public String describe() {
      return "No scheduling round has considered the job yet.";
    }
  }
}
