package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.Member;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.EventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.TransferLeadershipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a group of members, as one of them; a member has one or several. A write is
 * acknowledged when more than half of the members have it on their disks; a read sees all that was
 * acknowledged before it. When this member's disk fails, writes are refused, and the files are
 * opened again until they can be used.
 */
public final class JournalGroup {
  private static final Logger LOG = LoggerFactory.getLogger(JournalGroup.class);
  private static final int READERS = 2;

  /** Outcomes of a transfer of the lead after which Ratis has forgotten it. */
  private static final List<String> FORGOTTEN = List.of("TIMED_OUT", "DIFFERENT_LEADER");

  private final GroupSettings settings;
  private final int number;
  private final MemberWatch watch;
  private final LeaderLink link;
  private final BatchWriter writer;
  private final ReadBarrier barrier;
  private final ExecutorService readers =
      Executors.newFixedThreadPool(
          READERS, Thread.ofPlatform().name("journal-reader-", 1).daemon().factory());

  /** See {@link JournalMember}. */
  JournalGroup(GroupSettings settings, int number, MemberWatch watch, WriteBudget budget) {
    this.settings = settings;
    this.number = number;
    this.watch = watch;
    this.link = new LeaderLink(number, watch::member, this::newRpc);
    this.writer = new BatchWriter(budget, this::append);
    this.barrier = new ReadBarrier(() -> link.barrier(settings.timing().patience()));
  }

  /** Which of the member's groups this is, from 0 on. */
  public int number() {
    return number;
  }

  private RaftClientRpc newRpc() {
    RaftProperties properties = RatisSettings.properties(settings, GroupFiles.of(settings).log());
    return MemberRpc.client(RatisSettings.parameters(settings), link.client(), properties);
  }

  private CompletionStage<byte[]> append(byte[] entry) {
    String trouble = watch.trouble();
    if (trouble != null) {
      return CompletableFuture.failedStage(
          new JournalWriteFailed("Expected to write to the journal, but: " + trouble, null));
    }
    return link.write(entry, settings.timing().patience())
        .whenComplete((_, failure) -> {
          if (failure instanceof JournalWriteFailed failed
              && failed.getCause() instanceof LeaderSteppingDownException) {
            // far longer than any transfer may take: somebody's failed, and he died before he said
            // so
            readers.execute(() -> electAnother(failed));
          }
        });
  }

  /** Completes when the change is durable, or with why it was not taken. */
  public CompletionStage<Outcome> write(Change change) {
    return writer.write(change);
  }

  /**
   * The next write of that entity is one that another will {@link #follow} from: it waits for it a
   * moment, so that both make one log entry.
   *
   * @return false when the journal is too busy for that; then nothing is announced
   */
  public boolean announce(String entity) {
    return writer.announce(entity);
  }

  /** Nothing follows from the write that was announced of that entity: it need not wait. */
  public void alone(String entity) {
    writer.alone(entity);
  }

  /**
   * The next write of that entity follows from those that were announced of these. It is made in
   * one log entry with them, or after them. When one of them fails, it does, too. In one entry with
   * a write that another writer of that entity was before, it is made all the same: what it follows
   * from has happened, by that writer's word.
   */
  public void follow(String entity, Collection<String> these) {
    writer.follow(entity, these);
  }

  /** Answers a question from this member's state as it is now. */
  public <T extends @Nullable Object> CompletionStage<T> readHere(
      Function<EventStore, T> question) {
    return CompletableFuture.supplyAsync(() -> question.apply(store()), readers);
  }

  /** Completes when this member's state changes after the call, on the thread that changes it. */
  public CompletionStage<Void> nextChange() {
    return watch.bell(number).next();
  }

  /** Answers a question from a state that has all that was acknowledged before the call. */
  public <T extends @Nullable Object> CompletionStage<T> read(Function<EventStore, T> question) {
    return barrier.await().thenCompose(_ -> readHere(question));
  }

  /** This member's state as it is now; for its own thread's short questions at a start. */
  EventStore stateHere() {
    return store();
  }

  private EventStore store() {
    OpenMember member = watch.member();
    if (member == null) {
      throw new JournalWriteFailed(
          "Expected an open journal, but: " + String.valueOf(watch.trouble()), null);
    }
    return member.store(number);
  }

  /**
   * Copies the whole state of the group, as it is now on this member, to a folder that does not
   * exist yet; what was acknowledged before the call is in it.
   */
  public CompletionStage<Applied> backup(Path to) {
    return read(store -> store.checkpoint(to));
  }

  /**
   * Has the group agree on other members; completes when it has.
   *
   * @param members all members, one more or one less than now
   */
  public CompletionStage<List<Member>> changeMembers(List<Member> members) {
    return CompletableFuture.supplyAsync(
        () -> {
          agree("to agree on " + members, leader -> reconfiguration(leader, members));
          return members;
        },
        readers);
  }

  /** Name of the member that leads, as far as this one knows, or null while none does. */
  public @Nullable String leader() {
    OpenMember own = watch.member();
    RaftPeerId leader = own == null ? null : own.division(number).getInfo().getLeaderId();
    return leader == null ? null : leader.toString();
  }

  /** How far the members are; nothing while the files are not open. */
  public List<GroupStatus.Standing> standings() {
    OpenMember own = watch.member();
    return own == null ? List.of() : StatusReport.standings(own.division(number));
  }

  /** Has another member lead; completes when it does. It must be one, and have all entries. */
  public CompletionStage<String> lead(String member) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            ask(member);
          } catch (JournalWriteFailed e) {
            releaseLeader(e);
            throw e;
          }
          return member;
        },
        readers);
  }

  /** Asks the leader to give the lead away, and leaves it as it is when that fails. */
  void ask(String member) {
    agree("to be led by " + member, leader -> transfer(leader, RaftPeerId.valueOf(member)));
  }

  /** From a leader to another member; to none ends its lead, and the members elect one. */
  private TransferLeadershipRequest transfer(RaftPeerId leader, @Nullable RaftPeerId to) {
    return new TransferLeadershipRequest(
        link.client(),
        leader,
        groupId(),
        link.nextCall(),
        to,
        settings.timing().electionMax().toMillis());
  }

  /**
   * A leader that takes no writes while it gives the lead away takes none for ever when that fails
   * at once, as it does where the other member is gone (TransferLeadership of Ratis 3.2 and 3.3
   * forgets such a request only with the next election). So there is one.
   */
  private void releaseLeader(JournalWriteFailed failure) {
    if (!(failure.getCause() instanceof TransferLeadershipException why)
        || FORGOTTEN.stream().anyMatch(String.valueOf(why.getMessage())::contains)) {
      return;
    }
    electAnother(failure);
  }

  private void electAnother(JournalWriteFailed failure) {
    try {
      agree("to elect another leader", leader -> transfer(leader, null));
    } catch (JournalWriteFailed e) {
      failure.addSuppressed(e);
    }
  }

  /** Sends the leader a request of the group itself. */
  private void agree(String purpose, Function<RaftPeerId, RaftClientRequest> newRequest) {
    try {
      OpenMember own = watch.member();
      RaftPeerId leader = own == null ? null : own.division(number).getInfo().getLeaderId();
      if (own == null || leader == null) {
        throw new IOException("no member leads; more than half of the members must run");
      }
      RaftClientRequest request = newRequest.apply(leader);
      boolean local = leader.equals(own.division(number).getId());
      RaftClientReply reply =
          switch (request) {
            case SetConfigurationRequest change when local -> own.server().setConfiguration(change);
            case TransferLeadershipRequest transfer when local ->
                own.server().transferLeadership(transfer);
            default -> link.rpc(own.division(number)).sendRequest(request);
          };
      if (!reply.isSuccess()) {
        throw reply.getException();
      }
    } catch (IOException e) {
      throw new JournalWriteFailed(
          "Expected the group %s, but: %s".formatted(purpose, DiskTrouble.explain(e)), e);
    }
  }

  private SetConfigurationRequest reconfiguration(RaftPeerId leader, List<Member> members) {
    return new SetConfigurationRequest(
        link.client(),
        leader,
        groupId(),
        link.nextCall(),
        SetConfigurationRequest.Arguments.newBuilder()
            .setServersInNewConf(members.stream().map(OpenMember::peer).toList())
            .build());
  }

  private RaftGroupId groupId() {
    return RaftGroupId.valueOf(GroupFiles.of(settings).group(number));
  }

  /**
   * How long log entries of this member took to be acknowledged, since its start.
   *
   * @param bounds upper bounds of the buckets in seconds
   * @param counts entries of each bucket, and those above the last bound
   * @param seconds of all together
   */
  public record Appends(List<Double> bounds, List<Long> counts, double seconds) {}

  /** Log entries of this member's writes since its start. */
  public long written() {
    return writer.load().entries();
  }

  /** How long writes take. */
  public Appends appends() {
    return writer.times().sums();
  }

  /** How the group stands, as this member sees it. */
  public GroupStatus status() {
    return StatusReport.of(settings, number, watch, writer.load());
  }

  /** Ends what this group alone uses. */
  void close() {
    try {
      link.close();
    } catch (IOException e) {
      LOG.debug("Closing connections of the journal: {}", e.getMessage());
    }
    readers.shutdown();
  }
}
