package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests with bytes changed, cut, doubled and swapped: each gets an answer that blames the
 * client, or none, and the API goes on. The seed stands in the message of a failure.
 */
final class HttpFuzzTest {
  private static final Duration BUDGET = Duration.ofSeconds(4);
  private static final int MOST = 3_000;
  private static final int ANSWER_MILLIS = 5_000;

  @TempDir Path dir;

  @Test
  void shouldAnswerMutatedRequestsWithABlameOrNotAtAll() throws IOException {
    long seed = Long.getLong("pliant.fuzz.seed", System.nanoTime());
    Random random = new Random(seed);
    try (ApiFixture fixture = ApiFixture.start(dir)) {
      List<byte[]> good = good();
      long end = System.nanoTime() + BUDGET.toNanos();
      for (int i = 0; i < MOST && System.nanoTime() < end; i++) {
        byte[] bytes = mutated(good.get(random.nextInt(good.size())), random);
        String answer = answer(fixture.api.port(), bytes);
        assertThat(answer)
            .as("seed %d, request %d: %s", seed, i, new String(bytes, StandardCharsets.ISO_8859_1))
            .satisfiesAnyOf(
                a -> assertThat(a).isEmpty(),
                a -> assertThat(a).matches("(?s)HTTP/1\\.[01] (200|201|4\\d\\d|501|505) .*"));
      }
      try (RawClient client = fixture.tcp()) {
        assertThat(client.get("/livez").status()).as("seed %d: still serving", seed).isEqualTo(200);
      }
    }
  }

  private static List<byte[]> good() {
    String bearer = ApiFixture.bearer("ada", 1) + "\r\n";
    String post =
        "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(bearer, HttpApiTest.SCRIPT.length(), HttpApiTest.SCRIPT);
    String chunked =
        "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
            .formatted(bearer, HttpApiTest.SCRIPT.length(), HttpApiTest.SCRIPT);
    String list =
        "GET /v1/jobs?user=ada&state=PENDING HTTP/1.1\r\nHost: x\r\n%sConnection: close\r\n\r\n"
            .formatted(bearer);
    String open = "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    return List.of(post, chunked, list, open).stream()
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
        .toList();
  }

  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = good.clone();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        case 3 -> bytes = joined(bytes, at, random.nextInt(bytes.length), random.nextInt(40));
        case 4 -> bytes[at] = (byte) "\r\n :;,%{}[]\"\\\0".charAt(random.nextInt(14));
        default -> {
          int to = random.nextInt(bytes.length);
          byte kept = bytes[to];
          bytes[to] = bytes[at];
          bytes[at] = kept;
        }
      }
    }
    return bytes;
  }

  /** With a piece of it once more at {@code at}. */
  private static byte[] joined(byte[] bytes, int at, int from, int length) {
    int piece = Math.min(length, bytes.length - from);
    byte[] longer = new byte[bytes.length + piece];
    System.arraycopy(bytes, 0, longer, 0, at);
    System.arraycopy(bytes, from, longer, at, piece);
    System.arraycopy(bytes, at, longer, at + piece, bytes.length - at);
    return longer;
  }

  /** What the server says once the client has said all. */
  private static String answer(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      byte[] buffer = new byte[256];
      int read = Math.max(0, socket.getInputStream().read(buffer));
      return new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
    } catch (SocketTimeoutException e) {
      return "the server hangs";
    } catch (SocketException e) {
      return ""; // reset
    }
  }
}
