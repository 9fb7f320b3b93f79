package io.pliant.runtime.controller.http;

import io.pliant.actors.cluster.EntityGroups;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.security.AccessTokens;
import io.pliant.runtime.security.UserAccounts;
import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The real API over a cluster in memory, on a Unix socket and a free port. */
final class ApiFixture implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  static final String AUTHORITY = "ab".repeat(32);
  static final AccessTokens TOKENS =
      new AccessTokens("k".repeat(32).getBytes(StandardCharsets.UTF_8), "demo");

  final FakeGateway gateway = new FakeGateway();
  final Path socket;
  final HttpApi api;

  private ApiFixture(Path dir, @Nullable AccessTokens tokens, String more, BodyBounds bodies)
      throws IOException {
    socket = dir.resolve("s");
    api =
        HttpApi.start(
            settings(dir, socket, more),
            new HttpApi.Parts(
                gateway,
                null,
                EntityGroups.ONE,
                UserAccounts.ofSystem(),
                tokens,
                null,
                () -> NOW,
                AUTHORITY,
                Metrics.create(),
                () -> 0),
            bodies);
  }

  static ApiFixture start(Path dir) throws IOException {
    return new ApiFixture(dir, TOKENS, "", BodyBounds.ofHeap());
  }

  static ApiFixture withoutTokens(Path dir) throws IOException {
    return new ApiFixture(dir, null, "", BodyBounds.ofHeap());
  }

  static ApiFixture with(Path dir, String more) throws IOException {
    return new ApiFixture(dir, TOKENS, more, BodyBounds.ofHeap());
  }

  static ApiFixture with(Path dir, BodyBounds bodies) throws IOException {
    return new ApiFixture(dir, TOKENS, "", bodies);
  }

  static ControllerSettings settings(Path dir, Path socket, String more) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(
        file,
        """
        pliant {
          state-dir = "%s"
          controller.http { port = 0, socket = "%s" }
          controller.operators = ["op"]
          timing.request = 500ms
        }
        """
                .formatted(dir, socket)
            + more);
    return SettingsFile.read(file).controller();
  }

  RawClient unix() throws IOException {
    return RawClient.unix(socket);
  }

  RawClient tcp() throws IOException {
    return RawClient.tcp(api.port());
  }

  static String bearer(String user, int uid) {
    return "Authorization: Bearer "
        + TOKENS.issue(new Submitter(user, uid, uid), NOW.plusSeconds(60));
  }

  @Override
  public void close() throws IOException {
    api.close();
  }
}
