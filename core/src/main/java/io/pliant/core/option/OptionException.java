package io.pliant.core.option;

import java.io.Serial;

/** An option that cannot be understood; the message says where it stands and what is expected. */
final class OptionException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  private final String text;

  OptionException(String text) {
    super(text);
    this.text = text;
  }

  /** The message, which is never null. */
  String message() {
    return text;
  }

  /** Says that a value is not what its option takes. */
  static OptionException badValue(GivenOption given, String expected) {
    return new OptionException(
        "%s: option '%s' has the value '%s', but expected %s."
            .formatted(
                given.where(),
                given.option().typed(),
                TextCheck.oneLine(given.valueOrEmpty(), 80),
                expected));
  }
}
