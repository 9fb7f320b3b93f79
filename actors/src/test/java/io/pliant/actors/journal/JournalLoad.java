package io.pliant.actors.journal;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.core.testing.PostgreSqlServer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.jspecify.annotations.Nullable;

/**
 * Measures a journal: {@code JournalLoad <journal> <first job id>} ({@code own-postgresql} starts a
 * server of its own). Prints events per second, cpu per event and the time to an acknowledgement
 * for 1, 16, 128 and 1024 entities that write at once, and for new entities.
 */
final class JournalLoad {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final ActorSystem<SpawnProtocol.Command> system;
  private final AtomicLong nextJob;

  private JournalLoad(ActorSystem<SpawnProtocol.Command> system, long firstJob) {
    this.system = system;
    this.nextJob = new AtomicLong(firstJob);
  }

  public static void main(String[] args) throws Exception {
    if (!args[0].equals("own-postgresql")) {
      measure(JournalChild.parse(args[0]), Long.parseLong(args[1]));
      return;
    }
    Path installed = PostgreSqlServer.find();
    if (installed == null) {
      System.exit(1);
    }
    try (PostgreSqlServer server = PostgreSqlServer.start(Objects.requireNonNull(installed))) {
      measure(TestDatabases.next(server), Long.parseLong(args[1]));
    }
  }

  private static void measure(JournalSettings settings, long firstJob) throws Exception {
    JournalDatabase.prepare(settings);
    ActorSystem<SpawnProtocol.Command> system =
        ActorSystem.create(
            SpawnProtocol.create(),
            "load",
            ConfigFactory.parseString("pekko.actor.provider = local")
                .withFallback(JournalConfig.of(settings))
                .withFallback(ConfigFactory.load())
                .resolve());
    JournalLoad load = new JournalLoad(system, firstJob);
    load.entities("warm-up, 64 entities", 64, 4_000);
    load.entities("1 entity", 1, 1_500);
    load.entities("16 entities", 16, 6_000);
    load.entities("128 entities", 128, 12_000);
    load.entities("1024 entities", 1_024, 24_000);
    load.newEntities("new entities, 4 writes each, 32 at once", 32, 1_500);
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get();
  }

  private void entities(String name, int count, int writes) throws Exception {
    run(name, count, writes, 1, Chain::new);
  }

  private void newEntities(String name, int atOnce, int entities) throws Exception {
    run(name, atOnce, entities, 4, () -> null);
  }

  /** Keeps {@code width} chains going until {@code total} units are done. */
  private void run(String name, int width, int total, int writes, Supplier<@Nullable Chain> chains)
      throws Exception {
    AtomicInteger left = new AtomicInteger(total);
    long[] nanos = new long[total * writes];
    AtomicInteger at = new AtomicInteger();
    long cpu = cpu();
    long start = System.nanoTime();
    CompletableFuture<?>[] all = new CompletableFuture<?>[width];
    for (int i = 0; i < width; i++) {
      @Nullable Chain chain = chains.get();
      all[i] = next(chain, left, writes, nanos, at).toCompletableFuture();
    }
    CompletableFuture.allOf(all).get();
    double seconds = (System.nanoTime() - start) / 1e9;
    Arrays.sort(nanos);
    System.out.printf(
        "%-42s %7.0f events/s  %6.0f us cpu/event  p50 %6.2f ms  p99 %6.2f ms%n",
        name,
        nanos.length / seconds,
        (cpu() - cpu) / 1e3 / nanos.length,
        nanos[nanos.length / 2] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6);
  }

  private CompletionStage<Long> next(
      @Nullable Chain fixed, AtomicInteger left, int writes, long[] nanos, AtomicInteger at) {
    if (left.getAndDecrement() <= 0) {
      return CompletableFuture.completedFuture(0L);
    }
    CompletionStage<ActorRef<Ledger.Command>> ledger = fixed == null ? spawn() : fixed.ledger(this);
    return ledger
        .thenCompose(ref -> {
          CompletionStage<Long> done = CompletableFuture.completedFuture(0L);
          for (int i = 0; i < writes; i++) {
            done = done.thenCompose(_ -> append(ref, nanos, at));
          }
          return done;
        })
        .thenComposeAsync(_ -> next(fixed, left, writes, nanos, at));
  }

  private CompletionStage<Long> append(
      ActorRef<Ledger.Command> ref, long[] nanos, AtomicInteger at) {
    long start = System.nanoTime();
    return AskPattern.<Ledger.Command, Long>ask(
            ref, replyTo -> new Ledger.Append(1, replyTo), PATIENCE, system.scheduler())
        .thenApply(done -> {
          nanos[at.getAndIncrement()] = System.nanoTime() - start;
          return done;
        });
  }

  private CompletionStage<ActorRef<Ledger.Command>> spawn() {
    long job = nextJob.getAndIncrement();
    return AskPattern.ask(
        system,
        replyTo ->
            new SpawnProtocol.Spawn<>(
                Ledger.create(job), "l" + job, org.apache.pekko.actor.typed.Props.empty(), replyTo),
        PATIENCE,
        system.scheduler());
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** One entity that is written to again and again. */
  private static final class Chain {
    private @Nullable CompletionStage<ActorRef<Ledger.Command>> ledger;

    CompletionStage<ActorRef<Ledger.Command>> ledger(JournalLoad load) {
      if (ledger == null) {
        ledger = load.spawn();
      }
      return ledger;
    }
  }
}
