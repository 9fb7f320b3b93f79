package io.pliant.core.adaptation;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Terms;
import java.time.Instant;
import java.util.List;

/** A fact in the dialogue of a job with its scheduler. Additive, as job events are. */
public sealed interface ApplicationEvent {
  JobId job();

  Instant at();

  /**
   * An attempt's first tasks are ordered; whatever was before is void.
   *
   * @param partition where the job runs
   * @param secret opens connections between the tasks
   */
  record ApplicationEnlisted(
      JobId job,
      int attempt,
      PartitionName partition,
      Terms terms,
      List<Seat> seats,
      String secret,
      Instant at)
      implements ApplicationEvent {
    public ApplicationEnlisted {
      seats = List.copyOf(seats);
    }
  }

  /** All first tasks have said hello; {@code members} is the first world by rank. */
  record WorldFormed(JobId job, List<Member> members, Instant at) implements ApplicationEvent {
    public WorldFormed {
      members = List.copyOf(members);
    }
  }

  /** An adaptation that the partition wants began. */
  record AdaptationBegun(JobId job, int number, Resize resize, Instant deadline, Instant at)
      implements ApplicationEvent {}

  /** The program agrees to these nodes coming or going. */
  record OfferAgreed(JobId job, int number, List<Slice> slices, Instant at)
      implements ApplicationEvent {
    public OfferAgreed {
      slices = List.copyOf(slices);
    }
  }

  /** All who take part are known and told. */
  record AdaptationArmed(
      JobId job, int number, List<Member> joining, List<String> leaving, Instant at)
      implements ApplicationEvent {
    public AdaptationArmed {
      joining = List.copyOf(joining);
      leaving = List.copyOf(leaving);
    }
  }

  /** Tasks are gone; the survivors are told to go on without them. */
  record LossBegun(JobId job, int number, List<String> lost, Instant at)
      implements ApplicationEvent {
    public LossBegun {
      lost = List.copyOf(lost);
    }
  }

  /** All stand in the window. */
  record WindowOpened(JobId job, int number, int phase, Instant at) implements ApplicationEvent {}

  /** A mandatory shrink goes on past its deadline. */
  record DeadlineExtended(JobId job, int number, Instant until, Instant at)
      implements ApplicationEvent {}

  /**
   * The one outcome of an adaptation.
   *
   * @param slices nodes that came (committed expansions) or go
   * @param forced the nodes go although the program did not come to its window
   */
  record AdaptationEnded(
      JobId job,
      int number,
      Result result,
      List<Slice> slices,
      boolean forced,
      String reason,
      Instant at)
      implements ApplicationEvent {
    public AdaptationEnded {
      slices = List.copyOf(slices);
    }
  }

  /**
   * The attempt cannot go on.
   *
   * @param requeue the job's rules on lost nodes do not count: it goes back to the queue
   */
  record ApplicationGivenUp(JobId job, String reason, boolean requeue, Instant at)
      implements ApplicationEvent {}
}
