package io.pliant.runtime.controller;

import org.jspecify.annotations.Nullable;

/** The version of this program, as its jar says. */
final class Version {
  private Version() {}

  /** For example {@code 0.1.0}; {@code dev} when it runs from classes. */
  static String ofProgram() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
