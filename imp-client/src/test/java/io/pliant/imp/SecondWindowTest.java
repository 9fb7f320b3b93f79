package io.pliant.imp;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A second adaptation comes before the program has gone on from the window of the first. */
@Timeout(60)
final class SecondWindowTest {
  private static final long MANY = 100_000;

  @TempDir Path folder;

  @Test
  void shouldStopAtTheNextProbeAndNotWhereTheFormerWorldWas() throws Exception {
    Path socket = folder.resolve("agent.sock");
    AtomicLong probes = new AtomicLong();
    CompletableFuture<Imp> started = new CompletableFuture<>();
    FutureTask<Long> between = new FutureTask<>(() -> program(socket, probes, started));
    try (ServerSocketChannel agent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      agent.bind(UnixDomainSocketAddress.of(socket));
      new Thread(between, "program").start();
      try (LineChannel task = new LineChannel(agent.accept())) {
        String self = "t1@n1@" + expect(task, "hello").need("address");
        task.send(
            WireMessage.of("welcome")
                .with("version", WireMessage.VERSION)
                .with("status", "initial")
                .with("secret", "s")
                .with("members", self));
        while (probes.get() < MANY) {
          Thread.onSpinWait();
        }
        task.send(adapt(1, self));
        through(task, 1);
        Session session = started.get(30, TimeUnit.SECONDS).session();
        synchronized (session) { // the program is held between the outcome and its next step
          session.hear(outcome(1));
          session.hear(adapt(2, self));
        }
        through(task, 2);
        task.send(outcome(2));
        assertThat(between.get(30, TimeUnit.SECONDS)).isLessThan(10);
      }
    }
  }

  /** Two windows; the probes between them. */
  private static long program(Path socket, AtomicLong probes, CompletableFuture<Imp> started)
      throws IOException {
    try (Imp imp = Imp.init(ImpOptions.at(socket, "t1"))) {
      started.complete(imp);
      long between = 0;
      for (int window = 1; window <= 2; window++) {
        between = 1;
        while (!imp.probe()) {
          between++;
          probes.incrementAndGet();
        }
        try (Window open = imp.begin()) {
          assertThat(open.commit()).isEqualTo(Outcome.COMMITTED);
        }
      }
      return between;
    }
  }

  private static WireMessage expect(LineChannel task, String command) throws IOException {
    while (true) {
      WireMessage message = Objects.requireNonNull(task.receive());
      if (!message.command().equals("perf")) {
        assertThat(message.command()).isEqualTo(command);
        return message;
      }
    }
  }

  /** Waits for the program's last word in that window. */
  private static void through(LineChannel task, int adaptation) throws IOException {
    expect(task, "enter");
    task.send(WireMessage.of("window").with("adaptation", adaptation).with("phase", 0));
    expect(task, "commit");
  }

  private static WireMessage adapt(int adaptation, String self) {
    return WireMessage.of("adapt")
        .with("adaptation", adaptation)
        .with("kind", "shrink")
        .with("old", self)
        .with("joining", "")
        .with("leaving", "")
        .with("lost", "");
  }

  private static WireMessage outcome(int adaptation) {
    return WireMessage.of("outcome").with("adaptation", adaptation).with("result", "committed");
  }
}
