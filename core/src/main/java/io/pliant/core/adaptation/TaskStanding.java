package io.pliant.core.adaptation;

/**
 * How one task stands, as its agent has heard; everything in it only ever grows.
 *
 * @param task its word
 * @param address where it takes connections
 * @param ready it waits at its window to join
 * @param entered last adaptation at whose window it has come to stand, 0 for none
 * @param phase the phase it was in then
 * @param committed last adaptation that it has committed, 0 for none
 * @param aborted last adaptation that it has given up, 0 for none
 * @param reason why it gave it up, or empty
 */
public record TaskStanding(
    String task,
    String address,
    boolean ready,
    int entered,
    int phase,
    int committed,
    int aborted,
    String reason) {
  /** A task that has only said hello. */
  public static TaskStanding hello(String task, String address) {
    return new TaskStanding(task, address, false, 0, 0, 0, 0, "");
  }

  /** It waits to join. */
  public TaskStanding nowReady() {
    return new TaskStanding(task, address, true, entered, phase, committed, aborted, reason);
  }

  /** It stands at a window. */
  public TaskStanding nowEntered(int number, int atPhase) {
    return number <= entered
        ? this
        : new TaskStanding(task, address, ready, number, atPhase, committed, aborted, reason);
  }

  /** Its data are moved. */
  public TaskStanding nowCommitted(int number) {
    return new TaskStanding(
        task, address, ready, entered, phase, Math.max(committed, number), aborted, reason);
  }

  /** It gave an adaptation up. */
  public TaskStanding nowAborted(int number, String why) {
    return number <= aborted
        ? this
        : new TaskStanding(task, address, ready, entered, phase, committed, number, why);
  }

  /** What both know: reports may come late and out of order. */
  TaskStanding and(TaskStanding other) {
    TaskStanding latest = other.entered > entered ? other : this;
    TaskStanding given = other.aborted > aborted ? other : this;
    return new TaskStanding(
        task,
        address,
        ready || other.ready,
        latest.entered,
        latest.phase,
        Math.max(committed, other.committed),
        given.aborted,
        given.reason);
  }
}
