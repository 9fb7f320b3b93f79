package io.pliant.cli.job;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.array.JobRef;
import java.util.ArrayList;
import java.util.List;

/** Jobs as users name them on a command line: {@code 12 13,14_7 15_[3-9,12]}. */
public final class JobRefs {
  /** What help says of an argument. */
  public static final String LABEL = "Job ids; of an array: 12, 12_7 or 12_[3-9].";

  private JobRefs() {}

  /** Reads words, each a list with commas. */
  public static List<JobRef> parse(List<String> words) {
    List<JobRef> refs = new ArrayList<>();
    for (String word : words) {
      for (String one : split(word)) {
        refs.add(parse(one));
      }
    }
    return List.copyOf(refs);
  }

  /** Reads one. */
  public static JobRef parse(String word) {
    try {
      return JobRef.parse(word);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  /** The parts of a list with commas, of which those in brackets part nothing. */
  public static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    int depth = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        parts.add(list.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(list.substring(from));
    return parts;
  }
}
