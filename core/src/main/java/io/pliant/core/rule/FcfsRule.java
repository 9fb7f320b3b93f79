package io.pliant.core.rule;

/**
 * First come, first served: the head of the queue starts while it fits; nobody passes it.
 *
 * <p><b>Source.</b> Folklore; the baseline of the literature on parallel job scheduling.
 */
public final class FcfsRule {
  private FcfsRule() {}

  /**
   * Starts heads in queue order while they fit.
   *
   * @return the head that does not fit, or {@link Board#NONE} when no job is left waiting
   */
  public static int startHeads(Board board) {
    int head = board.head();
    while (head != Board.NONE && board.fits(head)) {
      board.start(head);
      head = board.head();
    }
    return head;
  }
}
