package io.pliant.core.step;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The components of a job pack over which a step runs, as {@code --het-group} names them.
 *
 * @param numbers of the components, from 0, rising
 * @param parts what the step asks of each of them, or null where the step's numbers hold for each
 */
public record StepComponents(List<Integer> numbers, @Nullable List<StepPart> parts) {
  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS = "numbers of components from 0 to 127, as 0,2 or 0-3";

  private static final int HIGHEST = 127;

  public StepComponents {
    if (parts != null && parts.size() != numbers.size()) {
      throw new IllegalArgumentException(
          "Expected a part for each of %d components, but got %d."
              .formatted(numbers.size(), parts.size()));
    }
    List<Integer> rising = List.copyOf(new TreeSet<>(numbers));
    if (parts != null && !rising.equals(numbers)) {
      throw new IllegalArgumentException(
          "Expected components with parts in rising order, but got %s.".formatted(numbers));
    }
    numbers = rising;
    parts = parts == null ? null : List.copyOf(parts);
    if (numbers.isEmpty() || numbers.getFirst() < 0 || numbers.getLast() > HIGHEST) {
      throw new IllegalArgumentException("Expected %s, but got %s.".formatted(FORMS, numbers));
    }
  }

  /** Components of which all are asked for the same. */
  public StepComponents(List<Integer> numbers) {
    this(numbers, null);
  }

  /**
   * Reads a list of numbers and ranges.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static StepComponents parse(String text) {
    TreeSet<Integer> numbers = new TreeSet<>(); // however often a liar names each
    for (String item : text.strip().split(",", -1)) {
      if (!item.matches("[0-9]{1,3}(-[0-9]{1,3})?")) {
        throw new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(FORMS, text));
      }
      String[] ends = item.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (last < first || last > HIGHEST) {
        throw new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(FORMS, text));
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return new StepComponents(List.copyOf(numbers));
  }
}
