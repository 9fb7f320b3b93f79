package io.pliant.runtime.node.connection;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.bounds.ByteBudget;
import io.pliant.runtime.frames.Frames;
import io.pliant.runtime.frames.Intake;
import io.pliant.runtime.frames.Outbox;
import io.pliant.runtime.frames.TlsEngines;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.io.Inet;
import org.apache.pekko.io.TcpSO;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.SystemMaterializer;
import org.apache.pekko.stream.TLSClosing;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Tcp;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Opens connections to the agent ports of controllers. */
public final class Dialer {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration FRAME_WITHIN = Duration.ofMinutes(1);
  private static final CompletionStage<Done> DONE =
      CompletableFuture.completedFuture(Done.getInstance());

  private final Tcp tcp;
  private final Materializer materializer;
  private final SSLContext tls;
  private final DialTurns turns = new DialTurns();
  private final Intake.Terms incoming =
      new Intake.Terms(Frames.MAX_BODY, FRAME_WITHIN, ByteBudget.ofHeap(4, 2L * Frames.MAX_BODY));

  /** What happens on one connection; called on stream threads, in this order. */
  interface Line {
    /** Frames may be offered; they are written once the peer has shown who it is. */
    void prepared(Outbox outbox);

    void heard(ControllerMessage message);

    /** The end, after which nothing follows; also when connecting failed. */
    void closed(@Nullable Throwable cause);
  }

  public Dialer(ActorSystem<?> system, SSLContext tls) {
    this.tcp = Tcp.get(system.classicSystem());
    this.materializer = SystemMaterializer.get(system).materializer();
    this.tls = tls;
  }

  /** Who may dial; all nodes of the process ask there first. */
  DialTurns turns() {
    return turns;
  }

  /** Connects in the background. */
  void dial(InetSocketAddress to, Line line) {
    Pair<CompletionStage<Tcp.OutgoingConnection>, CompletionStage<Done>> running =
        socket(to)
            .joinMat(
                Frames.handler(
                    new Intake(incoming),
                    line::prepared,
                    body -> {
                      line.heard(AgentFrames.decodeControllerMessage(body));
                      return DONE;
                    }),
                Keep.both())
            .run(materializer);
    running
        .second()
        .whenComplete((done, failure) ->
            running
                .first()
                .whenComplete(
                    (connection, refused) -> line.closed(refused == null ? failure : refused)));
  }

  private Flow<ByteString, ByteString, CompletionStage<Tcp.OutgoingConnection>> socket(
      InetSocketAddress to) {
    List<Inet.SocketOption> options = List.of(TcpSO.keepAlive(true), TcpSO.tcpNoDelay(true));
    return tcp.outgoingConnectionWithTls(
        to,
        () -> TlsEngines.client(tls, to.getHostString(), to.getPort()),
        Optional.empty(),
        options,
        Optional.of(CONNECT_WITHIN),
        Optional.empty(),
        _ -> Optional.empty(),
        TLSClosing.eagerClose());
  }
}
