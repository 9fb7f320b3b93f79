package io.pliant.imp.comm;

import java.util.List;

/**
 * Messages among a fixed group of tasks, ranks 0..size-1, over TCP.
 *
 * <p>Data are {@code byte[]}, {@code int[]}, {@code long[]}, {@code float[]}, {@code double[]} or
 * {@link java.nio.ByteBuffer} (what remains of it is sent; the position stays); objects travel as
 * bytes that the program serialises. Lengths travel with the data, so every collective call is its
 * own v-variant.
 *
 * <p>Every task of the group must make the same collective calls in the same order. One thread of a
 * task uses a communicator at a time. A send returns once the data are on their way or buffered at
 * the receiver; the caller may change them at once. Messages of one sender with one tag arrive in
 * order.
 *
 * <p>Every call throws {@link PeerGoneException} once a member of the group is gone, at every task,
 * also when it waits at that moment; and {@link IllegalStateException} when the group was replaced
 * by a commit.
 */
public interface Communicator {
  /** The largest tag that a program may use; the smallest is 0. */
  int MAX_TAG = 1 << 30;

  /** This task's rank in the group. */
  int rank();

  /** The number of tasks in the group. */
  int size();

  /** Sends {@code data} to rank {@code to}, which may be this task. */
  <A> void send(int to, int tag, A data);

  /**
   * The next message of rank {@code from} with that tag; waits. {@code type} such as {@code
   * double[].class}.
   */
  <A> A recv(int from, int tag, Class<A> type);

  /** The next message with that tag of whichever rank, the one that has waited longest; waits. */
  <A> Message<A> recvAny(int tag, Class<A> type);

  /** Returns when all have called it. Dissemination: log2(size) rounds. */
  void barrier();

  /**
   * Root's data at every task; what the others pass is only looked at for its type. Binomial tree.
   */
  <A> A bcast(A data, int root);

  /** At root: every task's part by rank; elsewhere: an empty list. Parts may differ in length. */
  <A> List<A> gather(A part, int root);

  /** Root's {@code parts.get(rank)} at each rank. Only root's list is looked at. */
  <A> A scatter(List<A> parts, int root, Class<A> type);

  /** Every task's part by rank, at every task. */
  <A> List<A> allgather(A part);

  /**
   * Element by element over all tasks' arrays of the same length and type; the result at every
   * task. The order of operations depends on the size of the group only, and all tasks get the same
   * bits.
   */
  <A> A allreduce(A data, ReduceOp op);

  /** As {@link #allreduce}, but only root's result counts; elsewhere it is the task's own data. */
  <A> A reduce(A data, ReduceOp op, int root);

  /** Sends {@code parts.get(r)} to each rank r and returns what each rank sent here. */
  <A> List<A> alltoallv(List<A> parts);

  /** {@link #allreduce} of one number. */
  default double allreduce(double value, ReduceOp op) {
    return allreduce(new double[] {value}, op)[0];
  }

  /** {@link #allreduce} of one number. */
  default long allreduce(long value, ReduceOp op) {
    return allreduce(new long[] {value}, op)[0];
  }
}
