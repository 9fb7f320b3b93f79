package io.pliant.cli.command;

/** The version of this code; a test compares it with the build's. */
public final class Version {
  public static final String TEXT = "0.3.0-SNAPSHOT";

  private Version() {}
}
