package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftPeerId;
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
  private final NewsBell bell = new NewsBell();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable OpenMember member;
  private volatile @Nullable String trouble;
  private long leaderSeen = System.nanoTime();
  private boolean alarmed;

  private MemberWatch(GroupSettings settings) {
    this.settings = settings;
    this.thread = Thread.ofPlatform().name("journal-watch").daemon().unstarted(this::run);
  }

  /**
   * Opens the member and watches over it.
   *
   * @throws JournalRefused when it cannot be opened now
   */
  static MemberWatch start(GroupSettings settings) {
    MemberWatch watch = new MemberWatch(settings);
    watch.member = OpenMember.open(settings, watch::fail, watch.bell::ring);
    watch.thread.start();
    return watch;
  }

  /** Rings with each change of this member's state. */
  NewsBell bell() {
    return bell;
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
      lookForLeader(open);
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
        DiskTrouble.probe(settings.folder());
        OpenMember open = OpenMember.open(settings, this::fail, bell::ring);
        trouble = null;
        member = open;
        leaderSeen = System.nanoTime();
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

  private void lookForLeader(OpenMember open) {
    RaftPeerId leader = open.division().getInfo().getLeaderId();
    if (leader != null) {
      leaderSeen = System.nanoTime();
      if (alarmed) {
        alarmed = false;
        LOG.warn("The journal has a leader again: {}.", leader);
      }
    } else if (!alarmed && System.nanoTime() - leaderSeen > LEADERLESS.toNanos()) {
      alarmed = true;
      LOG.error(
          "No member of the journal leads, and nothing is acknowledged: more than half of {} must run"
              + " and reach each other.",
          open.division().getRaftConf().getAllPeers());
    }
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
