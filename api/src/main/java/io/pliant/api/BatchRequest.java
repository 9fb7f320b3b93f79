package io.pliant.api;

import io.pliant.core.spec.Submission;
import java.util.List;

/**
 * Many submissions at once; each is taken or refused for itself.
 *
 * @param jobs 1 to {@value #MOST}
 */
public record BatchRequest(List<Submission> jobs) {
  /** Most submissions in one request. */
  public static final int MOST = 1000;

  public BatchRequest {
    jobs = List.copyOf(jobs);
  }
}
