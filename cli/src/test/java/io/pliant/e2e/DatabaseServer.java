package io.pliant.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of a test's own with the database {@code pliant}, on loopback; as root it runs as
 * another user.
 *
 * @param bin its programs
 * @param folder its files, which its user may write
 */
record DatabaseServer(Path bin, Path folder, int port) implements AutoCloseable {
  private static final String NAME = "pliant";
  private static final List<String> PROGRAMS =
      List.of("initdb", "postgres", "pg_ctl", "createdb", "dropdb", "pg_dump", "pg_restore");

  /** The folder of the programs of a server, or null when none is installed. */
  static @Nullable Path find() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    Stream<Path> path = Stream.of(System.getenv("PATH").split(":", -1)).map(Path::of);
    try (Stream<Path> debian = Files.isDirectory(versions) ? Files.list(versions) : Stream.of()) {
      return Stream.concat(
              path, debian.map(v -> v.resolve("bin")).sorted(Comparator.reverseOrder()))
          .filter(bin -> PROGRAMS.stream().allMatch(name -> Files.isExecutable(bin.resolve(name))))
          .findFirst()
          .orElse(null);
    }
  }

  static DatabaseServer start(Path bin) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("pliant-database");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    if (isRoot()) {
      run(List.of("chown", "nobody", folder.toString()));
    }
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    DatabaseServer server = new DatabaseServer(bin, folder, port);
    String data = folder.resolve("data").toString();
    server.program("initdb", "-D", data, "-U", NAME, "--auth=trust", "-E", "UTF8", "--no-sync");
    server.program(
        "pg_ctl",
        "-D",
        data,
        "-w",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''",
        "start");
    try {
      server.client("createdb", NAME);
    } catch (IOException | InterruptedException | IllegalStateException e) {
      server.close();
      throw e;
    }
    return server;
  }

  /** Options of {@code pliant up}: the journal is this database. */
  List<String> options() {
    return List.of(
        "--journal",
        "jdbc:postgresql://127.0.0.1:" + port + "/" + NAME,
        "--set",
        "journal.postgresql.user=" + NAME);
  }

  void dump() throws IOException, InterruptedException {
    client("pg_dump", "-Fc", "-f", dumped(), NAME);
  }

  /** The database is as it was when it was dumped. */
  void restore() throws IOException, InterruptedException {
    client("dropdb", NAME);
    client("createdb", NAME);
    client("pg_restore", "-d", NAME, dumped());
  }

  private String dumped() {
    return folder.resolve("dump").toString();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    String data = folder.resolve("data").toString();
    program("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void client(String name, String... words) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-U", NAME));
    all.addAll(List.of(words));
    program(name, all.toArray(String[]::new));
  }

  private void program(String name, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "nobody", "--"));
    }
    command.add(bin.resolve(name).toString());
    command.addAll(List.of(words));
    run(command);
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("pliant-database", ".out");
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
}
