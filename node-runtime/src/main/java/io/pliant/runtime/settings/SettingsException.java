package io.pliant.runtime.settings;

/**
 * The configuration cannot be used; the message names file, line, key, value and what is allowed.
 */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SettingsException(String message) {
    super(message);
  }

  public SettingsException(String message, Throwable cause) {
    super(message, cause);
  }
}
