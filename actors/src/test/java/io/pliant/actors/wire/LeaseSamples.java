package io.pliant.actors.wire;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Rank;
import io.pliant.core.lending.PoolWord;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.Sizes;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One of each event and message of nodes that are lent. */
final class LeaseSamples {
  private static final PartitionName LENDER = new PartitionName("other");
  private static final LeaseId LEASE = new LeaseId(Samples.PARTITION, 12);
  private static final AttemptId TENANT = new AttemptId(Samples.JOB, 2);
  private static final NodeCapacity CAPACITY = new NodeCapacity(4, 8000);
  private static final List<Slice> WHOLE = List.of(new Slice(Samples.NODE, 4, 8000, 0));
  private static final BorrowedNodes BORROWED =
      new BorrowedNodes(LEASE, List.of(new BorrowedNodes.Part(LENDER, 9, List.of(Samples.NODE))));

  private LeaseSamples() {}

  /** What ledgers write. */
  static List<PartitionEvent> ofLedgers() {
    return List.of(
        new PartitionEvent.NodesLent(LEASE, TENANT, WHOLE, Samples.AT.plusSeconds(60), Samples.AT),
        new PartitionEvent.NodesLent(
            LEASE, TENANT, WHOLE, Samples.AT.plusSeconds(60), Samples.AT, true),
        new PartitionEvent.ResizeBegun(
            Samples.JOB,
            2,
            new Resize(4, Kind.GROW, WHOLE, false, "more"),
            Samples.AT,
            0.25,
            BORROWED),
        new PartitionEvent.NodesReturned(LEASE, List.of(Samples.NODE), Samples.AT),
        new PartitionEvent.LeaseNumbersUsed(1000, Samples.AT),
        new PartitionEvent.LeaseDisowned(LEASE, Samples.AT),
        new PartitionEvent.NodesAllocated(
            Samples.JOB, 2, Samples.ALLOCATION, Samples.AT, null, BORROWED));
  }

  /** What jobs write that run on lent nodes. */
  static List<JobEvent> ofJobs() {
    return List.of(
        new JobEvent.JobAllocated(
            Samples.JOB,
            2,
            Samples.ALLOCATION,
            7,
            Samples.AT,
            List.of(new JobEvent.ShareTerm(LENDER, 9, List.of(Samples.NODE)))),
        new JobEvent.JobResized(
            Samples.JOB,
            2,
            Samples.ALLOCATION,
            Sizes.UNCHANGED,
            99,
            Samples.AT,
            List.of(new JobEvent.ShareTerm(LENDER, 9, List.of(Samples.NODE)))));
  }

  /** What is stored of leases in a snapshot. */
  static PartitionSnapshot snapshot() {
    return snapshot(BORROWED, null);
  }

  /** The same of a job that has grown onto lent nodes. */
  static PartitionSnapshot grown() {
    return snapshot(null, List.of(BORROWED));
  }

  private static PartitionSnapshot snapshot(
      @Nullable BorrowedNodes borrowed, @Nullable List<BorrowedNodes> grown) {
    Boolean growth = grown == null ? null : Boolean.TRUE;
    return new PartitionSnapshot(
        Samples.PARTITION,
        9,
        7,
        13,
        List.of(),
        List.of(),
        List.of(),
        List.of(
            new Grant(
                Samples.queuedJob(),
                11,
                Samples.ALLOCATION,
                Samples.AT,
                null,
                null,
                null,
                borrowed,
                grown)),
        List.of(),
        List.of(),
        EnergySamples.snapshot(),
        null,
        null,
        null,
        null,
        null,
        new LeaseBook.Stored(
            1000,
            List.of(new LeaseBook.Lent(LEASE, TENANT, WHOLE, Samples.AT.plusSeconds(60), growth))));
  }

  /** An offer of so many nodes with long names, each of a capacity of its own. */
  static PartitionCommand.PoolSaid offer(int nodes) {
    TreeSet<NodeName> names = new TreeSet<>();
    List<PoolWord.NodesLike> alike = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      NodeName name = new NodeName("n".repeat(50) + (100_000 + i));
      names.add(name);
      alike.add(new PoolWord.NodesLike(new NodeCapacity(1 + i, 1 + i), List.of(name)));
    }
    return new PartitionCommand.PoolSaid(
        new PoolWord.OfLease(
            LENDER,
            new PoolStanding(
                nodes, nodes, 7, CAPACITY, new PoolStanding.Promised(Samples.AT, nodes)),
            new LeaseMessage.Offered(LEASE, names, 0),
            alike));
  }

  /** What partitions of a pool say to each other, and to jobs. */
  static List<Object> messages() {
    PoolStanding.Promised promised = new PoolStanding.Promised(Samples.AT.plusSeconds(9), 1);
    PoolStanding standing = new PoolStanding(3, 8, 7, CAPACITY, promised);
    TreeSet<NodeName> nodes = new TreeSet<>(List.of(Samples.NODE));
    Rank rank = new Rank(0, Samples.AT, Samples.JOB);
    List<LeaseMessage> all =
        List.of(
            new LeaseMessage.Ask(
                LEASE, rank, 2, 5, Samples.AT.plusSeconds(5), Samples.AT.plusSeconds(60)),
            new LeaseMessage.Take(LEASE, nodes),
            new LeaseMessage.GiveBack(LEASE, nodes),
            new LeaseMessage.Offered(LEASE, nodes, 1),
            new LeaseMessage.Lapsed(LEASE),
            new LeaseMessage.Recalled(LEASE),
            new LeaseMessage.Lent(LEASE, nodes),
            new LeaseMessage.TakenBack(LEASE, nodes),
            new LeaseMessage.HeldStill(LEASE, nodes));
    List<Object> words = new ArrayList<>();
    for (LeaseMessage message : all) {
      words.add(
          new PartitionCommand.PoolSaid(
              new PoolWord.OfLease(
                  LENDER,
                  standing,
                  message,
                  List.of(new PoolWord.NodesLike(CAPACITY, List.of(Samples.NODE))))));
    }
    words.add(new PartitionCommand.PoolSaid(new PoolWord.WantsBack(LENDER, standing, LEASE, 2)));
    words.add(
        new PartitionCommand.PoolSaid(
            new PoolWord.Stands(LENDER, new PoolStanding(0, 0, 1, null), true)));
    for (PoolWord word :
        List.<PoolWord>of(
            new PoolWord.Surveys(LENDER, standing, rank),
            new PoolWord.Foresees(
                LENDER, standing, rank, List.of(new PoolWord.Free(Samples.AT, 3))),
            new PoolWord.Claims(
                LENDER, standing, new Claim(rank, 3, Samples.AT, Samples.AT.plusSeconds(9)), 4),
            new PoolWord.Unclaims(LENDER, standing, rank, 5),
            new PoolWord.Ready(LENDER, standing, rank, true),
            new PoolWord.Elsewhere(LENDER, standing, rank, false))) {
      words.add(new PartitionCommand.PoolSaid(word));
    }
    words.add(
        new JobCommand.Granted(
            new JobIntent.Granted(
                2,
                Samples.ALLOCATION,
                7,
                List.of(),
                null,
                3,
                null,
                null,
                BORROWED,
                List.of(BORROWED))));
    return words;
  }
}
