package io.pliant.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controller with the heap that it has in production, while a hundred clients hold bodies of 8
 * MiB open and hundreds of agents frames that want one byte: it goes on, and runs a job.
 */
final class AttackedPortsIT {
  private static final int EACH = 100;
  private static final int BODY = 8 * 1024 * 1024;
  private static final int FRAME = 256 * 1024;
  private static final Pattern AGENTS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path cluster;
  @TempDir Path work;
  private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
  private PliantCommand pliant;

  @BeforeEach
  void startACluster() {
    pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
    pliant
        .run(PliantCommand.UP, "up", List.of("--controllers", "1", "--nodes", "1"))
        .expectSuccess();
  }

  @AfterEach
  void stopTheCluster() throws IOException {
    for (Closeable each : open) {
      each.close();
    }
    pliant.run("down").expectSuccess();
  }

  @Test
  void shouldRunAJobDuringAndAfterBodiesAndFramesThatNeverEnd() throws Exception {
    ClusterRecord.Controller controller = record().controllers().getFirst();
    SSLContext node = certificateOf(Identity.nodes(record().clusterName(), "n1"));
    int port = agentPort();
    CountDownLatch begun = new CountDownLatch(3 * EACH);
    for (int i = 0; i < EACH; i++) {
      attack(begun, () -> body(Path.of(String.valueOf(controller.socket()))));
      attack(begun, () -> frame(node.getSocketFactory().createSocket("127.0.0.1", port)));
      attack(begun, () -> keep(new Socket("127.0.0.1", port)));
    }
    assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();

    pliant
        .run(
            Duration.ofMinutes(5), "submit", List.of("--wait", "--wrap", "true", "-o", "/dev/null"))
        .expectSuccess();

    for (Closeable each : open) {
      each.close();
    }
    pliant
        .run(
            Duration.ofMinutes(5), "submit", List.of("--wait", "--wrap", "true", "-o", "/dev/null"))
        .expectSuccess();
    assertThat(record().controllers().getFirst().pid()).isEqualTo(controller.pid());
    assertThat(ProcessHandle.of(controller.pid())).get().matches(ProcessHandle::isAlive);
  }

  private interface Attack {
    void run() throws IOException;
  }

  private static void attack(CountDownLatch begun, Attack attack) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            attack.run();
          } catch (IOException refused) {
            // as it should be
          } finally {
            begun.countDown();
          }
        });
  }

  /** All of a body but one byte, or as much of it as is taken. */
  private void body(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    open.add(channel);
    channel.connect(UnixDomainSocketAddress.of(socket));
    channel.write(
        ByteBuffer.wrap(
            "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
                .formatted(BODY)
                .getBytes(US_ASCII)));
    ByteBuffer rest = ByteBuffer.allocate(BODY - 1);
    channel.configureBlocking(false);
    long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (rest.hasRemaining() && System.nanoTime() < end) {
      if (channel.write(rest) == 0) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /** All of a frame but one byte. */
  private void frame(Socket socket) throws IOException {
    open.add(socket);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(FRAME);
    out.write(new byte[FRAME - 1]);
    out.flush();
  }

  private void keep(Socket socket) {
    open.add(socket);
  }

  private ClusterRecord record() {
    return new RunningCluster(cluster).record();
  }

  private int agentPort() throws IOException {
    String config = Files.readString(Path.of(record().nodes().getFirst().config()));
    Matcher matcher = AGENTS.matcher(config.substring(config.indexOf("controllers")));
    assertThat(matcher.find()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  private SSLContext certificateOf(Identity identity) throws IOException {
    Path folder = new StateFolder(cluster).authoritiesFolder();
    AuthorityFolder authorities = AuthorityFolder.open(folder, identity.cluster());
    RoleTrust controllers =
        RoleTrust.of(
            PemFile.certificates(AuthorityFolder.certificate(folder, Role.CONTROLLER)),
            identity.cluster(),
            Role.CONTROLLER);
    return Credentials.issued(
            authorities.authority(identity.role()), identity, List.of(), Instant.now())
        .context(controllers);
  }
}
