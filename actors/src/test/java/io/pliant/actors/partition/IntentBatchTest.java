package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntentBatchTest {
  private static final PartitionName MAIN = new PartitionName("main");

  @Test
  void shouldDecideABurstInPartsThatAWriteTakesAndInOrder() {
    // given
    IntentBatch batch = easy();
    List<PartitionReply> replies = new ArrayList<>();
    batch.add(
        new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(1, 1000), List.of()),
        replies::add);
    for (int i = 1; i <= 2_500; i++) {
      batch.add(new PartitionIntent.Enqueue(job(i)), replies::add);
    }

    // when
    PartitionState state = PartitionState.empty(MAIN);
    int writes = 0;
    do {
      IntentBatch.Decided decided = batch.decide(state, Instant.EPOCH);
      assertThat(decided.events()).hasSizeLessThanOrEqualTo(IntentBatch.MOST_EVENTS);
      decided.replies().forEach(Runnable::run);
      state = decided.state();
      writes++;
    } while (batch.waiting());

    // then
    assertThat(writes).isEqualTo(3);
    assertThat(replies).hasSize(2_501);
    assertThat(state.queue().values())
        .extracting(job -> job.job().value())
        .hasSize(2_500)
        .isSorted();
  }

  @Test
  void shouldWriteWhatARoundHasSeenAheadOfWhatCameLaterAndOnceOnly() {
    // given
    IntentBatch batch = easy();
    PartitionState state = withANode(batch);
    List<String> replies = new ArrayList<>();
    batch.add(new PartitionIntent.Enqueue(job(1)), _ -> replies.add("1"));

    // when
    PartitionState ahead = batch.ahead(state, Instant.EPOCH).state();
    batch.seen();
    batch.add(new PartitionIntent.Enqueue(job(2)), _ -> replies.add("2"));
    IntentBatch.Decided decided = batch.decide(state, Instant.EPOCH);

    // then
    assertThat(ahead.queue()).hasSize(1);
    assertThat(decided.state().queue()).hasSize(2);
    assertThat(decided.events()).hasSize(2);
    decided.seen().forEach(Runnable::run);
    assertThat(replies).containsExactly("1");
    decided.replies().forEach(Runnable::run);
    assertThat(replies).containsExactly("1", "2");
    assertThat(batch.decide(decided.state(), Instant.EPOCH).events()).isEmpty();
  }

  @Test
  void shouldNotTakeForSeenWhatNoRoundLookedAt() {
    IntentBatch batch = easy();
    PartitionState state = withANode(batch);
    batch.add(new PartitionIntent.Enqueue(job(1)), _ -> {});

    batch.ahead(state, Instant.EPOCH);
    IntentBatch.Decided decided = batch.decide(state, Instant.EPOCH);

    assertThat(decided.seen()).isEmpty();
    assertThat(decided.replies()).hasSize(1);
  }

  @Test
  void shouldDecideAnewWhatWasDecidedAheadWhenSomethingGoesFirst() {
    // given a job that was decided on before the term began
    IntentBatch batch = easy();
    PartitionState state = withANode(batch);
    batch.add(new PartitionIntent.Enqueue(job(1)), _ -> {});
    batch.ahead(state, Instant.EPOCH);
    batch.seen();

    // when
    batch.addFirst(new PartitionIntent.BeginTerm(1), _ -> {});
    IntentBatch.Decided decided = batch.decide(state, Instant.EPOCH);

    // then
    assertThat(decided.events())
        .extracting(event -> (Object) event.getClass())
        .containsExactly(PartitionEvent.TermStarted.class, PartitionEvent.JobEnqueued.class);
    assertThat(decided.seen()).isEmpty();
  }

  @Test
  void shouldPassOnWhatTheLedgerSaysToPlannedResizes() {
    // given a plan with a resize of a job that does not run
    IntentBatch batch =
        new IntentBatch(
            new PartitionLifecycle(
                new PartitionSettings(
                    MAIN, true, "*", "elastic", Duration.ofHours(1), null, false, 5)));
    IntentBatch.Decided nothing = batch.decide(PartitionState.empty(MAIN), Instant.EPOCH);
    List<PartitionReply> replies = new ArrayList<>();

    // when
    IntentBatch.Decided decided =
        batch.plusResizes(
            nothing,
            List.of(new PartitionIntent.Resizing(new JobId(7), 4, true)),
            replies::add,
            Instant.EPOCH);
    assertThat(replies).isEmpty();
    decided.replies().forEach(Runnable::run);

    // then
    assertThat(replies)
        .containsExactly(
            new PartitionReply.Resizes(
                List.of(new PartitionReply.NotBegun(new JobId(7), 4, "it does not run", false))));
  }

  private static IntentBatch easy() {
    return new IntentBatch(
        new PartitionLifecycle(
            new PartitionSettings(MAIN, true, "*", "easy", Duration.ofHours(1), null, false, 5)));
  }

  private static PartitionState withANode(IntentBatch batch) {
    batch.add(
        new PartitionIntent.NodeSeen(new NodeName("n1"), new NodeCapacity(1, 1000), List.of()),
        _ -> {});
    return batch.decide(PartitionState.empty(MAIN), Instant.EPOCH).state();
  }

  private static QueuedJob job(long id) {
    return new QueuedJob(
        new JobId(id),
        1,
        "j",
        "ada",
        ResourceRequest.single(),
        null,
        false,
        null,
        Instant.EPOCH,
        null);
  }
}
