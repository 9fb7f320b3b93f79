package io.pliant.actors.job;

import io.pliant.actors.protocol.JobPayload;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.JobId;
import io.pliant.core.spec.JobSpec;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.NoSerializationVerificationNeeded;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.jspecify.annotations.Nullable;

/**
 * Scripts, arguments and environments of a controller's jobs. They live in the journal; the latest
 * are at hand, up to a number of bytes. Safe for use by several threads.
 */
public final class JobPayloads {
  private static final long MOST_BYTES = 24L << 20;

  /** Each may hold a payload and a page of the journal. */
  private static final int READS_AT_ONCE = 4;

  private final Map<JobId, JobSpec> latest = new LinkedHashMap<>(64, 0.75f, true);
  private final ActorRef<Read> reads;
  private long bytes;

  /**
   * A wish to read.
   *
   * @param attempt of which the program's first step is wanted too, or 0
   */
  record Read(JobId job, int attempt, CompletableFuture<JobPayload> answer)
      implements NoSerializationVerificationNeeded {}

  private JobPayloads(ActorRef<Read> reads) {
    this.reads = reads;
  }

  /** Those of one controller. */
  public static JobPayloads start(ActorSystem<?> system) {
    return new JobPayloads(
        system.systemActorOf(Behaviors.setup(Reads::new), "payload-reads", Props.empty()));
  }

  /**
   * Keeps a payload at hand, in place of those not asked for the longest. That of an element is its
   * array's.
   */
  synchronized void keep(JobId job, JobSpec spec) {
    if (spec.element() != null) {
      return;
    }
    JobSpec before = latest.put(job, spec);
    bytes += weight(spec) - (before == null ? 0 : weight(before));
    for (Iterator<JobSpec> oldest = latest.values().iterator();
        bytes > MOST_BYTES && oldest.hasNext(); ) {
      bytes -= weight(oldest.next());
      oldest.remove();
    }
  }

  /** A payload that is at hand, or null. */
  synchronized @Nullable JobPayload atHand(JobId job) {
    JobSpec spec = latest.get(job);
    return spec == null ? null : new JobPayload(spec, null);
  }

  /** Bytes at hand. */
  synchronized long bytes() {
    return bytes;
  }

  /** In memory a character of a text has one byte or two, and a variable its entry. */
  private static long weight(JobSpec spec) {
    return 1024 + 2 * spec.payloadBytes() + 100L * spec.environment().size();
  }

  /**
   * A payload, from the journal unless it is at hand.
   *
   * @param attempt of which the program's first step is wanted too, or 0
   */
  CompletionStage<JobPayload> read(JobId job, int attempt) {
    CompletableFuture<JobPayload> answer = new CompletableFuture<>();
    reads.tell(new Read(job, attempt, answer));
    return answer;
  }

  /** All that was submitted; fails when there is no such job. */
  public CompletionStage<JobSpec> spec(JobId job) {
    JobPayload known = atHand(job);
    return known == null
        ? read(job, 0).thenCompose(own -> whole(own.spec()))
        : CompletableFuture.completedStage(known.spec());
  }

  private CompletionStage<JobSpec> whole(JobSpec spec) {
    ArrayElement element = spec.element();
    return element == null
        ? CompletableFuture.completedStage(spec)
        : spec(element.array()).thenApply(spec::withPayloadOf);
  }

  /**
   * What a launch needs, when it is at hand; else null.
   *
   * @param spec of the job, without its payload
   */
  @Nullable JobPayload atHand(JobId job, JobSpec spec) {
    ArrayElement element = spec.element();
    if (element == null) {
      return atHand(job);
    }
    JobPayload array = atHand(element.array());
    return array == null ? null : new JobPayload(spec.withPayloadOf(array.spec()), null);
  }

  /**
   * What a launch needs, from the journal.
   *
   * @param spec of the job, without its payload
   * @param attempt of which the program's first step is wanted too, or 0
   */
  CompletionStage<JobPayload> read(JobId job, JobSpec spec, int attempt) {
    if (spec.element() == null) {
      return read(job, attempt);
    }
    CompletionStage<JobSpec> whole = whole(spec);
    return attempt == 0
        ? whole.thenApply(all -> new JobPayload(all, null))
        : whole.thenCombine(read(job, attempt), (all, own) -> new JobPayload(all, own.program()));
  }

  /** Reads a few at a time. */
  private static final class Reads extends AbstractBehavior<Read> {
    private final ArrayDeque<Read> waiting = new ArrayDeque<>();
    private final Map<ActorRef<Void>, Read> underWay = new HashMap<>();

    Reads(ActorContext<Read> context) {
      super(context);
    }

    @Override
    public Receive<Read> createReceive() {
      return newReceiveBuilder()
          .onMessage(Read.class, this::take)
          .onSignal(Terminated.class, this::ended)
          .build();
    }

    private Behavior<Read> take(Read read) {
      waiting.add(read);
      return next();
    }

    private Behavior<Read> ended(Terminated reader) {
      Read read = underWay.remove(reader.getRef());
      if (read != null) {
        // nothing happens when it was answered
        read.answer()
            .completeExceptionally(
                new IllegalStateException(
                    "Expected to read the payload of job %s, but its reader ended."
                        .formatted(read.job())));
      }
      return next();
    }

    private Behavior<Read> next() {
      while (underWay.size() < READS_AT_ONCE && !waiting.isEmpty()) {
        Read read = waiting.remove();
        org.apache.pekko.actor.ActorRef reader =
            Adapter.actorOf(getContext(), PayloadReader.props(read));
        ActorRef<Void> typed = Adapter.toTyped(reader);
        getContext().watch(typed);
        underWay.put(typed, read);
      }
      return this;
    }
  }
}
