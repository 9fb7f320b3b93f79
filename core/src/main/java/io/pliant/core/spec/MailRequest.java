package io.pliant.core.spec;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Of what a user wants to be told by mail.
 *
 * <p>An address becomes an argument of the site's mail program. Such programs take much for more
 * than an address: {@code |} begins a command, {@code /} and {@code +} a file, {@code -} an option.
 * So only plain addresses can be had here, wherever the request comes from.
 *
 * @param types in the order of the type; never empty
 * @param address one plain address, or several with commas between
 */
public record MailRequest(List<MailType> types, String address) {
  /** Longest {@code address}, in characters. */
  public static final int LONGEST = 1024;

  /** What {@link #types} reads, for messages. */
  public static final String FORMS =
      "NONE, ALL, or a list with commas of BEGIN, END, FAIL, REQUEUE, TIME_LIMIT, TIME_LIMIT_50,"
          + " TIME_LIMIT_80, TIME_LIMIT_90, INVALID_DEPEND, STAGE_OUT, ARRAY_TASKS";

  private static final String ONE =
      "[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}(@[A-Za-z0-9][A-Za-z0-9.-]{0,254})?";
  private static final Pattern PLAIN = Pattern.compile(ONE + "(," + ONE + ")*+");

  public MailRequest {
    types = List.copyOf(new TreeSet<>(types));
    if (types.isEmpty() || !plain(address)) {
      throw new IllegalArgumentException(
          "Expected types of mail and a plain address, but got %s and '%.80s'."
              .formatted(types, address));
    }
  }

  /** True for an address, or several, that no mail program takes for anything else. */
  public static boolean plain(String address) {
    return address.length() <= LONGEST && PLAIN.matcher(address).matches();
  }

  /**
   * Reads the value of {@code --mail-type}; empty for {@code NONE}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static Set<MailType> types(String text) {
    Set<MailType> types = EnumSet.noneOf(MailType.class);
    boolean none = false;
    for (String word : text.split(",", -1)) {
      String name = word.toUpperCase(Locale.ROOT);
      switch (name) {
        case "" -> {}
        case "NONE" -> none = true;
        case "ALL" -> types.addAll(MailType.all());
        default -> types.add(MailType.valueOf(name));
      }
    }
    if (types.isEmpty() && !none) {
      throw new IllegalArgumentException("Expected %s, but got none.".formatted(FORMS));
    }
    return types;
  }

  /** True when mail of this type is asked for. */
  public boolean wants(MailType type) {
    return types.contains(type);
  }

  /** The types as Slurm shows them. */
  public String typesText() {
    return types.stream().map(MailType::name).collect(Collectors.joining(","));
  }
}
