package io.pliant.imp;

/**
 * How a program answers offers. Called at the job's first task (rank 0) on a thread of the library,
 * beside the computation; it may take its time up to the deadline, but must not use a communicator.
 */
@FunctionalInterface
public interface OfferPolicy {
  /** The answer; an exception counts as a refusal with its message as the reason. */
  Answer answer(Offer offer);
}
