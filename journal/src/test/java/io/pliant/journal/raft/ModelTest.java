package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.TestGroups;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.change.SnapshotRange;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random appends, second writers, replays, deletions, snapshots, stops, deaths and restarts of a
 * group, held against plain maps. A run is made of its seed ({@code -Dpliant.model.seed}, {@code
 * -Dpliant.model.steps}).
 */
final class ModelTest {
  private static final int STEPS = Integer.getInteger("pliant.model.steps", 40);
  private static final int SNAPSHOT_EVERY = 100;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldHoldWhatTheModelHolds(int members) throws Exception {
    long seed = Long.getLong("pliant.model.seed", System.nanoTime());
    System.out.println("journal model: " + members + " members, -Dpliant.model.seed=" + seed);
    try (Run run = new Run(new Random(seed), TestGroups.of(folder, members, SNAPSHOT_EVERY))) {
      try {
        for (int step = 0; step < STEPS; step++) {
          run.step();
        }
        run.check();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "with -Dpliant.model.seed=%d: %s%s".formatted(seed, e.getMessage(), run.standing()), e);
      }
    }
  }

  @Test
  void shouldGiveAMemberThatWasLongAwayASnapshot() throws Exception {
    List<GroupSettings> members = TestGroups.of(folder, 3, SNAPSHOT_EVERY);
    try (Run run = new Run(new Random(1), members)) {
      run.stop(2);
      for (int i = 0; i < 8 * SNAPSHOT_EVERY; i++) {
        run.one();
      }
      run.start(2);
      run.check();
      run.awaitSnapshot(2);
    }
  }

  @Test
  void shouldGiveAMemberASnapshotThatEndsWhereTheOthersLogBegins() throws Exception {
    List<GroupSettings> members = TestGroups.of(folder, 3, SNAPSHOT_EVERY);
    try (Run run = new Run(new Random(2), members)) {
      for (int i = 0; i < SNAPSHOT_EVERY / 2; i++) {
        run.one();
      }
      run.check();
      run.stop(2);
      // another term begins another segment: the one before it ends where the log of member 2 does
      for (int member : List.of(0, 1)) {
        run.stop(member);
      }
      for (int member : List.of(0, 1)) {
        run.start(member);
      }
      for (int i = 0; i < 3 * SNAPSHOT_EVERY; i++) {
        run.one();
      }
      run.start(2);
      run.check();
      run.stop(0); // the member that was away is needed from here on
      run.one();
      run.check();
      run.awaitSnapshot(2);
    }
  }

  @Test
  void shouldBeLedByTheMemberThatIsAsked() throws Exception {
    try (Run run = new Run(new Random(3), TestGroups.of(folder, 3, SNAPSHOT_EVERY))) {
      for (String name : List.of("m3", "m1", "m2")) {
        run.one();
        run.check(); // it must have all entries
        assertThat(run.group(0).lead(name).toCompletableFuture().join()).isEqualTo(name);
        run.one();
        assertThat(run.group(0).status().leader()).isEqualTo(name);
      }
      assertThat(run.group(0).lead("m9").toCompletableFuture())
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .withMessageContaining("m9");
      run.check();
    }
  }

  /** A group with its model. */
  private static final class Run implements AutoCloseable {
    private final Random random;
    private final List<GroupSettings> settings;
    private final List<@Nullable JournalMember> members = new ArrayList<>();
    private final Model model = new Model();
    private int writers;

    Run(Random random, List<GroupSettings> settings) {
      this.random = random;
      this.settings = settings;
      settings.forEach(own -> members.add(JournalMember.open(own)));
    }

    JournalGroup group(int member) {
      return running(member).first();
    }

    /** How each running member stands, and what its threads do: to read after a failure. */
    String standing() {
      StringBuilder text = new StringBuilder();
      for (@Nullable JournalMember member : members) {
        text.append('\n').append(member == null ? "stopped" : member.first().status());
      }
      for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
        text.append('\n').append(thread);
      }
      return text.toString();
    }

    private JournalMember running(int member) {
      JournalMember running = members.get(member);
      if (running == null) {
        throw new IllegalStateException("Expected member " + member + " to run.");
      }
      return running;
    }

    /** Given by the leader or made by itself: it comes a moment after the entries. */
    void awaitSnapshot(int member) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (group(member).status().snapshot() <= 0) {
        assertThat(System.nanoTime()).as("member %d has a snapshot", member).isLessThan(end);
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }

    void step() throws IOException {
      int choice = random.nextInt(20);
      if (choice < 14) {
        many(1 + random.nextInt(40));
      } else if (choice < 16) {
        check();
      } else if (choice < 18) {
        int member = random.nextInt(members.size());
        stop(member);
        if (members.size() > 2) {
          many(1 + random.nextInt(120));
        }
        start(member);
      } else if (choice == 18) {
        die(random.nextInt(members.size()));
      } else {
        for (int member = 0; member < members.size(); member++) {
          stop(member);
        }
        for (int member = 0; member < members.size(); member++) {
          start(member);
        }
      }
    }

    void stop(int member) {
      running(member).close();
      members.set(member, null);
    }

    void start(int member) {
      members.set(member, JournalMember.open(settings.get(member)));
    }

    /**
     * Ends as a crash does: what the state had not written out is gone, and comes again from the
     * log.
     */
    private void die(int member) throws IOException {
      Path state = GroupFiles.of(settings.get(member)).state(0);
      Path older = state.resolveSibling("older");
      group(member).backup(older).toCompletableFuture().join();
      many(40);
      stop(member);
      SnapshotFolder.delete(state);
      Files.move(older, state);
      start(member);
    }

    void one() {
      settle(List.of(send()));
    }

    private void many(int count) {
      settle(send(count));
    }

    private record Pending(Change change, Outcome expected, CompletableFuture<Outcome> answer) {}

    /** Changes of different entities at once, since the order among them is not fixed. */
    private List<Pending> send(int count) {
      List<Pending> pending = new ArrayList<>();
      List<String> used = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Change change = change();
        if (!used.contains(change.entity())) {
          used.add(change.entity());
          pending.add(send(change));
        }
      }
      return pending;
    }

    private Pending send() {
      return send(change());
    }

    private Pending send(Change change) {
      List<JournalGroup> running = new ArrayList<>();
      for (@Nullable JournalMember member : members) {
        if (member != null) {
          running.add(member.first());
        }
      }
      JournalGroup through = running.get(random.nextInt(running.size()));
      return new Pending(
          change, model.expected(change), through.write(change).toCompletableFuture());
    }

    private void settle(List<Pending> pending) {
      for (Pending each : pending) {
        Outcome answer;
        try {
          answer = each.answer().join();
        } catch (CompletionException e) {
          read(store -> {
            model.settle(each.change(), store);
            return true;
          });
          continue;
        }
        assertThat(answer).as(() -> each.change().toString()).isEqualTo(each.expected());
        if (answer instanceof Outcome.Done) {
          model.take(each.change());
        }
      }
    }

    /** Every running member has the same, and it is the model's. */
    void check() {
      for (@Nullable JournalMember member : members) {
        if (member != null) {
          member
              .first()
              .read(store -> {
                model.assertSame(store);
                return true;
              })
              .toCompletableFuture()
              .join();
        }
      }
    }

    private <T> T read(
        java.util.function.Function<io.pliant.journal.store.EventStore, T> question) {
      for (@Nullable JournalMember member : members) {
        if (member != null) {
          return member.first().read(question).toCompletableFuture().join();
        }
      }
      throw new IllegalStateException("Expected a member to run.");
    }

    private Change change() {
      String entity = "e" + random.nextInt(40);
      long highest = model.highest(entity);
      int choice = random.nextInt(20);
      if (choice < 14) {
        long first = choice == 0 ? Math.max(1, highest + random.nextInt(5) - 2) : highest + 1;
        return append(entity, first);
      }
      if (choice < 16 && highest > 0) {
        return new Change.DeleteTo(entity, 1 + random.nextLong(highest + 2));
      }
      if (choice < 19 && highest > 0) {
        byte[] bytes = new byte[random.nextInt(3_000)];
        random.nextBytes(bytes);
        return new Change.PutSnapshot(
            entity, highest, new SnapshotPart(5, 1, "snapshot", 0, 1, bytes));
      }
      return new Change.DropSnapshots(
          entity, new SnapshotRange(0, random.nextLong(highest + 1), 0, Long.MAX_VALUE));
    }

    private Change append(String entity, long first) {
      writers++;
      List<Event> events =
          IntStream.rangeClosed(0, random.nextInt(4))
              .mapToObj(_ -> {
                byte[] payload = new byte[random.nextInt(200)];
                random.nextBytes(payload);
                return new Event(1, 2, "event", Model.TAG, payload);
              })
              .toList();
      return new Change.Append(entity, "w" + writers, first, events);
    }

    @Override
    public void close() {
      for (@Nullable JournalMember member : members) {
        if (member != null) {
          member.close();
        }
      }
    }
  }
}
