package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state folder of one cluster: what a backup has to hold.
 *
 * @param path absolute path
 */
public record StateFolder(Path path) {
  private static final int SOCKET_PATH_LIMIT = 100;

  public StateFolder {
    path = path.toAbsolutePath().normalize();
  }

  /** The folder given, else {@code PLIANT_HOME}, else {@code ~/.pliant}. */
  public static StateFolder locate(@Nullable Path given, Map<String, String> environment) {
    if (given != null) {
      return new StateFolder(given);
    }
    String home = environment.getOrDefault("PLIANT_HOME", "");
    return new StateFolder(
        home.isEmpty() ? Path.of(System.getProperty("user.home"), ".pliant") : Path.of(home));
  }

  public Path clusterFile() {
    return path.resolve("cluster.json");
  }

  public Path configFolder() {
    return path.resolve("config");
  }

  public Path logFolder() {
    return path.resolve("log");
  }

  /** A controller's own part of the journal. */
  public Path journalFolder(String controller) {
    return journalFolder().resolve(controller);
  }

  /** The journal: a file that the controllers share, or a folder for each. */
  public Path journalFolder() {
    return path.resolve("journal");
  }

  /** Where one controller keeps what is its own. */
  public Path controllerFolder(String name) {
    return path.resolve("controllers").resolve(name);
  }

  /** Where one node process keeps what runs on it. */
  public Path nodeFolder(String name) {
    return path.resolve("nodes").resolve(name);
  }

  /** Certificates and keys of all processes. */
  public Path securityFolder() {
    return path.resolve("security");
  }

  /** The keys that sign them. */
  public Path authoritiesFolder() {
    return securityFolder().resolve("authorities");
  }

  public Path lockFile() {
    return path.resolve("lock");
  }

  public Path tokenFile() {
    return path.resolve("token");
  }

  /**
   * Where sockets are made: the folder itself, or, when its name is too long for a Unix domain
   * socket (107 bytes in all), a folder with a short name in {@code /tmp}, which may be used only
   * when {@link OwnFolder} says that it is the owner's.
   */
  public Path socketFolder(long uid) {
    Path inside = path.resolve("run");
    return inside.toString().length() <= SOCKET_PATH_LIMIT - 20
        ? inside
        : Path.of("/tmp", "pliant-%d-%08x".formatted(uid, path.toString().hashCode()));
  }

  /** The cluster's record, or null when there never was a cluster in this folder. */
  public @Nullable ClusterRecord read() {
    try {
      return ClusterRecord.parse(Files.readString(clusterFile()));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | IllegalArgumentException e) {
      throw CommandFailure.operational(
          "Expected a cluster record in %s, but it cannot be read: %s Restore it from a backup, or use another --dir."
              .formatted(clusterFile(), e.getMessage()));
    }
  }

  /**
   * Throws CommandFailure when this folder was moved or copied: its record and the configurations
   * name files of the place where it was made, and the two would be mixed.
   */
  void requireMadeHere(ClusterRecord cluster) throws IOException {
    Path config = Path.of(cluster.controllers().getFirst().config());
    Path made = config.resolveSibling("..").normalize();
    if (!Files.exists(made) || !Files.isSameFile(made, path)) {
      throw CommandFailure.operational(
          "Expected the cluster in %s to have been made there, but its record names files in %s. Move it back, or replace that name in %s and in all of %s."
              .formatted(path, made, clusterFile(), configFolder()));
    }
  }

  /** Replaces the cluster's record in one move, so that a reader never sees half of it. */
  public void write(ClusterRecord cluster) {
    Path fresh = path.resolve("cluster.json.new");
    try {
      Files.writeString(fresh, cluster.toJson());
      Files.move(
          fresh,
          clusterFile(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw CommandFailure.operational(
          "Expected the file system of %s to move files atomically, but it does not."
              .formatted(path));
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to write %s, but %s. Is the disk full or the folder read-only?"
              .formatted(clusterFile(), e));
    }
  }
}
