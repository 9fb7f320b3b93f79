package io.pliant.runtime.controller;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.journal.GroupSettings;
import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.LimitsSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/** What must hold before a controller opens anything; each failure names the key and the remedy. */
final class BootChecks {
  private static final int PORTS_TRIED = 100;

  /** Heap for a waiting job, with room to work in: with half of it collections take too long. */
  private static final long JOB_BYTES = 12_000;

  private static final long MEBIBYTE = 1 << 20;

  private BootChecks() {}

  static void all(ControllerSettings settings) throws BootFailure {
    protectedBeyondLoopback(settings);
    folder("pliant.state-dir", settings.stateDir());
    folder("pliant.controller.dir", settings.dir());
    free("pliant.controller.cluster", settings.cluster());
    free("pliant.controller.agents", settings.agents());
    free("pliant.controller.http", settings.http().address());
    HostPort journal = journal(settings);
    if (journal != null) {
      free("pliant.journal.raft", journal);
    }
  }

  /**
   * Advice when this process could not hold as many jobs as the limits allow in one partition; null
   * when it could.
   *
   * @param heap bytes of heap that this process may use
   */
  static @Nullable String heapAdvice(LimitsSettings limits, long heap) {
    long needed = limits.ledger().jobs() * JOB_BYTES;
    if (needed <= heap) {
      return null;
    }
    long gibibytes = 1 + needed / (1024 * MEBIBYTE);
    return "pliant.limits.partition-jobs = %d waiting jobs need about %d MB of heap, but this controller may use %d MB. Start it with PLIANT_CONTROLLER_OPTS=-Xmx%dg, or set a lower limit."
        .formatted(limits.ledger().jobs(), needed / MEBIBYTE, heap / MEBIBYTE, gibibytes);
  }

  /** Users of other machines are believed by their tokens alone. */
  static void protectedBeyondLoopback(ControllerSettings settings) throws BootFailure {
    HostPort http = settings.http().address();
    if (settings.security().tokenSecretFile() == null && !http.loopback()) {
      throw new BootFailure(
          "Expected pliant.controller.http.host to be a loopback address, but it is %s, which other machines can reach. Set pliant.security.token-secret-file, or use 127.0.0.1."
              .formatted(http.host()));
    }
  }

  /** Where this controller's own journal listens; null when the journal is elsewhere. */
  private static @Nullable HostPort journal(ControllerSettings settings) {
    return settings.journal() instanceof JournalSettings.Raft(GroupSettings group)
        ? new HostPort(group.own().host(), group.own().port())
        : null;
  }

  /** Makes the folder when it is missing; it must be writable, and not for everybody. */
  static void folder(String key, Path folder) throws BootFailure {
    Path probe = folder.resolve(".probe-" + ProcessHandle.current().pid());
    try {
      Files.createDirectories(folder);
      if (Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new BootFailure(
            "Expected %s = %s to be closed to other users, but everybody may write there. Run: chmod o-w %s"
                .formatted(key, folder, folder));
      }
      try {
        Files.writeString(probe, "probe");
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw new BootFailure(
          "Expected to write to %s = %s, but: %s. Check its owner, that it is not mounted read-only, and the free space."
              .formatted(key, folder, reason(e)),
          e);
    }
  }

  /** The port can be listened on; else says which one nearby could. */
  static void free(String section, HostPort address) throws BootFailure {
    IOException failure = bind(address);
    if (failure == null) {
      return;
    }
    String suggestion = "";
    int last = Math.min(65_535, address.port() + PORTS_TRIED);
    for (int port = address.port() + 1; port <= last; port++) {
      if (bind(new HostPort(address.host(), port)) == null) {
        suggestion = " Port " + port + " is free.";
        break;
      }
    }
    throw new BootFailure(
        "Expected to listen on %s (%s.port), but: %s. Stop what uses the port or set another.%s"
            .formatted(address, section, failure.getMessage(), suggestion),
        failure);
  }

  private static @Nullable IOException bind(HostPort address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      InetSocketAddress resolved = address.socketAddress();
      if (resolved.isUnresolved()) {
        return new IOException("unknown host " + address.host());
      }
      socket.bind(resolved);
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static String reason(IOException e) {
    String name = e.getClass().getSimpleName();
    return e.getMessage() == null ? name : name + ": " + e.getMessage();
  }
}
