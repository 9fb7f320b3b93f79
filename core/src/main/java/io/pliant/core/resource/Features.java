package io.pliant.core.resource;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a site says of a node that is not counted, as {@code haswell} or {@code rack1}.
 *
 * @param names each once, sorted; at most {@value #MOST}
 */
public record Features(List<String> names) {
  /** No features. */
  public static final Features NONE = new Features(List.of());

  /** Features of one node. */
  public static final int MOST = 64;

  /** What a name may be, for messages. */
  public static final String FORM = "1 to 64 letters, digits and '_.:=+-'";

  static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:=+-]{1,64}");

  public Features {
    names = List.copyOf(new TreeSet<>(names));
    if (names.size() > MOST) {
      throw new IllegalArgumentException(
          "Expected at most %d features of a node, but got %d.".formatted(MOST, names.size()));
    }
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "Expected a feature of %s, but got '%.80s'.".formatted(FORM, name));
      }
    }
  }

  /** The same; none where it is null. */
  public static Features orNone(@Nullable Features features) {
    return features == null ? NONE : features;
  }

  /** The same; null where there are none: how it is stored. */
  public static @Nullable Features orNull(@Nullable Features features) {
    return features == null || features.names.isEmpty() ? null : features;
  }
}
