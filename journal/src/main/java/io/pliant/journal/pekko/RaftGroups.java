package io.pliant.journal.pekko;

import com.typesafe.config.Config;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.Member;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.jspecify.annotations.Nullable;

/** The one member of an actor system: opened at first use, closed when the system has ended. */
public final class RaftGroups extends AbstractExtensionId<RaftGroups.Open> {
  /** The extension. */
  public static final RaftGroups ID = new RaftGroups();

  private static final String SECTION = "pliant-raft-group";

  private RaftGroups() {}

  /** The member of a system, and which of its groups keeps what. */
  public static final class Open implements Extension {
    private final JournalMember member;
    private final Duration patience;
    private final CompletableFuture<GroupRoute> route = new CompletableFuture<>();
    private final String process = UUID.randomUUID().toString();

    /** Entities that begin in this process, and of which nothing is written. */
    private final Set<String> unwritten = ConcurrentHashMap.newKeySet();

    /** Entities that follow from others and are written by this process. */
    private final Set<String> followers = ConcurrentHashMap.newKeySet();

    private Open(JournalMember member, Duration patience) {
      this.member = member;
      this.patience = patience;
      if (member.groups().size() == 1) {
        route.complete(_ -> 0);
      }
    }

    /** The member. */
    public JournalMember member() {
      return member;
    }

    /**
     * Says which group keeps what, where there are several. What is read or written before waits
     * for it, as it does for a leader.
     */
    public void route(GroupRoute which) {
      route.complete(which);
    }

    /** Another one in each process: what is announced here is known nowhere else. */
    public String process() {
      return process;
    }

    /** Says whether the entity is written by this process from now on. */
    public void writesHere(String entity, boolean here) {
      if (here) {
        followers.add(entity);
      } else {
        followers.remove(entity);
      }
    }

    /**
     * Says whether nothing is written of an entity that is about to recover in this process. If so,
     * it is not looked for; should there be something all the same, its first write is refused.
     */
    public void begins(String entity, boolean nothingWritten) {
      if (nothingWritten) {
        unwritten.add(entity);
      } else {
        unwritten.remove(entity);
      }
    }

    /** True once for an entity of which nothing is written. */
    boolean tookUnwritten(String entity) {
      return unwritten.remove(entity);
    }

    /**
     * The next write of an entity is one that {@code follower}'s next one follows from; see {@link
     * JournalGroup#announce}.
     *
     * @return false when they cannot be one log entry; then nothing is announced
     */
    public boolean announce(String entity, String follower) {
      JournalGroup group = known(entity);
      return followers.contains(follower)
          && group != null
          && group == known(follower)
          && group.announce(entity);
    }

    /** Nothing follows from what was announced of the entity. */
    public void alone(String entity) {
      JournalGroup group = known(entity);
      if (group != null) {
        group.alone(entity);
      }
    }

    /** The next write of an entity follows from those; see {@link JournalGroup#follow}. */
    public void follow(String entity, Collection<String> these) {
      JournalGroup group = known(entity);
      if (group != null) {
        group.follow(entity, these);
      }
    }

    private @Nullable JournalGroup known(String entity) {
      GroupRoute which = route.getNow(null);
      return which == null ? null : member.groups().get(which.groupOf(entity));
    }

    /** The group that keeps the events of an entity. */
    CompletionStage<JournalGroup> of(String entity) {
      CompletableFuture<GroupRoute> known =
          route.isDone()
              ? route
              : route.copy().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
      return known
          .thenApply(which -> member.groups().get(which.groupOf(entity)))
          .exceptionallyCompose(failure ->
              CompletableFuture.failedStage(
                  failure instanceof TimeoutException
                          || failure.getCause() instanceof TimeoutException
                      ? new JournalWriteFailed(
                          "Expected to know which group of the journal keeps '%s', but no member leads; more than half of the members must run."
                              .formatted(entity),
                          failure)
                      : failure));
    }
  }

  @Override
  public Open createExtension(ExtendedActorSystem system) {
    GroupSettings settings = settings(system.settings().config());
    JournalMember member = JournalMember.open(settings);
    system.registerOnTermination(member::close);
    return new Open(member, settings.timing().patience());
  }

  /** Settings as keys of an actor system's configuration. */
  public static Map<String, Object> keys(GroupSettings settings) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("group", settings.group());
    keys.put("folder", settings.folder().toString());
    keys.put("self", settings.self());
    List<Map<String, Object>> members = new ArrayList<>();
    for (Member member : settings.members()) {
      members.add(Map.of("name", member.name(), "host", member.host(), "port", member.port()));
    }
    keys.put("members", members);
    keys.put("groups", settings.groups());
    keys.put("election-min", settings.timing().electionMin());
    keys.put("election-max", settings.timing().electionMax());
    keys.put("patience", settings.timing().patience());
    keys.put("snapshot-every", settings.snapshotEvery());
    GroupSettings.Tls tls = settings.tls();
    if (tls != null) {
      keys.put(
          "tls",
          Map.of(
              "certificate", tls.certificate().toString(),
              "key", tls.key().toString(),
              "authority", tls.authority().toString()));
    }
    return Map.of(SECTION, keys);
  }

  /** The settings that {@link #keys} put there. */
  public static GroupSettings settings(Config system) {
    Config config = system.getConfig(SECTION);
    return new GroupSettings(
        config.getString("group"),
        Path.of(config.getString("folder")),
        config.getString("self"),
        config.getConfigList("members").stream()
            .map(m -> new Member(m.getString("name"), m.getString("host"), m.getInt("port")))
            .toList(),
        config.getInt("groups"),
        new GroupSettings.Timing(
            config.getDuration("election-min"),
            config.getDuration("election-max"),
            config.getDuration("patience")),
        config.getInt("snapshot-every"),
        tls(config));
  }

  private static GroupSettings.@Nullable Tls tls(Config config) {
    if (!config.hasPath("tls")) {
      return null;
    }
    return new GroupSettings.Tls(
        Path.of(config.getString("tls.certificate")),
        Path.of(config.getString("tls.key")),
        Path.of(config.getString("tls.authority")));
  }
}
