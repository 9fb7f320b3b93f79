package io.pliant.actors.journal.sql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One event as it is stored.
 *
 * @param position place in the order of all events; 0 before it is written
 * @param writer the incarnation of the entity that wrote it
 * @param writtenAt milliseconds since 1970
 * @param serializer Pekko's number of the serializer of {@code payload}
 * @param manifest what that serializer needs to read it: the class name
 * @param tag word by which it is found over all entities, or empty
 */
record EventRow(
    long position,
    String entity,
    long sequence,
    String writer,
    long writtenAt,
    int serializer,
    String manifest,
    byte[] payload,
    String tag) {
  static final String INSERT =
      "INSERT INTO event (entity, seq, writer, written_at, serializer, manifest, payload, tag, crc, deleted)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)";
  static final String COLUMNS =
      "pos, entity, seq, writer, written_at, serializer, manifest, payload, tag, crc";

  void bind(PreparedStatement insert) throws SQLException {
    insert.setString(1, entity);
    insert.setLong(2, sequence);
    insert.setString(3, writer);
    insert.setLong(4, writtenAt);
    insert.setInt(5, serializer);
    insert.setString(6, manifest);
    insert.setBytes(7, payload);
    insert.setString(8, tag);
    insert.setLong(9, checksum());
  }

  /**
   * Reads all rows of a query over {@link #COLUMNS}.
   *
   * @throws DamagedEvent when a row is not what was written
   */
  static List<EventRow> readAll(PreparedStatement query) throws SQLException {
    List<EventRow> rows = new ArrayList<>();
    try (ResultSet result = query.executeQuery()) {
      while (result.next()) {
        EventRow row =
            new EventRow(
                result.getLong(1),
                result.getString(2),
                result.getLong(3),
                result.getString(4),
                result.getLong(5),
                result.getInt(6),
                result.getString(7),
                result.getBytes(8),
                result.getString(9));
        if (row.checksum() != result.getLong(10)) {
          throw new DamagedEvent(row);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private long checksum() {
    CRC32C crc = new CRC32C();
    crc.update(entity.getBytes(StandardCharsets.UTF_8));
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(sequence).flip());
    crc.update(manifest.getBytes(StandardCharsets.UTF_8));
    crc.update(payload);
    return crc.getValue();
  }

  /** An event in the database is not what was written. */
  static final class DamagedEvent extends RuntimeException {
    private static final long serialVersionUID = 1;

    DamagedEvent(EventRow row) {
      super(
          ("Expected event %d of %s (position %d) as it was written, but its checksum differs: the"
                  + " database is damaged. Stop all controllers and restore it from a backup.")
              .formatted(row.sequence(), row.entity(), row.position()));
    }
  }
}
