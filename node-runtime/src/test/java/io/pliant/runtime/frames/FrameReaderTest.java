package io.pliant.runtime.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.runtime.bounds.ByteBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private static ActorSystem system;

  private final ByteBudget budget = ByteBudget.of(1000);

  @BeforeAll
  static void start() {
    system = ActorSystem.create("frames");
  }

  @AfterAll
  static void stop() throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldCutFramesHoweverTheBytesCome() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<byte[]> bodies = new ArrayList<>();
      ByteString all = ByteString.emptyByteString();
      for (int i = 0; i < 20; i++) {
        byte[] body = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(900)];
        random.nextBytes(body);
        bodies.add(body);
        all = all.concat(Frames.frame(body));
      }
      List<ByteString> pieces = new ArrayList<>();
      for (int at = 0; at < all.size(); ) {
        int size = Math.min(all.size() - at, 1 + random.nextInt(1 << random.nextInt(12)));
        pieces.add(all.slice(at, at + size));
        at += size;
      }

      List<byte[]> read = read(Source.from(pieces), Duration.ofSeconds(20));

      assertThat(read)
          .as("seed %d", seed)
          .usingElementComparator(Arrays::compare)
          .isEqualTo(bodies);
    }
    assertThat(budget.held()).isZero();
  }

  @Test
  void shouldRefuseAFrameThatIsTooLargeBeforeItComes() {
    assertThatThrownBy(() -> read(Source.single(header(901)), Duration.ofSeconds(20)))
        .hasCauseInstanceOf(FrameRefused.class)
        .hasMessageContaining("at most 900 bytes");
    assertThatThrownBy(() -> read(Source.single(header(-1)), Duration.ofSeconds(20)))
        .hasCauseInstanceOf(FrameRefused.class)
        .hasMessageContaining("4294967295");
    assertThat(budget.held()).isZero();
  }

  @Test
  void shouldRefuseAFrameThatEndsInTheMiddle() {
    assertThatThrownBy(() -> read(Source.single(header(5)), Duration.ofSeconds(20)))
        .hasCauseInstanceOf(FrameRefused.class)
        .hasMessageContaining("the connection ended");
    assertThat(budget.held()).isZero();
  }

  @Test
  void shouldEndAFrameThatNeverComesToItsEnd() throws Exception {
    Source<ByteString, NotUsed> stalled =
        Source.single(header(900)).concat(Source.<ByteString>never());

    assertThatThrownBy(() -> read(stalled, Duration.ofMillis(200)))
        .hasCauseInstanceOf(FrameRefused.class)
        .hasMessageContaining("all of a frame");
    assertThat(budget.held()).isZero();
  }

  @Test
  void shouldLetAFrameWaitForRoomThatOthersHold() throws Exception {
    assertThat(budget.reserve(200)).isTrue();
    CompletableFuture<List<byte[]>> waiting =
        CompletableFuture.supplyAsync(() -> {
          try {
            return read(
                Source.from(List.of(header(850), ByteString.fromArray(new byte[850]))),
                Duration.ofSeconds(20));
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    budget.release(200);

    assertThat(waiting.get(20, TimeUnit.SECONDS)).hasSize(1);
  }

  @Test
  void shouldEndAFrameForWhichThereIsNoRoom() {
    assertThat(budget.reserve(200)).isTrue();
    Source<ByteString, NotUsed> crowded =
        Source.single(header(850)).concat(Source.<ByteString>never());

    assertThatThrownBy(() -> read(crowded, Duration.ofMillis(200)))
        .hasCauseInstanceOf(FrameRefused.class)
        .hasMessageContaining("hold 200 of 1000");
  }

  @Test
  void shouldReadTheNextFrameWhenTheLastOneWasTaken() throws Exception {
    List<byte[]> taken = new ArrayList<>();
    CompletableFuture<Done> first = new CompletableFuture<>();
    CompletableFuture<Done> end =
        Source.from(List.of(Frames.frame(new byte[1]), Frames.frame(new byte[2])))
            .via(new FrameReader(intake(Duration.ofSeconds(20))))
            .mapAsync(
                1,
                body -> {
                  synchronized (taken) {
                    taken.add(body);
                  }
                  return body.length == 1
                      ? first
                      : CompletableFuture.completedFuture(Done.getInstance());
                })
            .runWith(Sink.ignore(), system)
            .toCompletableFuture();
    assertThatThrownBy(() -> end.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    synchronized (taken) {
      assertThat(taken).hasSize(1);
    }

    first.complete(Done.getInstance());

    end.get(20, TimeUnit.SECONDS);
    assertThat(taken).hasSize(2);
  }

  private List<byte[]> read(Source<ByteString, NotUsed> bytes, Duration within)
      throws InterruptedException, ExecutionException, TimeoutException {
    return bytes
        .via(new FrameReader(intake(within)))
        .runWith(Sink.seq(), system)
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }

  private Intake intake(Duration within) {
    return new Intake(new Intake.Terms(900, within, budget));
  }

  private static ByteString header(int length) {
    return Frames.frame(new byte[0])
        .drop(4)
        .concat(
            ByteString.fromArray(
                new byte[] {
                  (byte) (length >>> 24),
                  (byte) (length >>> 16),
                  (byte) (length >>> 8),
                  (byte) length
                }));
  }
}
