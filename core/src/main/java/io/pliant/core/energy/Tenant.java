package io.pliant.core.energy;

import io.pliant.core.id.JobId;
import java.util.Comparator;

/** An attempt of a job, as one who holds nodes. */
public record Tenant(JobId job, int attempt) implements Comparable<Tenant> {
  private static final Comparator<Tenant> ORDER =
      Comparator.comparing(Tenant::job).thenComparing(Tenant::attempt);

  @Override
  public int compareTo(Tenant other) {
    return ORDER.compare(this, other);
  }
}
