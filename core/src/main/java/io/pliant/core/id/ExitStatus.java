package io.pliant.core.id;

/**
 * How a process ended, in Slurm's {@code code:signal} form.
 *
 * @param code exit code 0..255; 0 when a signal ended it
 * @param signal number of the signal that ended it, or 0
 */
public record ExitStatus(int code, int signal) {
  public static final ExitStatus SUCCESS = new ExitStatus(0, 0);

  /**
   * What Slurm shows when the kernel ended tasks for want of memory: a signal that there is not.
   */
  public static final ExitStatus OUT_OF_MEMORY = new ExitStatus(0, 125);

  public boolean success() {
    return code == 0 && signal == 0;
  }

  /** What a shell would report: the code, or 128 plus the signal. */
  public int shellCode() {
    return signal != 0 ? 128 + signal : code;
  }

  @Override
  public String toString() {
    return code + ":" + signal;
  }
}
