package io.pliant.actors.journal.sql;

/** The newest commits of a journal are on the disk but cannot be read any more. */
final class DamagedLog extends RuntimeException {
  private static final long serialVersionUID = 1;

  DamagedLog(String message) {
    super(message);
  }
}
