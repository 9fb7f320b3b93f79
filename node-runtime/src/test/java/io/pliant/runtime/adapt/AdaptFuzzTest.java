package io.pliant.runtime.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.runtime.security.PeerCredentials;
import io.pliant.runtime.security.UserAccounts;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task that sends garbage, and its own lines with bytes changed, cut, doubled and swapped, before
 * and after its hello, while another step of the same user is served. The seed stands in the
 * message of a failure.
 */
@Timeout(120)
class AdaptFuzzTest {
  private static final Duration BUDGET = Duration.ofSeconds(4);
  private static final int MOST = 2_000;
  private static final int OPEN = 40;
  private static final StepId EVIL = new StepId(new JobId(1), 1, 0);
  private static final StepId GOOD = new StepId(new JobId(2), 1, 0);
  private static final int TASKS = 64;
  private static final NodeName NODE = new NodeName("n1");

  private static final List<String> LINES =
      List.of(
          "cmd=hello version=1 task=1-1-0.0 address=127.0.0.1:1\n",
          "cmd=ready\n",
          "cmd=enter adaptation=3 phase=7\n",
          "cmd=commit adaptation=3\n",
          "cmd=answer adaptation=3 verdict=accept nodes=2 reason=yes%20indeed\n",
          "cmd=answer adaptation=4 verdict=refuse nodes=1 reason=no\n",
          "cmd=abort adaptation=3 reason=late\n",
          "cmd=lost task=1-1-0.1\n",
          "cmd=request request=1-1-0.0-1 kind=grow nodes=1\n",
          "cmd=request request=1-1-0.0-2 kind=release nodes=1 names=n1,n2\n",
          "cmd=perf phase=3 communication-ns=1 computation-ns=1\n",
          "cmd=bye\n");

  @TempDir private Path folder;

  @Test
  void shouldServeTheOtherStepWhateverATaskSays() throws IOException {
    long seed = Long.getLong("pliant.fuzz.seed", System.nanoTime());
    Random random = new Random(seed);
    AdaptBudget budget = new AdaptBudget();
    AdaptEndpoint endpoint =
        new AdaptEndpoint(
            NODE,
            folder,
            new AdaptEndpoint.Tools(
                Clock.systemUTC(), budget, new PeerCredentials(UserAccounts.ofSystem())),
            () -> {});
    ArrayDeque<SocketChannel> open = new ArrayDeque<>();
    try {
      int me = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      Path socket = endpoint.expect(EVIL, new TaskOwner(me, 0, TASKS));
      endpoint.expect(GOOD, new TaskOwner(me, 0, 1));
      long end = System.nanoTime() + BUDGET.toNanos();
      for (int i = 0; i < MOST && System.nanoTime() < end; i++) {
        open.add(attack(socket, random));
        if (open.size() > OPEN) {
          open.removeFirst().close();
        }
        if (i % 100 == 0) {
          assertThat(serves(endpoint, socket)).as("seed %d, attack %d", seed, i).isTrue();
          assertToldWhatControllersTake(endpoint, seed);
        }
      }
      while (!open.isEmpty()) {
        open.removeFirst().close();
      }

      assertThat(serves(endpoint, socket)).as("seed %d", seed).isTrue();
      assertToldWhatControllersTake(endpoint, seed);
      assertAllGivenBack(budget, me, seed);
    } finally {
      for (SocketChannel channel : open) {
        channel.close();
      }
      endpoint.close();
    }
  }

  /** A lie or an excess of one task would end the connection of the whole node. */
  private static void assertToldWhatControllersTake(AdaptEndpoint endpoint, long seed) {
    for (StepId step : List.of(EVIL, GOOD)) {
      endpoint.take(
          new NodeOrder(step.job(), 1, 0, "", List.of(), null, null, List.of(), List.of()));
    }
    endpoint.announce();
    for (AgentReport standing : endpoint.news()) {
      AgentMessage told =
          AgentFrames.decodeAgentMessage(AgentFrames.encode(new AgentMessage.Adapt(standing)));
      assertThat(AgentTruth.refusal(NODE, told)).as("seed %d: %s", seed, told).isNull();
      assertThat(AgentTruth.excess(told)).as("seed %d: %s", seed, told).isNull();
      assertThat(standing.tasks())
          .as("seed %d: %s", seed, standing)
          .allMatch(task -> task.task().startsWith(standing.job() + "-1-0."));
    }
  }

  /** Whatever was said, no place and no byte of the user's part is lost. */
  private static void assertAllGivenBack(AdaptBudget budget, int uid, long seed) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!budget.unused(uid)) {
      assertThat(System.nanoTime()).as("seed %d: places given back", seed).isLessThan(until);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static SocketChannel attack(Path socket, Random random) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    try {
      switch (random.nextInt(4)) {
        case 0 -> write(channel, noise(random));
        case 1 -> write(channel, mutated(bytes(LINES.getFirst()), random));
        default -> {
          write(channel, bytes(LINES.getFirst()));
          for (int n = random.nextInt(30); n > 0; n--) {
            byte[] good = bytes(LINES.get(random.nextInt(LINES.size())));
            write(channel, random.nextInt(3) == 0 ? good : mutated(good, random));
          }
        }
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(broken pipe|reset).*"); // it heard enough
    }
    return channel;
  }

  /** A task of another step says hello, and that it is ready; the endpoint knows it. */
  private static boolean serves(AdaptEndpoint endpoint, Path socket) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      write(channel, bytes("cmd=hello version=1 task=2-1-0.0 address=h:1\ncmd=ready\n"));
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (System.nanoTime() < until) {
        endpoint.take(
            new NodeOrder(GOOD.job(), 1, 0, "", List.of(), null, null, List.of(), List.of()));
        if (endpoint.news().stream()
            .filter(standing -> standing.job().equals(GOOD.job()))
            .anyMatch(s -> s.tasks().stream().anyMatch(task -> task.ready()))) {
          return true;
        }
        LockSupport.parkNanos(5_000_000);
      }
      return false;
    }
  }

  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 2_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Mostly still a line: what is broken deep inside is what finds weaknesses. */
  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = good.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes[at] = (byte) " =%-,.0919\n".charAt(random.nextInt(11));
        case 3 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        case 4 -> bytes = with(bytes, at, bytes("9".repeat(random.nextInt(30))));
        default -> bytes = with(bytes, at, bytes(LINES.get(random.nextInt(LINES.size()))));
      }
    }
    return bytes;
  }

  private static byte[] with(byte[] bytes, int at, byte[] piece) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + piece.length);
    System.arraycopy(piece, 0, longer, at, piece.length);
    System.arraycopy(bytes, at, longer, at + piece.length, bytes.length - at);
    return longer;
  }
}
