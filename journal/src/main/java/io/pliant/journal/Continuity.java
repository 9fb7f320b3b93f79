package io.pliant.journal;

/**
 * Whether an entity that recovers gets every one of its events. A state that is folded from a
 * journal with a hole would look whole and be wrong, so a hole fails the recovery.
 */
public final class Continuity {
  private final String entity;
  private final long last;
  private long next;

  private Continuity(String entity, long first, long last) {
    this.entity = entity;
    this.next = first;
    this.last = last;
  }

  /**
   * For a replay of the numbers {@code from} to {@code to} of an entity.
   *
   * @param highest newest number that was ever stored
   * @param deletedTo newest number that was deleted on purpose; 0 for none
   */
  public static Continuity of(String entity, long from, long to, long highest, long deletedTo) {
    return new Continuity(entity, Math.max(from, deletedTo + 1), Math.min(to, highest));
  }

  /** Takes the next event in; throws {@link JournalGap} unless it is the one that follows. */
  public void took(long sequence) {
    if (sequence != next) {
      throw new JournalGap(entity, next, sequence - 1, last);
    }
    next++;
  }

  /** No more events are stored; throws {@link JournalGap} when there should be some. */
  public void ended() {
    if (next <= last) {
      throw new JournalGap(entity, next, last, last);
    }
  }

  /** Events are missing in the middle or at the end. */
  public static final class JournalGap extends RuntimeException {
    private static final long serialVersionUID = 1;

    JournalGap(String entity, long first, long last, long highest) {
      super(
          ("Expected all events of '%s' up to %d, but %d to %d are missing: the journal is damaged."
                  + " Stop all controllers and restore it from a backup.")
              .formatted(entity, highest, first, last));
    }
  }
}
