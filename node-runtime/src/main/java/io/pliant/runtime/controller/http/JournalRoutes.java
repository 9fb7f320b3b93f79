package io.pliant.runtime.controller.http;

import io.pliant.actors.cluster.EntityGroups;
import io.pliant.api.BackupRequest;
import io.pliant.api.BackupTaken;
import io.pliant.api.JournalStatus;
import io.pliant.api.LeaderReply;
import io.pliant.api.LeaderRequest;
import io.pliant.api.MembersReply;
import io.pliant.api.MembersRequest;
import io.pliant.core.id.PartitionName;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.Member;
import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import io.pliant.journal.store.Applied;
import io.pliant.runtime.settings.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Routes under {@code /v1/journal}: the controllers' own journal. */
final class JournalRoutes {
  private static final String CHANGE = "manage the journal";

  private final @Nullable JournalMember journal;
  private final EntityGroups places;
  private final List<PartitionName> partitions;
  private final Waiting waiting;
  private final Privacy privacy;

  /**
   * Routes of a journal.
   *
   * @param journal null when the journal is a database
   * @param places which group keeps what
   * @param partitions all of the cluster
   */
  JournalRoutes(
      @Nullable JournalMember journal,
      EntityGroups places,
      List<PartitionName> partitions,
      Waiting waiting,
      Privacy privacy) {
    this.journal = journal;
    this.places = places;
    this.partitions = List.copyOf(partitions);
    this.waiting = waiting;
    this.privacy = privacy;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/journal", call -> Reply.ok(shown())),
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
    List<Applied> groups = taken(member().backup(to));
    return Reply.ok(
        new BackupTaken(
            groups.stream().mapToLong(Applied::index).sum(),
            groups.stream().mapToLong(Applied::position).sum()));
  }

  /** All groups, one after the other; those that agreed before are passed over. */
  private Reply members(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    MembersRequest request = call.body(MembersRequest.class);
    if ((request.add() == null) == (request.remove() == null)) {
      throw ApiFailure.invalid("Expected either add or remove.");
    }
    requireSense(request);
    List<String> agreed = List.of();
    for (JournalGroup group : member().groups()) {
      List<Member> members = membersOf(group.status());
      List<Member> wanted = new ArrayList<>(members);
      if (request.add() != null) {
        Member added = added(request.add());
        if (members.stream().noneMatch(known -> known.name().equals(added.name()))) {
          wanted.add(added);
        }
      } else {
        wanted.removeIf(member -> member.name().equals(request.remove()));
      }
      List<Member> now = wanted.equals(members) ? members : taken(group.changeMembers(wanted));
      agreed = now.stream().map(Member::toString).toList();
    }
    return Reply.ok(new MembersReply(agreed));
  }

  /** Some group must have something to do. */
  private void requireSense(MembersRequest request) {
    List<List<Member>> groups =
        member().groups().stream().map(group -> membersOf(group.status())).toList();
    if (request.remove() != null) {
      if (groups.stream().noneMatch(members -> named(members, request.remove()))) {
        throw ApiFailure.invalid(
            "Expected one of the members %s, but got '%s'."
                .formatted(groups.getFirst(), request.remove()));
      }
    } else if (request.add() != null) {
      String name = added(request.add()).name();
      if (groups.stream().allMatch(members -> named(members, name))) {
        throw ApiFailure.invalid(
            "Expected a new name, but '%s' is a member already.".formatted(name));
      }
    }
  }

  private static boolean named(List<Member> members, String name) {
    return members.stream().anyMatch(member -> member.name().equals(name));
  }

  private static List<Member> membersOf(GroupStatus status) {
    List<Member> members = new ArrayList<>();
    for (GroupStatus.Standing standing : status.members()) {
      HostPort address = HostPort.parse(standing.address());
      members.add(new Member(standing.name(), address.host(), address.port()));
    }
    return members;
  }

  private Reply lead(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    LeaderRequest request = call.body(LeaderRequest.class);
    List<JournalGroup> groups = member().groups();
    Integer number = request.group();
    if (number != null && (number < 0 || number >= groups.size())) {
      throw ApiFailure.invalid(
          "Expected a group from 0 to %d, but got %d.".formatted(groups.size() - 1, number));
    }
    String name = request.name();
    for (JournalGroup group : number == null ? groups : List.of(groups.get(number))) {
      List<String> names =
          group.status().members().stream().map(GroupStatus.Standing::name).toList();
      if (!names.contains(name)) {
        throw ApiFailure.invalid(
            "Expected one of the members %s, but got '%s'.".formatted(names, name));
      }
      if (!name.equals(group.leader())) {
        taken(group.lead(name));
      }
    }
    return Reply.ok(new LeaderReply(name));
  }

  private JournalStatus shown() {
    List<GroupStatus> all = member().groups().stream().map(JournalGroup::status).toList();
    GroupStatus first = all.getFirst();
    return new JournalStatus(
        first.self(),
        first.leader(),
        first.term(),
        all.size() == 1 ? first.applied() : sum(all, GroupStatus::applied),
        sum(all, GroupStatus::position),
        first.snapshot(),
        standings(first).stream().map(member -> furthestBehind(member, all)).toList(),
        (int) sum(all, GroupStatus::waiting),
        sum(all, GroupStatus::acknowledged),
        sum(all, GroupStatus::entries),
        sum(all, GroupStatus::refused),
        sum(all, GroupStatus::bytes),
        first.free(),
        first.trouble(),
        all.stream().map(this::shown).toList());
  }

  private static long sum(List<GroupStatus> all, ToLongFunction<GroupStatus> figure) {
    return all.stream().mapToLong(figure).sum();
  }

  private JournalStatus.Group shown(GroupStatus status) {
    return new JournalStatus.Group(
        status.group(),
        status.leader(),
        status.term(),
        status.applied(),
        status.position(),
        status.snapshot(),
        standings(status),
        status.entries(),
        status.bytes(),
        partitions.stream()
            .filter(partition -> places.of(partition) == status.group())
            .map(PartitionName::value)
            .toList());
  }

  private static List<JournalStatus.Standing> standings(GroupStatus status) {
    return status.members().stream()
        .map(m -> new JournalStatus.Standing(m.name(), m.address(), m.behind()))
        .toList();
  }

  /** Each leader knows of its own group alone. */
  private static JournalStatus.Standing furthestBehind(
      JournalStatus.Standing member, List<GroupStatus> all) {
    long behind =
        all.stream()
            .flatMap(group -> group.members().stream())
            .filter(each -> each.name().equals(member.name()))
            .mapToLong(GroupStatus.Standing::behind)
            .max()
            .orElse(-1);
    return new JournalStatus.Standing(member.name(), member.address(), behind);
  }

  private static Member added(String text) {
    int equals = text.indexOf('=');
    return Call.parsed(
        "add",
        text,
        all -> {
          HostPort address = HostPort.parse(all.substring(equals + 1));
          return new Member(all.substring(0, Math.max(0, equals)), address.host(), address.port());
        });
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

  private JournalMember member() {
    if (journal == null) {
      throw ApiFailure.invalid(
          "Expected the journal to be the controllers' own (pliant.journal.plugin = raft), but it is a database: use its own tools.");
    }
    return journal;
  }
}
