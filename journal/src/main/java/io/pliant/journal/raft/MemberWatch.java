package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.store.DiskProbe;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this member open: closes it when its files fail, says so once, and opens it again as soon
 * as they can be used. Says also when no member leads for longer than elections take.
 */
final class MemberWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemberWatch.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LEADERLESS = Duration.ofSeconds(15);

  private final GroupSettings settings;
  private final List<Group> groups;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable OpenMember member;
  private volatile @Nullable String trouble;

  /** What is known of one of the groups. */
  private static final class Group {
    private final int number;
    private final NewsBell bell = new NewsBell();
    private long leaderSeen = System.nanoTime();
    private boolean alarmed;

    Group(int number) {
      this.number = number;
    }
  }

  private MemberWatch(GroupSettings settings, int groups) {
    this.settings = settings;
    this.groups = IntStream.range(0, groups).mapToObj(Group::new).toList();
    this.thread = Thread.ofPlatform().name("journal-watch").daemon().unstarted(this::run);
  }

  /**
   * Opens the member and watches over it.
   *
   * @throws JournalRefused when it cannot be opened now
   */
  static MemberWatch start(GroupSettings settings) {
    MemberWatch watch = new MemberWatch(settings, GroupFiles.of(settings).groups());
    watch.member = watch.opened();
    watch.thread.start();
    return watch;
  }

  private OpenMember opened() {
    return OpenMember.open(settings, this::fail, number -> groups.get(number).bell::ring);
  }

  /** How many groups there are. */
  int groups() {
    return groups.size();
  }

  /** Rings with each change of this member's state of a group. */
  NewsBell bell(int group) {
    return groups.get(group).bell;
  }

  /** This member, or null while its files cannot be used. */
  @Nullable OpenMember member() {
    return member;
  }

  /** Why nothing can be written, or null. */
  @Nullable String trouble() {
    return trouble;
  }

  /** Called by whatever found that the files fail; returns at once. */
  private void fail(Throwable cause) {
    if (trouble == null && closed.getCount() > 0) {
      trouble = DiskTrouble.explain(cause);
      LOG.error(
          "The journal cannot be written; nothing is acknowledged until this is mended: {}",
          trouble);
    }
  }

  private void run() {
    try {
      while (!closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    OpenMember open = member;
    if (open != null && trouble == null && open.alive()) {
      groups.forEach(group -> lookForLeader(open, group));
      return;
    }
    if (trouble == null) {
      fail(new IOException("the member's files were closed"));
    }
    member = null;
    if (open != null) {
      open.close();
    }
    reopen();
  }

  private void reopen() throws InterruptedException {
    String told = trouble;
    while (!closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
      try {
        DiskProbe.write(settings.folder());
        OpenMember open = opened();
        trouble = null;
        member = open;
        groups.forEach(group -> group.leaderSeen = System.nanoTime());
        LOG.warn("The journal can be written again.");
        return;
      } catch (IOException | JournalRefused e) {
        trouble = DiskTrouble.explain(e);
        if (!trouble.equals(told)) {
          told = trouble;
          LOG.error("The journal still cannot be written: {}", told);
        }
      }
    }
  }

  private void lookForLeader(OpenMember open, Group group) {
    RaftServer.Division division = open.division(group.number);
    RaftPeerId leader = division.getInfo().getLeaderId();
    if (leader != null) {
      group.leaderSeen = System.nanoTime();
      if (group.alarmed) {
        group.alarmed = false;
        LOG.warn("{} has a leader again: {}.", name(group), leader);
      }
    } else if (!group.alarmed && System.nanoTime() - group.leaderSeen > LEADERLESS.toNanos()) {
      group.alarmed = true;
      LOG.error(
          "{} has no leader, and nothing is acknowledged there: more than half of {} must run and reach"
              + " each other.",
          name(group),
          division.getRaftConf().getAllPeers());
    }
  }

  private String name(Group group) {
    return groups.size() == 1 ? "The journal" : "Group " + group.number + " of the journal";
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    OpenMember open = member;
    member = null;
    if (open != null) {
      open.close();
    }
  }
}
