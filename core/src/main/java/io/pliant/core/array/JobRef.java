package io.pliant.core.array;

import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * How somebody names a job: {@code 12}, one element of an array {@code 12_7}, or some of them
 * {@code 12_[3-9,12]}.
 *
 * @param job number of the job, or of the array
 * @param elements indices of the array, or null for the job itself
 */
public record JobRef(JobId job, @Nullable Indices elements) {
  public static final String FORMS = "a job as in 12, 12_7 or 12_[3-9]";

  /** Throws IllegalArgumentException naming the text when it is none. */
  public static JobRef parse(String text) {
    int plus = text.indexOf('+');
    if (plus >= 0) {
      checkWhole(text, text.substring(plus + 1).strip());
      return parse(text.substring(0, plus));
    }
    int line = text.indexOf('_');
    if (line < 0) {
      return new JobRef(JobId.parse(text), null);
    }
    String indices = text.substring(line + 1).strip();
    boolean list = indices.startsWith("[") && indices.endsWith("]");
    try {
      JobId array = JobId.parse(text.substring(0, line));
      Indices named = Indices.parse(list ? indices.substring(1, indices.length() - 1) : indices);
      if (!list && named.count() > 1) {
        throw new IllegalArgumentException("several indices stand in brackets");
      }
      return new JobRef(array, named);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected %s, but got '%s': %s".formatted(FORMS, text, e.getMessage()), e);
    }
  }

  /** The first component of a job pack stands for all of it, as under Slurm; no other one alone. */
  private static void checkWhole(String text, String component) {
    if (!component.equals("0")) {
      throw new IllegalArgumentException(
          "Expected a job pack as a whole, as in 12 or 12+0, but got '%s': its components start and end together."
              .formatted(text));
    }
  }

  @Override
  public String toString() {
    if (elements == null) {
      return job.toString();
    }
    return job + "_" + (elements.count() == 1 ? elements.text() : "[" + elements.text() + "]");
  }
}
