package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.runtime.frames.Frames;
import io.pliant.runtime.frames.TlsEngines;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.SystemMaterializer;
import org.apache.pekko.stream.TLSClosing;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.Tcp;

/** The controller's port for node agents. */
public final class AgentListener {
  /** After a restart all nodes of a site may dial at once. */
  private static final int BACKLOG = 4096;

  private final Tcp.ServerBinding binding;

  private AgentListener(Tcp.ServerBinding binding) {
    this.binding = binding;
  }

  /**
   * Opens the port; fails with an {@link IllegalStateException} naming the address when it cannot.
   *
   * @param nodes the entity of a node, which gets AgentConnected, AgentSpoke and AgentDisconnected
   */
  public static CompletionStage<AgentListener> start(
      ActorSystem<?> system,
      AgentPortSettings settings,
      Function<NodeName, ? extends RecipientRef<NodeCommand>> nodes) {
    SessionRules rules = new SessionRules(settings.token(), nodes);
    Materializer materializer = SystemMaterializer.get(system).materializer();
    return connections(system, settings)
        .to(Sink.foreach(connection -> open(system, materializer, rules, connection)))
        .run(materializer)
        .handle((binding, failure) -> {
          if (failure != null) {
            throw new IllegalStateException(
                "Expected to listen for node agents on %s:%d, but %s. Maybe another controller uses that port."
                    .formatted(settings.host(), settings.port(), reason(failure)),
                failure);
          }
          return new AgentListener(binding);
        });
  }

  /** The port that is listened on. */
  public int port() {
    return binding.localAddress().getPort();
  }

  /** Accepts no further connection; those that are open live on. */
  public CompletionStage<Done> stop() {
    return binding.unbind().thenApply(_ -> Done.getInstance());
  }

  private static Source<Tcp.IncomingConnection, CompletionStage<Tcp.ServerBinding>> connections(
      ActorSystem<?> system, AgentPortSettings settings) {
    Tcp tcp = Tcp.get(system.classicSystem());
    var tls = settings.tls();
    return tls == null
        ? tcp.bind(settings.host(), settings.port(), BACKLOG, List.of(), false, Optional.empty())
        : tcp.bindWithTls(
            settings.host(),
            settings.port(),
            () -> TlsEngines.server(tls),
            BACKLOG,
            List.of(),
            Optional.empty(),
            _ -> Optional.empty(),
            TLSClosing.eagerClose());
  }

  private static void open(
      ActorSystem<?> system,
      Materializer materializer,
      SessionRules rules,
      Tcp.IncomingConnection connection) {
    String peer = connection.remoteAddress().toString();
    ActorRef<AgentSession.Command> session =
        system.systemActorOf(
            AgentSession.create(rules, peer),
            "agent-session-" + rules.nextConnection(),
            Props.empty());
    connection
        .handleWith(
            Frames.handler(
                outbox -> session.tell(new AgentSession.Opened(outbox)),
                body ->
                    session.tell(new AgentSession.Received(AgentFrames.decodeAgentMessage(body)))),
            materializer)
        .whenComplete((_, failure) -> session.tell(new AgentSession.Closed(failure)));
  }

  private static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String message = cause.getCause() == null ? cause.getMessage() : cause.getCause().getMessage();
    return message == null ? cause.toString() : message;
  }
}
