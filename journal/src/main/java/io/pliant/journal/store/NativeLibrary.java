package io.pliant.journal.store;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's library. Left to itself RocksDB unpacks 15 MB to the folder for temporary files
 * at each start and leaves them there when the process is killed.
 */
final class NativeLibrary {
  /** Folder with the unpacked library; made by libexec/build.sh, else beside the journal. */
  static final String PROPERTY = "io.pliant.native.dir";

  private NativeLibrary() {}

  /**
   * Loads it, once for the process; unpacks it when it is not there.
   *
   * @param beside folder to unpack to when {@link #PROPERTY} names none
   */
  static synchronized void load(Path beside) {
    String given = System.getProperty(PROPERTY, "");
    Path folder = given.isEmpty() ? beside : Path.of(given);
    String name = Environment.getJniLibraryFileName("rocksdb");
    // the name under which RocksDB looks for it in a given folder
    String loaded = Environment.getJniLibraryFileName("rocksdbjni");
    try {
      URL packed = RocksDB.class.getClassLoader().getResource(name);
      if (packed == null) {
        throw new IOException(
            "there is none for this platform (" + name + "); use the journal postgresql");
      }
      Path version = folder.resolve("rocksdb-" + packed.openConnection().getContentLengthLong());
      if (!Files.exists(version.resolve(loaded))) {
        unpack(packed, version, loaded);
      }
      RocksDB.loadLibrary(List.of(version.toString()));
    } catch (IOException e) {
      throw new StoreFailure(
          "Expected to unpack RocksDB's library to %s, but: %s.".formatted(folder, e), e);
    } catch (UnsatisfiedLinkError e) {
      throw new StoreFailure(
          "Expected to load RocksDB's library from %s, but: %s. Is the folder mounted noexec? Give another in -D%s."
              .formatted(folder, e.getMessage(), PROPERTY),
          e);
    }
  }

  /**
   * By rename, so that of several processes each finds a whole file or none. Everybody may read it:
   * whoever has built the product, each user of the host may start a cluster with it.
   */
  private static void unpack(URL packed, Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Path unpacked = Files.createTempFile(folder, name, ".new");
    try (InputStream in = packed.openStream()) {
      Files.copy(in, unpacked, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(unpacked, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unpacked);
    }
  }
}
