package io.pliant.actors.journal;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.journal.Member;
import io.pliant.journal.pekko.RaftGroups;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/**
 * A JVM of its own that writes until it is killed: {@code JournalChild <journal> <first job>
 * <jobs>}. Says {@code ready}, then {@code ack <job> <number of events>} after each acknowledged
 * write. It writes on after failures, as the entities of a controller do.
 */
final class JournalChild {
  private final ActorSystem<SpawnProtocol.Command> system;

  private JournalChild(ActorSystem<SpawnProtocol.Command> system) {
    this.system = system;
  }

  public static void main(String[] args) {
    JournalSettings settings = parse(args[0]);
    JournalDatabase.prepare(settings);
    JournalChild child =
        new JournalChild(
            ActorSystem.create(
                SpawnProtocol.create(),
                "child",
                ConfigFactory.parseString("pekko.actor.provider = local")
                    .withFallback(JournalConfig.of(settings))
                    .withFallback(ConfigFactory.load())
                    .resolve()));
    if (settings instanceof JournalSettings.Raft) {
      // takes part in the group from the beginning, even when it writes nothing itself
      RaftGroups.ID.get(Adapter.toClassic(child.system));
    }
    say("ready");
    long first = Long.parseLong(args[1]);
    for (long job = first; job < first + Integer.parseInt(args[2]); job++) {
      child.write(job);
    }
  }

  /** What {@link #parse} reads. */
  static String argument(JournalSettings settings) {
    return switch (settings) {
      case JournalSettings.Raft raft ->
          "raft "
              + raft.group().self()
              + " "
              + raft.group().folder()
              + " "
              + String.join(",", raft.group().members().stream().map(Member::toString).toList());
      case JournalSettings.PostgreSql postgres ->
          "postgresql " + postgres.user() + " " + postgres.url();
    };
  }

  static JournalSettings parse(String text) {
    String[] words = text.split(" ", -1);
    return switch (words[0]) {
      case "raft" ->
          new JournalSettings.Raft(
              RaftJournalTest.group(Path.of(words[2]), words[1], members(words[3])));
      default -> new JournalSettings.PostgreSql(words[2], words[1], "");
    };
  }

  private static List<Member> members(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(member -> member.split("[=:]", -1))
        .map(parts -> new Member(parts[0], parts[1], Integer.parseInt(parts[2])))
        .toList();
  }

  private void write(long job) {
    CompletionStage<ActorRef<Ledger.Command>> spawned =
        AskPattern.ask(
            system,
            replyTo ->
                new SpawnProtocol.Spawn<>(
                    Ledger.persistent(job), "l" + job, Props.empty(), replyTo),
            Duration.ofSeconds(30),
            system.scheduler());
    spawned.thenAccept(ledger -> writeOn(job, ledger));
  }

  private void writeOn(long job, ActorRef<Ledger.Command> ledger) {
    AskPattern.<Ledger.Command, Long>ask(
            ledger,
            replyTo -> new Ledger.Append(1, replyTo),
            Duration.ofSeconds(3),
            system.scheduler())
        .whenCompleteAsync((count, failure) -> {
          if (failure == null) {
            say("ack " + job + " " + count);
          }
          writeOn(job, ledger);
        });
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
