package io.pliant.actors.accounting;

import io.pliant.core.accounting.JobAccount;
import io.pliant.core.id.JobId;
import io.pliant.journal.store.SortedFiles;
import io.pliant.journal.store.SortedView;
import io.pliant.journal.store.StoreFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts on a controller's disk, with how far the journal was read for them: both change
 * together, so that after a kill the reading goes on where it was. They can be deleted at any time;
 * then all is read from the journal again. Confined to the actor that owns them, but for views.
 */
final class HistoryFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryFiles.class);

  /** To be raised when older files cannot be read any more. */
  private static final int VERSION = 1;

  private static final int REMOVED_AT_ONCE = 1_000;

  private final Path folder;
  private SortedFiles files;
  private final TreeMap<Long, Long> lastEnds = new TreeMap<>();
  private Map<Integer, Reached> reached = Map.of();
  private long finished;

  /**
   * How far a group of the journal was read.
   *
   * @param group number of the group
   * @param position of the last event that is accounted for; 0 for none
   * @param entity whose event that is
   * @param sequence number of that event among those of its entity
   */
  record Reached(int group, long position, String entity, long sequence) {
    static final Reached NOTHING = new Reached(0, 0, "", 0);

    private static Reached of(int group, ByteBuffer in) {
      long position = in.getLong();
      long sequence = in.getLong();
      byte[] entity = new byte[in.remaining()];
      in.get(entity);
      return new Reached(group, position, new String(entity, StandardCharsets.UTF_8), sequence);
    }

    private byte[] bytes() {
      byte[] name = entity.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(2 * Long.BYTES + name.length)
          .putLong(position)
          .putLong(sequence)
          .put(name)
          .array();
    }
  }

  /**
   * What is to be saved together.
   *
   * @param reached by number of the group of the journal
   * @param live jobs that are not over, as they are now
   * @param over jobs that are over, as they are now
   * @param again those of them that were saved as over before
   * @param gone jobs that are not over and to be forgotten
   */
  record Changes(
      Map<Integer, Reached> reached,
      Collection<KeptJob> live,
      Collection<KeptJob> over,
      Collection<JobId> again,
      Collection<JobId> gone) {}

  private HistoryFiles(Path folder, SortedFiles files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Opens them; what is damaged or of another version is begun anew.
   *
   * @throws StoreFailure when they are not damaged and cannot be opened yet
   */
  static HistoryFiles open(Path folder) {
    try {
      HistoryFiles opened = new HistoryFiles(folder, SortedFiles.open(folder));
      if (opened.readMeta()) {
        return opened;
      }
      opened.close();
      LOG.warn("Accounting begins anew from the journal: {} is of another version", folder);
    } catch (StoreFailure e) {
      if (!SortedFiles.damaged(e)) {
        throw e;
      }
      LOG.warn("Accounting begins anew from the journal: {}", e.getMessage());
    }
    delete(folder);
    return new HistoryFiles(folder, SortedFiles.open(folder));
  }

  /** False when another version wrote them. */
  private boolean readMeta() {
    byte[] meta = files.get(HistoryKeys.META);
    if (meta == null) {
      return true;
    }
    ByteBuffer in = ByteBuffer.wrap(meta);
    if (in.getInt() != VERSION) {
      return false;
    }
    finished = in.getLong();
    Map<Integer, Reached> read = new TreeMap<>();
    read.put(0, Reached.of(0, in));
    try (SortedView view = files.view();
        SortedView.Walk walk = view.walk(HistoryKeys.DAYS)) {
      for (boolean on = walk.upFrom(HistoryKeys.DAYS); on; on = walk.up()) {
        lastEnds.put(HistoryKeys.number(walk.key()), HistoryKeys.number(walk.value()));
      }
    }
    try (SortedView view = files.view();
        SortedView.Walk walk = view.walk(HistoryKeys.GROUPS)) {
      for (boolean on = walk.upFrom(HistoryKeys.GROUPS); on; on = walk.up()) {
        int group = (int) HistoryKeys.number(walk.key());
        read.put(group, Reached.of(group, ByteBuffer.wrap(walk.value())));
      }
    }
    reached = read;
    return true;
  }

  Map<Integer, Reached> reached() {
    return reached;
  }

  /** Number of finished jobs that are kept. */
  long finished() {
    return finished;
  }

  /** Reads all jobs that are not over. */
  void forEachLive(Consumer<KeptJob> each) {
    try (SortedView view = files.view();
        SortedView.Walk walk = view.walk(HistoryKeys.LIVE)) {
      for (boolean on = walk.upFrom(HistoryKeys.LIVE); on; on = walk.up()) {
        each.accept(KeptJob.of(walk.value()));
      }
    }
  }

  /** A job that is over, or null. */
  @Nullable KeptJob over(JobId job) {
    byte[] value = files.get(HistoryKeys.over(job));
    return value == null ? null : KeptJob.of(value);
  }

  /** For a search; to be closed. */
  SortedView view() {
    return files.view();
  }

  /** By day of submission when the last job of it was over, in nanoseconds; a copy. */
  TreeMap<Long, Long> lastEnds() {
    return new TreeMap<>(lastEnds);
  }

  void save(Changes changes) {
    TreeMap<Long, Long> days = new TreeMap<>();
    long count = finished + changes.over().size() - changes.again().size();
    files.write(batch -> {
      for (KeptJob job : changes.live()) {
        batch.put(HistoryKeys.live(job.account().job()), job.bytes());
      }
      changes.gone().forEach(job -> batch.remove(HistoryKeys.live(job)));
      for (KeptJob job : changes.over()) {
        put(batch, job, days);
      }
      days.forEach((day, end) -> batch.put(HistoryKeys.day(day), HistoryKeys.number(end)));
      batch.put(HistoryKeys.META, meta(changes.reached(), count));
      changes
          .reached()
          .forEach((group, at) -> {
            if (group > 0) {
              batch.put(HistoryKeys.group(group), at.bytes());
            }
          });
    });
    lastEnds.putAll(days);
    reached = changes.reached();
    finished = count;
  }

  private void put(SortedFiles.Writes batch, KeptJob job, TreeMap<Long, Long> days) {
    JobAccount account = job.account();
    HistoryMark mark = HistoryMark.of(account);
    long id = account.job().value();
    byte[] value = mark.bytes();
    batch
        .remove(HistoryKeys.live(account.job()))
        .put(HistoryKeys.over(account.job()), job.bytes())
        .put(HistoryKeys.at(HistoryKeys.BY_TIME, mark.submitted(), id), value)
        .put(
            HistoryKeys.at(
                HistoryKeys.of(account.asked().submitter().name()), mark.submitted(), id),
            value);
    long day = HistoryKeys.dayOf(mark.submitted());
    long before = Math.max(lastEnds.getOrDefault(day, 0L), days.getOrDefault(day, 0L));
    if (mark.ended() > before) {
      days.put(day, mark.ended());
    }
  }

  private static byte[] meta(Map<Integer, Reached> reached, long finished) {
    byte[] first = reached.getOrDefault(0, Reached.NOTHING).bytes();
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES + first.length)
        .putInt(VERSION)
        .putLong(finished)
        .put(first)
        .array();
  }

  /**
   * Removes some of the jobs that are more than {@code most}, or of the days whose jobs were all
   * over before {@code earliest}; the ones that were submitted first go first.
   *
   * @return true when there may be more to remove
   */
  boolean prune(long most, Instant earliest) {
    long old = HistoryMark.nanos(earliest);
    List<HistoryMark> found = new ArrayList<>();
    TreeMap<Long, Long> emptied = new TreeMap<>();
    try (SortedView view = files.view();
        SortedView.Walk walk = view.walk(HistoryKeys.BY_TIME)) {
      for (Map.Entry<Long, Long> day : lastEnds.entrySet()) {
        boolean outlived = day.getValue() < old;
        boolean on =
            walk.upFrom(HistoryKeys.at(HistoryKeys.BY_TIME, day.getKey() * HistoryKeys.DAY, 0));
        HistoryMark mark = on ? HistoryMark.of(walk.value()) : null;
        while (mark != null
            && HistoryKeys.dayOf(mark.submitted()) == day.getKey()
            && found.size() < REMOVED_AT_ONCE
            && (outlived || finished - found.size() > most)) {
          found.add(mark);
          mark = walk.up() ? HistoryMark.of(walk.value()) : null;
        }
        if (mark == null || HistoryKeys.dayOf(mark.submitted()) != day.getKey()) {
          emptied.put(day.getKey(), day.getValue());
        }
        if (found.size() == REMOVED_AT_ONCE) {
          break;
        }
      }
    }
    if (found.isEmpty() && emptied.isEmpty()) {
      return false;
    }
    remove(found, emptied.keySet());
    return found.size() == REMOVED_AT_ONCE;
  }

  private void remove(List<HistoryMark> marks, Collection<Long> days) {
    long left = finished - marks.size();
    files.write(batch -> {
      for (HistoryMark mark : marks) {
        byte[] value = files.get(HistoryKeys.over(mark.job()));
        if (value != null) {
          String user = KeptJob.of(value).account().asked().submitter().name();
          batch.remove(HistoryKeys.at(HistoryKeys.of(user), mark.submitted(), mark.job().value()));
        }
        batch
            .remove(HistoryKeys.over(mark.job()))
            .remove(HistoryKeys.at(HistoryKeys.BY_TIME, mark.submitted(), mark.job().value()));
      }
      days.forEach(day -> batch.remove(HistoryKeys.day(day)));
      batch.put(HistoryKeys.META, meta(reached, left));
    });
    finished = left;
    lastEnds.keySet().removeAll(days);
  }

  /** Forgets all: the journal is not the one that was read. Waits for searches. */
  void clear() {
    files.close();
    delete(folder);
    files = SortedFiles.open(folder);
    reached = Map.of();
    finished = 0;
    lastEnds.clear();
  }

  /** The folder with all that is in it, if it is there. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to remove %s, but %s.".formatted(folder, e), e);
    }
  }

  @Override
  public void close() {
    files.close();
  }
}
