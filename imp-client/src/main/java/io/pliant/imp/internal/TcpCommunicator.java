package io.pliant.imp.internal;

import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.Message;
import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.wire.Member;
import java.util.List;
import java.util.function.Supplier;

/** A group of tasks in one context of the fabric: what the program sees of the network. */
public final class TcpCommunicator implements Communicator {
  private final Fabric fabric;
  private final int context;
  private final List<Member> members;
  private final int rank;
  private final CommClock clock;
  private final Collectives collectives;

  /**
   * A communicator.
   *
   * @param context number that no other group of the job has or had
   * @param members the tasks by rank; this task is one of them
   */
  public TcpCommunicator(Fabric fabric, int context, List<Member> members, CommClock clock) {
    this.fabric = fabric;
    this.context = context;
    this.members = List.copyOf(members);
    this.clock = clock;
    this.rank = rankOf(fabric.task());
    if (rank < 0) {
      throw new IllegalArgumentException(
          "Expected task " + fabric.task() + " to be a member, but the group is " + members + ".");
    }
    this.collectives = new Collectives(this);
  }

  /** The tasks by rank. */
  public List<Member> members() {
    return members;
  }

  /** The rank of a task, or -1. */
  public int rankOf(String task) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).task().equals(task)) {
        return i;
      }
    }
    return -1;
  }

  /** Every call, also those that wait now, throws {@link PeerGoneException} with that text. */
  public void revoke(String why) {
    fabric.mailbox().breakContext(context, new PeerGoneException(why));
  }

  /** The group was replaced: frees what came for it. */
  public void retire() {
    fabric.mailbox().drop(context);
  }

  /** Throws what a call would throw, if the group is broken. */
  public void check() {
    fabric.mailbox().check(context);
  }

  /** Sends a control message past the mailboxes; false when the other is gone. */
  public boolean control(int to, byte[] text) {
    return fabric.send(members.get(to), new Frame(Frame.CONTROL, context, rank, 0, text));
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return members.size();
  }

  void post(int to, int tag, Object data) {
    check();
    byte[] payload = Codec.encode(data);
    if (to == rank) {
      try {
        fabric
            .mailbox()
            .put(context, tag, new Mailbox.Letter(rank, "self " + fabric.task(), payload));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Expected to send, but the thread was interrupted.", e);
      }
    } else if (!fabric.send(members.get(to), new Frame(Frame.DATA, context, rank, tag, payload))) {
      check();
      throw gone(to);
    }
  }

  <A> A fetch(int from, int tag, Class<A> type) {
    Mailbox.Letter letter = fabric.mailbox().tryTake(context, tag, from);
    if (letter == null) {
      if (from != rank) {
        fabric.watch(members.get(from));
      }
      letter = fabric.mailbox().take(context, tag, from, members.get(from).task());
    }
    return Codec.decode(letter.payload(), type);
  }

  private PeerGoneException gone(int peer) {
    String why = fabric.whyGone(members.get(peer).task());
    return new PeerGoneException(describe(members.get(peer), why == null ? "it has left" : why));
  }

  /** The text that a program sees of a lost member. */
  public String describe(Member member, String why) {
    return "Expected rank "
        + rankOf(member.task())
        + " (task "
        + member.task()
        + " on "
        + member.node()
        + ") to answer, but "
        + why
        + ".";
  }

  private <R> R timed(Supplier<R> call) {
    clock.enter();
    try {
      return call.get();
    } finally {
      clock.leave();
    }
  }

  private int peer(int peer) {
    if (peer < 0 || peer >= members.size()) {
      throw new IllegalArgumentException(
          "Expected a rank from 0 to " + (members.size() - 1) + ", but got " + peer + ".");
    }
    return peer;
  }

  private static int userTag(int tag) {
    if (tag < 0 || tag > MAX_TAG) {
      throw new IllegalArgumentException(
          "Expected a tag from 0 to " + MAX_TAG + ", but got " + tag + ".");
    }
    return tag;
  }

  @Override
  public <A> void send(int to, int tag, A data) {
    clock.enter();
    try {
      post(peer(to), userTag(tag), data);
    } finally {
      clock.leave();
    }
  }

  @Override
  public <A> A recv(int from, int tag, Class<A> type) {
    return timed(() -> fetch(peer(from), userTag(tag), type));
  }

  @Override
  public <A> Message<A> recvAny(int tag, Class<A> type) {
    return timed(() -> {
      for (int peer = 0; peer < members.size(); peer++) {
        if (peer != rank) {
          fabric.watch(members.get(peer));
        }
      }
      Mailbox.Letter letter = fabric.mailbox().take(context, userTag(tag), -1, null);
      return new Message<>(letter.from(), Codec.decode(letter.payload(), type));
    });
  }

  @Override
  public void barrier() {
    clock.enter();
    try {
      collectives.barrier();
    } finally {
      clock.leave();
    }
  }

  @Override
  public <A> A bcast(A data, int root) {
    return timed(() -> collectives.bcast(data, peer(root)));
  }

  @Override
  public <A> List<A> gather(A part, int root) {
    return timed(() -> collectives.gather(part, peer(root)));
  }

  @Override
  public <A> A scatter(List<A> parts, int root, Class<A> type) {
    return timed(() -> collectives.scatter(parts, peer(root), type));
  }

  @Override
  public <A> List<A> allgather(A part) {
    return timed(() -> collectives.allgather(part));
  }

  @Override
  public <A> A allreduce(A data, ReduceOp op) {
    return timed(() -> collectives.bcast(collectives.reduce(data, op, 0), 0));
  }

  @Override
  public <A> A reduce(A data, ReduceOp op, int root) {
    return timed(() -> collectives.reduce(data, op, peer(root)));
  }

  @Override
  public <A> List<A> alltoallv(List<A> parts) {
    return timed(() -> collectives.alltoallv(parts));
  }
}
