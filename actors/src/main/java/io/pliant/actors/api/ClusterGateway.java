package io.pliant.actors.api;

import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.api.StartEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.SignalScope;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Everything a client may ask of the cluster. Each stage completes with a typed answer, or fails
 * with {@link java.util.concurrent.TimeoutException} when no controller could answer in time; then
 * nothing is known of the outcome, and a retry with the same submission key is safe.
 */
public interface ClusterGateway {
  /** Submits a job; {@link Answer.Accepted} only after it is durable and queued. */
  CompletionStage<Answer<JobId>> submit(JobSpec spec);

  /** When a job would start that came now, or why it would be refused. Nothing is written. */
  CompletionStage<Answer<StartEntry>> check(JobSpec spec);

  /** Has a running job stand still, or go on; {@code by} must be an operator. */
  CompletionStage<Answer<JobDetails>> setSuspended(JobId job, Submitter by, boolean still);

  /** Ends a job; {@code by} must own it or be an operator. */
  CompletionStage<Answer<JobDetails>> cancel(JobId job, Submitter by);

  /** Sends a signal from 1 to 64 to processes of a running job; rights as for its end. */
  CompletionStage<Answer<JobDetails>> signal(
      JobId job, Submitter by, int signal, SignalScope scope);

  /**
   * Ends the running attempt of a job and puts it back into the queue; rights as for its end.
   *
   * @param hold it is held there
   */
  CompletionStage<Answer<JobDetails>> requeue(JobId job, Submitter by, boolean hold);

  /**
   * Changes what was asked for of a job; rights as for its end, and only an operator makes a limit
   * longer. Answered once its partition knows, too.
   */
  CompletionStage<Answer<JobDetails>> change(JobId job, Submitter by, JobChange change);

  /** Puts a waiting job on hold, or releases it. */
  CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held);

  /**
   * Begins to resize a running malleable job to so many nodes: a shrink is mandatory, an expansion
   * is an offer. How it ends is told by {@link #sizes}.
   */
  CompletionStage<Answer<JobDetails>> adapt(JobId job, Submitter by, int nodes);

  /** How the size of a job has changed, oldest first; empty for a job of fixed size. */
  CompletionStage<Answer<List<SizeChange>>> sizes(JobId job);

  /**
   * What the tasks of a malleable job have measured since the last resize, by phase; empty for a
   * job of fixed size.
   */
  CompletionStage<Answer<List<PhaseSum>>> phases(JobId job);

  /** The adaptation of a malleable job that is on its way; none for a job of fixed size. */
  CompletionStage<Answer<AdaptationStatus>> adaptation(JobId job);

  /**
   * Has the nodes of a running step connect to somebody who looks at it; {@code by} must own the
   * job or be an operator. The answer is the step; who looks asks again when a node does not come.
   *
   * @param step its number, -1 for the batch script
   */
  CompletionStage<Answer<StepDetails>> onlook(JobId job, Submitter by, int step, Onlooker onlooker);

  /** Runs a command as a step of a running job; the answer is the step's number. */
  CompletionStage<Answer<Integer>> createStep(JobId job, Submitter by, StepRequest request);

  /** How a step stands; attached clients poll or long-poll it for the exit code. */
  CompletionStage<Answer<StepDetails>> step(JobId job, int step);

  /**
   * All of one job but script, arguments and environment; {@link
   * io.pliant.core.id.Refusal.Kind#NOT_FOUND} when there is none.
   */
  CompletionStage<Answer<JobDetails>> job(JobId job);

  /** The same of what may be one element of an array; one that has not started is told too. */
  CompletionStage<Answer<JobDetails>> job(JobRef job);

  /** Ends elements of an array; those that have not started never will. Rights as for a job. */
  CompletionStage<Answer<JobDetails>> cancelElements(JobId array, Indices elements, Submitter by);

  /** All that was submitted for a job that there is. */
  CompletionStage<JobSpec> spec(JobId job);

  /**
   * The wanted ones of the waiting and running jobs of one partition, or of all (null), waiting
   * ones last, in queue order.
   */
  CompletionStage<List<QueueEntry>> queue(@Nullable PartitionName partition, QueueFilter filter);

  /**
   * A part of what {@link #queue} lists.
   *
   * @param partition null for all, one after the other
   * @param offset wanted jobs before the first one of the answer
   * @param limit most jobs of the answer, which may have fewer
   */
  CompletionStage<QueueWindow> queueWindow(
      @Nullable PartitionName partition,
      QueueFilter filter,
      QueueText text,
      long offset,
      int limit);

  /** Why a waiting job waits, as of the last scheduling round. */
  CompletionStage<Answer<WaitExplanation>> why(JobRef job);

  CompletionStage<List<NodeEntry>> nodes();

  /** One node. */
  CompletionStage<Answer<NodeEntry>> node(NodeName node);

  CompletionStage<List<PartitionEntry>> partitions();

  /** A part of a file as the agent of a node sees it, read with the rights of {@code owner}. */
  CompletionStage<OutputAnswer> output(NodeName node, Submitter owner, String path, long offset);

  /** Closes a node to new jobs. */
  CompletionStage<Answer<NodeEntry>> drain(NodeName node, Submitter by, String reason);

  /** Opens a drained node. */
  CompletionStage<Answer<NodeEntry>> resume(NodeName node, Submitter by);

  /** The power corridor. */
  PowerGateway power();

  /** What orders queues. */
  PriorityGateway priorities();

  /** Nodes that are set aside. */
  ReservationGateway reservations();

  /** Who may be a node. */
  RegisterGateway register();

  /** Finished and unfinished jobs from the accounting read side, newest first. */
  CompletionStage<Answer<List<HistoryEntry>>> history(HistoryQuery query);

  /**
   * The energy account of a job from the accounting read side, as far as it is counted; empty for
   * one that is not known there.
   */
  CompletionStage<JobEnergyEntry> energy(JobId job);

  /**
   * Job events after {@code cursor} (0 for the oldest kept), at most {@code limit}, in journal
   * order.
   */
  CompletionStage<List<JobEventEntry>> events(EventCursor cursor, int limit);

  /** Behind the newest event that this controller knows. */
  CompletionStage<EventCursor> latestEvent();

  /** How this controller stands in the cluster. */
  CompletionStage<ControllerStatus> status();
}
