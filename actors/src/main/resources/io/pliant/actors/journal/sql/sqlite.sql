CREATE TABLE IF NOT EXISTS event (
  pos INTEGER PRIMARY KEY,
  entity TEXT NOT NULL,
  seq INTEGER NOT NULL,
  writer TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  serializer INTEGER NOT NULL,
  manifest TEXT NOT NULL,
  payload BLOB NOT NULL,
  tag TEXT NOT NULL,
  crc INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  CONSTRAINT one_writer UNIQUE (entity, seq)
);
CREATE TABLE IF NOT EXISTS snapshot (
  entity TEXT NOT NULL,
  seq INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  serializer INTEGER NOT NULL,
  manifest TEXT NOT NULL,
  payload BLOB NOT NULL,
  PRIMARY KEY (entity, seq)
);
