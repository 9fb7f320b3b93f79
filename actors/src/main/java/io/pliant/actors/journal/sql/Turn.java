package io.pliant.actors.journal.sql;

import java.sql.SQLException;

/** The right to write next, where the database itself does not hand it on fairly. */
interface Turn extends AutoCloseable {
  /** No turn but the database's own. */
  Turn NONE =
      new Turn() {
        @Override
        public void take() {}

        @Override
        public void give() {}

        @Override
        public void close() {}
      };

  /** Waits until no other process has it. */
  void take() throws SQLException;

  /** Hands it on; harmless when not taken. */
  void give() throws SQLException;

  @Override
  void close();
}
