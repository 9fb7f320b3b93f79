package io.pliant.journal.raft;

import io.pliant.journal.JournalWriteFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * The way to the member that leads: a call in this process when it is this one, else over the
 * network. Asks again until the time is up: the caller's requests can be repeated without harm.
 */
final class LeaderLink implements AutoCloseable {
  private static final Duration ATTEMPT = Duration.ofSeconds(3);
  private static final long PAUSE_MILLIS = 50;
  private static final int THREADS = 2;

  private final int group;
  private final Supplier<@Nullable OpenMember> member;
  private final Supplier<RaftClientRpc> newRpc;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();

  /** Ratis completes its futures while it holds locks: nothing of ours may run there. */
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().name("journal-link-", 1).daemon().factory());

  /** Ends tries that have no answer. */
  private final DelayLine silences = new DelayLine(ATTEMPT, threads);

  private @Nullable RaftClientRpc rpc;
  private Collection<RaftPeer> known = List.of();

  /**
   * A link that connects when it is needed.
   *
   * @param group which of the member's groups
   * @param member this member, or null while its files are not open
   * @param newRpc makes connections to other members
   */
  LeaderLink(int group, Supplier<@Nullable OpenMember> member, Supplier<RaftClientRpc> newRpc) {
    this.group = group;
    this.member = member;
    this.newRpc = newRpc;
  }

  ClientId client() {
    return client;
  }

  long nextCall() {
    return calls.incrementAndGet();
  }

  /** Sends a log entry; completes with its answer when the group has it. */
  CompletionStage<byte[]> write(byte[] entry, Duration patience) {
    return new Attempts(
            RaftClientRequest.writeRequestType(),
            Message.valueOf(UnsafeByteOperations.unsafeWrap(entry)),
            patience)
        .run();
  }

  /**
   * Completes when this member has all that was acknowledged anywhere before the call. The leader
   * is asked by this member itself.
   */
  CompletionStage<byte[]> barrier(Duration patience) {
    return new Attempts(RaftClientRequest.readRequestType(), Message.EMPTY, patience).run();
  }

  /** One request, tried until it succeeds or the time is up. */
  private final class Attempts {
    private final RaftClientRequest.Type type;
    private final Message message;
    private final long deadline;
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();

    /** Why the last try failed; null while it was for want of a leader. */
    private volatile @Nullable Throwable last;

    /** Who was asked last, or null while nobody was. */
    private volatile @Nullable RaftPeerId asked;

    Attempts(RaftClientRequest.Type type, Message message, Duration patience) {
      this.type = type;
      this.message = message;
      this.deadline = System.nanoTime() + patience.toNanos();
    }

    CompletionStage<byte[]> run() {
      attempt(null);
      return result;
    }

    private void attempt(@Nullable RaftPeerId suggested) {
      try {
        OpenMember own = member.get();
        if (own == null) {
          last = new IOException("this member's files are not open");
          later();
          return;
        }
        boolean read =
            type.is(org.apache.ratis.proto.RaftProtos.RaftClientRequestProto.TypeCase.READ);
        RaftServer.Division division = own.division(group);
        LeaderWay way = LeaderWay.from(division.getId(), division.getInfo(), read, suggested);
        if (way == null) {
          later();
          return;
        }
        asked = way.target();
        RaftClientRequest request = request(own, way.target());
        // a connection may have to be made: no caller waits for that
        CompletableFuture<RaftClientReply> reply =
            way.local()
                ? own.server().submitClientRequestAsync(request)
                : CompletableFuture.supplyAsync(() -> rpc(division), threads)
                    .thenCompose(others -> others.sendRequestAsyncUnordered(request));
        CompletableFuture<RaftClientReply> first = reply.copy();
        DelayLine.Due silence =
            silences.later(() ->
                first.completeExceptionally(
                    new TimeoutException(
                        "Expected %s to answer within %d s."
                            .formatted(way.target(), ATTEMPT.toSeconds()))));
        first.whenCompleteAsync(
            (answer, failure) -> {
              silence.takeBack();
              answered(way, answer, failure);
            },
            threads);
      } catch (IOException | RuntimeException e) {
        last = e;
        later();
      }
    }

    private RaftClientRequest request(OpenMember own, RaftPeerId target) {
      return RaftClientRequest.newBuilder()
          .setClientId(client)
          .setServerId(target)
          .setGroupId(own.division(group).getMemberId().getGroupId())
          .setCallId(nextCall())
          .setMessage(message)
          .setType(type)
          .build();
    }

    private void answered(
        LeaderWay way, @Nullable RaftClientReply answer, @Nullable Throwable failure) {
      if (answer != null && answer.isSuccess()) {
        result.complete(answer.getMessage().getContent().toByteArray());
        return;
      }
      RaftPeerId next = null;
      if (answer != null && answer.getException() != null) {
        last = answer.getException();
        if (answer.getException() instanceof NotLeaderException elsewhere
            && elsewhere.getSuggestedLeader() != null) {
          next = elsewhere.getSuggestedLeader().getId();
        }
      } else if (failure != null) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        last = cause;
        if (!way.local()) {
          reconnect(way.target(), cause);
        }
      }
      if (next != null && !next.equals(way.target()) && !expired()) {
        attempt(next);
      } else {
        later();
      }
    }

    private boolean expired() {
      return System.nanoTime() > deadline;
    }

    private void later() {
      if (expired()) {
        Throwable why = last;
        RaftPeerId whom = asked;
        if (why == null) {
          why = new IOException("no member leads; more than half of the members must run");
        }
        result.completeExceptionally(
            new JournalWriteFailed(
                "Expected an answer of the journal's leader%s, but: %s"
                    .formatted(whom == null ? "" : ", asking " + whom, DiskTrouble.explain(why)),
                why));
      } else {
        CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS, threads)
            .execute(() -> attempt(null));
      }
    }
  }

  /** Connections to the members that the group has now. */
  synchronized RaftClientRpc rpc(RaftServer.Division division) {
    RaftClientRpc open = rpc;
    if (open == null) {
      open = newRpc.get();
      rpc = open;
      known = List.of();
    }
    Collection<RaftPeer> peers = division.getRaftConf().getAllPeers();
    if (!peers.equals(known)) {
      open.addRaftPeers(peers);
      known = List.copyOf(peers);
    }
    return open;
  }

  private synchronized void reconnect(RaftPeerId target, Throwable failure) {
    RaftClientRpc open = rpc;
    if (open != null) {
      open.handleException(target, failure, true);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    threads.shutdown();
    RaftClientRpc open = rpc;
    rpc = null;
    if (open != null) {
      open.close();
    }
  }
}
