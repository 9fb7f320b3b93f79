package io.pliant.api;

import java.util.List;

/**
 * Body of a wish that some waiting jobs come before others of their user.
 *
 * @param jobs their numbers as users write them, the first to be first
 */
public record TopRequest(List<String> jobs) {
  public TopRequest {
    jobs = List.copyOf(jobs);
  }
}
