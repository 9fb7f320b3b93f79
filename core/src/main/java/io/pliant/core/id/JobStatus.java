package io.pliant.core.id;

/** Slurm's job states with their two-letter codes; see docs/vocabulary.md. */
public enum JobStatus {
  PENDING("PD", false),
  RUNNING("R", false),
  SUSPENDED("S", false),
  COMPLETING("CG", false),
  COMPLETED("CD", true),
  FAILED("F", true),
  CANCELLED("CA", true),
  TIMEOUT("TO", true),
  NODE_FAIL("NF", true),
  OUT_OF_MEMORY("OOM", true),
  DEADLINE("DL", true);

  private final String code;
  private final boolean terminal;

  JobStatus(String code, boolean terminal) {
    this.code = code;
    this.terminal = terminal;
  }

  /** Two-letter code as in the ST column of the queue. */
  public String code() {
    return code;
  }

  /** True when the job will never run again. */
  public boolean terminal() {
    return terminal;
  }
}
