package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class UsePagesTest {
  private static final int USERS = 3_000;
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final ActorRef<PartitionAnswer> NOBODY =
      KIT.<PartitionAnswer>createTestProbe().getRef();

  private final UsePages pages = new UsePages(PriorityRule.SUBMISSION);
  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private Instant now = Instant.EPOCH;

  UsePagesTest() {
    for (int i = 1; i <= USERS; i++) {
      enqueue(i, "user-%05d".formatted(i));
    }
  }

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldTellEachUserOnceHoweverManyPagesItTakes() {
    List<String> users = new ArrayList<>();
    int read = 0;
    String after = null;
    do {
      PartitionAnswer.UsePage page = page(after, 5_000);
      page.rows().forEach(row -> users.add(row.user()));
      after = page.next();
      enqueue(USERS + ++read, "later");
      now = now.plusMillis(1500);
    } while (after != null);

    assertThat(read).isGreaterThan(1);
    assertThat(users).hasSize(USERS).doesNotHaveDuplicates().isSorted();
    assertThat(pages.made()).isEqualTo(1);
  }

  @Test
  void shouldMakeTheListOnceASecondAndLetItGo() {
    for (int i = 0; i < 100; i++) {
      assertThat(page(null, 10).rows()).hasSize(10);
      now = now.plusMillis(10);
    }
    assertThat(pages.made()).isEqualTo(1);
    now = now.plusSeconds(2);
    page(null, 10);
    assertThat(pages.made()).isEqualTo(2);

    now = now.plusSeconds(11);
    pages.look(now);
    assertThat(page("user-02999", 10).rows()).hasSize(1);
    assertThat(pages.made()).isEqualTo(3);
  }

  private PartitionAnswer.UsePage page(@Nullable String after, int limit) {
    return (PartitionAnswer.UsePage)
        Objects.requireNonNull(
            pages.page(state, new PartitionCommand.GetUses(after, limit, NOBODY), now));
  }

  private void enqueue(int id, String user) {
    QueuedJob job =
        new QueuedJob(
            new JobId(id),
            1,
            "job",
            user,
            ResourceRequest.wholeNodes(1),
            Duration.ofHours(1),
            false,
            null,
            Instant.EPOCH,
            null);
    state =
        state.evolve(new PartitionEvent.JobEnqueued(job, state.nextRank(), Instant.EPOCH, null));
  }
}
