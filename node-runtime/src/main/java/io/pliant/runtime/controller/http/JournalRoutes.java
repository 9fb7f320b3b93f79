package io.pliant.runtime.controller.http;

import io.pliant.api.BackupRequest;
import io.pliant.api.BackupTaken;
import io.pliant.api.JournalStatus;
import io.pliant.api.LeaderReply;
import io.pliant.api.LeaderRequest;
import io.pliant.api.MembersReply;
import io.pliant.api.MembersRequest;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.Member;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.store.Applied;
import io.pliant.runtime.settings.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Routes under {@code /v1/journal}: the controllers' own journal. */
final class JournalRoutes {
  private static final String CHANGE = "manage the journal";

  private final @Nullable JournalGroup journal;
  private final Waiting waiting;
  private final Privacy privacy;

  /**
   * Routes of a journal.
   *
   * @param journal null when the journal is a database
   */
  JournalRoutes(@Nullable JournalGroup journal, Waiting waiting, Privacy privacy) {
    this.journal = journal;
    this.waiting = waiting;
    this.privacy = privacy;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/journal", call -> Reply.ok(shown(group().status()))),
        Route.post("/v1/journal/backup", this::backup),
        Route.post("/v1/journal/members", this::members),
        Route.post("/v1/journal/leader", this::lead));
  }

  private Reply backup(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    Path to = Path.of(call.body(BackupRequest.class).to());
    if (!to.isAbsolute() || to.toFile().exists()) {
      throw ApiFailure.invalid(
          "Expected an absolute path of a folder that does not exist yet, but got '%s'."
              .formatted(to));
    }
    Applied applied = taken(group().backup(to));
    return Reply.ok(new BackupTaken(applied.index(), applied.position()));
  }

  private Reply members(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    MembersRequest request = call.body(MembersRequest.class);
    List<Member> members = new ArrayList<>();
    for (GroupStatus.Standing standing : group().status().members()) {
      HostPort address = HostPort.parse(standing.address());
      members.add(new Member(standing.name(), address.host(), address.port()));
    }
    if (request.add() != null && request.remove() == null) {
      members.add(added(request.add(), members));
    } else if (request.remove() != null && request.add() == null) {
      if (!members.removeIf(member -> member.name().equals(request.remove()))) {
        throw ApiFailure.invalid(
            "Expected one of the members %s, but got '%s'.".formatted(members, request.remove()));
      }
    } else {
      throw ApiFailure.invalid("Expected either add or remove.");
    }
    return Reply.ok(
        new MembersReply(
            taken(group().changeMembers(members)).stream().map(Member::toString).toList()));
  }

  private Reply lead(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    String name = call.body(LeaderRequest.class).name();
    List<String> names =
        group().status().members().stream().map(GroupStatus.Standing::name).toList();
    if (!names.contains(name)) {
      throw ApiFailure.invalid(
          "Expected one of the members %s, but got '%s'.".formatted(names, name));
    }
    return Reply.ok(new LeaderReply(taken(group().lead(name))));
  }

  private static JournalStatus shown(GroupStatus status) {
    return new JournalStatus(
        status.self(),
        status.leader(),
        status.term(),
        status.applied(),
        status.position(),
        status.snapshot(),
        status.members().stream()
            .map(m -> new JournalStatus.Standing(m.name(), m.address(), m.behind()))
            .toList(),
        status.waiting(),
        status.acknowledged(),
        status.entries(),
        status.refused(),
        status.bytes(),
        status.free(),
        status.trouble());
  }

  private static Member added(String text, List<Member> members) {
    int equals = text.indexOf('=');
    Member member =
        Call.parsed(
            "add",
            text,
            all -> {
              HostPort address = HostPort.parse(all.substring(equals + 1));
              return new Member(
                  all.substring(0, Math.max(0, equals)), address.host(), address.port());
            });
    if (members.stream().anyMatch(known -> known.name().equals(member.name()))) {
      throw ApiFailure.invalid(
          "Expected a new name, but '%s' is a member already.".formatted(member.name()));
    }
    return member;
  }

  /** What the group did not take may be asked for again. */
  private <T> T taken(CompletionStage<T> stage) throws InterruptedException {
    try {
      return waiting.value(stage);
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof JournalWriteFailed failure) {
        throw ApiFailure.unavailable(String.valueOf(failure.getMessage()));
      }
      throw e;
    }
  }

  private JournalGroup group() {
    if (journal == null) {
      throw ApiFailure.invalid(
          "Expected the journal to be the controllers' own (pliant.journal.plugin = raft), but it is a database: use its own tools.");
    }
    return journal;
  }
}
