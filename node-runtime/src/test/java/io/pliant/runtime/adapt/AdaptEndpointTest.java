package io.pliant.runtime.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs can make an endpoint hold is bounded. */
@Timeout(120)
class AdaptEndpointTest {
  private static final StepId STEP = new StepId(new JobId(1), 1, 0);
  private static final String HELLO = "cmd=hello version=1 task=1-1-0.0 address=127.0.0.1:1\n";

  @TempDir private Path folder;
  private final AtomicInteger calls = new AtomicInteger();
  private final List<SocketChannel> open = new ArrayList<>();
  private AdaptEndpoint endpoint;
  private Path socket;
  private int fetched;

  @BeforeEach
  void start() throws IOException {
    endpoint = new AdaptEndpoint(new NodeName("n1"), folder, tools(), calls::incrementAndGet);
    socket = endpoint.expect(STEP, new TaskOwner(me(), 0, 1));
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel channel : open) {
      channel.close();
    }
    endpoint.close();
  }

  @Test
  void shouldEndConnectionOfALineThatIsTooLongAndNothingElse() throws IOException {
    SocketChannel good = dial();
    say(good, HELLO);
    SocketChannel bad = dial();

    say(bad, "cmd=hello version=1 task=" + "x".repeat(70_000));

    assertThat(rest(bad)).contains("cmd=rejected").contains("65536");
    say(good, "cmd=ready\n");
    await(() -> standing().tasks().getFirst().ready(), "the other task");
  }

  @Test
  void shouldTakeNoMoreConnectionsThanTasksNeed() throws IOException {
    List<SocketChannel> silent = new ArrayList<>();
    for (int i = 0; i < 2 + 8 + 1; i++) {
      silent.add(dial());
    }

    List<String> answers = new ArrayList<>();
    for (SocketChannel channel : silent) {
      answers.add(rest(channel));
    }
    assertThat(answers.stream().filter(answer -> answer.contains("connections"))).hasSize(1);
  }

  @Test
  void shouldTakeTheConnectionsOfEachNodeForItselfWhenAnAgentHasMany(@TempDir Path folders)
      throws IOException {
    AdaptEndpoint.Tools shared = tools();
    List<AdaptEndpoint> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        StepId step = new StepId(new JobId(100 + i), 1, 0);
        AdaptEndpoint one =
            new AdaptEndpoint(
                new NodeName("m" + i),
                Files.createDirectory(folders.resolve("m" + i)),
                shared,
                () -> {});
        nodes.add(one);
        SocketChannel task = dial(one.expect(step, new TaskOwner(me(), 0, 1)));
        say(task, "cmd=hello version=1 task=%s.0 address=h:1\n".formatted(step.key()));
      }

      for (AdaptEndpoint one : nodes) {
        await(
            () -> one.news().stream().anyMatch(report -> report.tasks().size() == 1),
            "the task of each node");
      }
    } finally {
      for (AdaptEndpoint one : nodes) {
        one.close();
      }
    }
  }

  @Test
  void shouldNotWaitForWhoSaysNothing() throws IOException {
    assertThat(rest(dial())).isEmpty();
  }

  @Test
  void shouldKeepOnlyTheLatestAnswersAndPhasesAndShortReasons() throws IOException {
    SocketChannel channel = dial();
    say(channel, HELLO);
    for (int i = 1; i <= 500; i++) {
      say(
          channel,
          ("cmd=answer adaptation=%d verdict=refuse nodes=1 reason=%s\n"
                  + "cmd=perf phase=%d communication-ns=1 computation-ns=1\n")
              .formatted(i, "y".repeat(3_000), i));
    }
    say(channel, "cmd=ready\n");

    await(() -> standing().tasks().getFirst().ready(), "all lines to be heard");
    assertThat(standing().answers()).hasSize(64);
    assertThat(standing().answers().getLast().number()).isEqualTo(500);
    assertThat(standing().answers().getLast().reason()).hasSize(500);
    assertThat(standing().times()).hasSize(64);
    assertThat(calls.get())
        .as("news are told once for each fetch")
        .isLessThanOrEqualTo(fetched + 1);
  }

  @Test
  void shouldRefuseMoreRequestsThanAJobCanMean() throws IOException {
    SocketChannel channel = dial();
    StringBuilder lines = new StringBuilder(HELLO);
    for (int i = 1; i <= 65; i++) {
      lines.append("cmd=request request=1-1-0.0-%d kind=grow nodes=1\n".formatted(i));
    }
    say(channel, lines.toString());

    assertThat(rest(channel)).contains("open%20requests");
    assertThat(standing().wishes()).hasSize(64);
  }

  @Test
  void shouldRefuseTimesBelowNone() throws IOException {
    SocketChannel channel = dial();
    say(channel, HELLO + "cmd=perf phase=1 communication-ns=-5 computation-ns=3\n");

    assertThat(rest(channel)).contains("cmd=rejected").contains("-5");
    assertThat(standing().times()).isEmpty();
  }

  @Test
  void shouldRefuseRequestInTheNameOfAnotherTask() throws IOException {
    SocketChannel channel = dial();
    say(channel, HELLO + "cmd=request request=2-1-0.0-1 kind=grow nodes=1\n");

    assertThat(rest(channel)).contains("cmd=rejected");
    assertThat(standing().wishes()).isEmpty();
  }

  private AgentReport standing() {
    fetched++;
    endpoint.take(
        new io.pliant.core.adaptation.NodeOrder(
            STEP.job(), 1, 0, "", List.of(), null, null, List.of(), List.of()));
    endpoint.announce();
    return endpoint.news().getFirst();
  }

  private static int me() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  private static AdaptEndpoint.Tools tools() {
    return new AdaptEndpoint.Tools(
        Clock.systemUTC(), new AdaptBudget(), new PeerCredentials(UserAccounts.ofSystem()));
  }

  private SocketChannel dial() throws IOException {
    return dial(socket);
  }

  private SocketChannel dial(Path at) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(at));
    open.add(channel);
    return channel;
  }

  private static void say(SocketChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(broken pipe|reset).*"); // it heard enough
    }
  }

  /** All that the endpoint still says, until it closes. */
  private static String rest(SocketChannel channel) throws IOException {
    StringBuilder text = new StringBuilder();
    ByteBuffer bytes = ByteBuffer.allocate(4096);
    try {
      while (channel.read(bytes) >= 0) {
        text.append(StandardCharsets.UTF_8.decode(bytes.flip()));
        bytes.clear();
      }
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*reset.*"); // it did not read the rest of a long line
    }
    return text.toString();
  }

  private static void await(BooleanSupplier condition, String what) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(until);
      LockSupport.parkNanos(5_000_000);
    }
  }
}
