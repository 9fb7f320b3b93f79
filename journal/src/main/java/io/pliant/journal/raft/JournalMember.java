package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.BackupFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * This process as a member of the journal's groups. All groups have the same members, one port and
 * one folder; each has a log, a state and a leader of its own, so that the work of leading can be
 * spread over the members. When the member's disk fails, all its groups are closed and opened again
 * together.
 */
public final class JournalMember implements AutoCloseable {
  private final MemberWatch watch;
  private final List<JournalGroup> groups;

  private JournalMember(MemberWatch watch, List<JournalGroup> groups) {
    this.watch = watch;
    this.groups = groups;
  }

  /**
   * Opens this member. It need not see the others yet: what is asked of it waits for them.
   *
   * @throws JournalRefused when its files cannot be used
   */
  public static JournalMember open(GroupSettings settings) {
    MemberWatch watch = MemberWatch.start(settings);
    WriteBudget budget = new WriteBudget();
    return new JournalMember(
        watch,
        IntStream.range(0, watch.groups())
            .mapToObj(number -> new JournalGroup(settings, number, watch, budget))
            .toList());
  }

  /** Its groups, by number; at least one. */
  public List<JournalGroup> groups() {
    return groups;
  }

  /** The first group, which there is always. */
  public JournalGroup first() {
    return groups.getFirst();
  }

  /**
   * Copies the states of all groups, as they are now on this member, to a folder that does not
   * exist yet; what was acknowledged before the call is in it. Each group is copied at a moment of
   * its own.
   *
   * @return how far each group was, by number
   */
  public CompletionStage<List<Applied>> backup(Path to) {
    int count = groups.size();
    return CompletableFuture.supplyAsync(
            () -> {
              BackupFolder.begin(to, count);
              return groups.stream()
                  .map(group ->
                      group
                          .backup(BackupFolder.part(to, group.number(), count))
                          .toCompletableFuture())
                  .toList();
            })
        .thenCompose(copies ->
            CompletableFuture.allOf(copies.toArray(CompletableFuture[]::new))
                .thenApply(_ -> {
                  BackupFolder.complete(to, count);
                  return copies.stream().map(CompletableFuture::join).toList();
                }));
  }

  @Override
  public void close() {
    watch.close();
    groups.forEach(JournalGroup::close);
  }
}
