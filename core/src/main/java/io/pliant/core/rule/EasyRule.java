package io.pliant.core.rule;

/**
 * EASY backfilling, the one statement of it in this house.
 *
 * <p><b>Rule.</b> Heads start while they fit. The first that does not gets a reservation at its
 * shadow time. Then each job behind it, in the order of {@code order}, starts if it fits now and
 * either ends by the shadow time, or leaves the head enough.
 *
 * <p><b>Guarantees.</b> The starts of a pass do not move the head's shadow time.
 *
 * <p><b>Source.</b> D. Lifka, JSSPP 1995; A. Mu'alem and D. Feitelson, IEEE TPDS 12(6), 2001;
 * shortest job first among the backfilled: D. Tsafrir, Y. Etsion and D. Feitelson, IEEE TPDS 18(6),
 * 2007.
 *
 * @param order in which the jobs behind the head are examined
 */
public record EasyRule(QueueOrder order) {
  /** The classic rule. */
  public static final EasyRule EASY = new EasyRule(QueueOrder.QUEUE);

  /** The same with the shortest jobs examined first (EASY-SJBF). */
  public static final EasyRule EASY_SJBF = new EasyRule(QueueOrder.SHORTEST);

  /** One pass over the whole queue. */
  public void pass(Board board) {
    int head = FcfsRule.startHeads(board);
    if (head == Board.NONE) {
      return;
    }
    board.reserve(head);
    backfill(board, head);
  }

  /** The part of a pass behind a head whose shadow time the board knows. */
  public void backfill(Board board, int head) {
    board.lookBehind(head, order);
    for (int job = board.next(); job != Board.NONE; job = board.next()) {
      startIfMayPass(board, job);
    }
  }

  /**
   * The pass after a submission, when nothing has become free since the last one. Then the shadow
   * time stands, time only works against the jobs refused before, and so the newcomer is the only
   * one that can start.
   */
  public void passForNewcomer(Board board, int newcomer) {
    if (board.head() == newcomer) {
      pass(board);
    } else {
      startIfMayPass(board, newcomer);
    }
  }

  private static void startIfMayPass(Board board, int job) {
    if (board.fits(job) && (board.endsByShadow(job) || board.leavesHeadEnough(job))) {
      board.start(job);
    }
  }
}
