package io.pliant.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A private PostgreSQL on a free loopback port in a temporary folder; as root it runs as another
 * user.
 */
public final class PostgreSqlServer implements AutoCloseable {
  /** Who may do everything, without a password. */
  public static final String ROLE = "pliant";

  private static final List<String> PROGRAMS =
      List.of("initdb", "postgres", "pg_ctl", "createdb", "dropdb", "pg_dump", "pg_restore");

  private final Path bin;
  private final Path folder;
  private final int port;

  private PostgreSqlServer(Path bin, Path folder, int port) {
    this.bin = bin;
    this.folder = folder;
    this.port = port;
  }

  /** The folder of the programs of a server, or null when none is installed. */
  public static @Nullable Path find() {
    Stream<Path> path =
        Arrays.stream(System.getenv("PATH").split(":", -1)).filter(p -> !p.isEmpty()).map(Path::of);
    return Stream.concat(path, debianFolders())
        .filter(bin -> PROGRAMS.stream().allMatch(name -> Files.isExecutable(bin.resolve(name))))
        .findFirst()
        .orElse(null);
  }

  private static Stream<Path> debianFolders() {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Stream.empty();
    }
    try (Stream<Path> list = Files.list(versions)) {
      return list.map(v -> v.resolve("bin")).sorted(Comparator.reverseOrder()).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server from the programs of this folder, without a database yet. */
  public static PostgreSqlServer start(Path bin) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("pliant-postgresql");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    PostgreSqlServer server = new PostgreSqlServer(bin, folder, freePort());
    if (isRoot()) {
      server.run(List.of("chown", "nobody", folder.toString()));
    }
    server.runAsUser(
        "initdb", "-D", server.data(), "-U", ROLE, "--auth=trust", "-E", "UTF8", "--no-sync");
    server.up();
    return server;
  }

  /** Begins, or begins again. */
  public void up() throws IOException, InterruptedException {
    runAsUser(
        "pg_ctl",
        "-D",
        data(),
        "-w",
        "-t",
        "60",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''",
        "start");
  }

  /** Ends the server at once, as a crash of its host would. */
  public void crash() throws IOException, InterruptedException {
    runAsUser("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
  }

  /** A client program such as {@code createdb}, with these words. */
  public void client(String program, String... words) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-U", ROLE));
    all.addAll(List.of(words));
    runAsUser(program, all.toArray(String[]::new));
  }

  /** A folder that the server's user may write. */
  public Path folder() {
    return folder;
  }

  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    runAsUser("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private void runAsUser(String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "nobody", "--"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    run(command);
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("pliant-postgresql", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(
            "Expected %s to succeed, but: %s".formatted(command, Files.readString(output)));
      }
    } finally {
      Files.delete(output);
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
