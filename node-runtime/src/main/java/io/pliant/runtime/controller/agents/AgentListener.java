package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.runtime.frames.Frames;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.Tcp;
import org.apache.pekko.util.ByteString;

/** The controller's port for node agents. */
public final class AgentListener {
  /** After a restart all nodes of a site may dial at once. */
  private static final int BACKLOG = 4096;

  private final Tcp.ServerBinding binding;
  private final SessionRules rules;

  private AgentListener(Tcp.ServerBinding binding, SessionRules rules) {
    this.binding = binding;
    this.rules = rules;
  }

  /**
   * Opens the port; fails with an {@link IllegalStateException} naming the address when it cannot.
   *
   * @param enroller lets new nodes in, and knows which were removed
   * @param nodes the entity of a node, which gets AgentConnected, AgentSpoke and AgentDisconnected
   */
  public static CompletionStage<AgentListener> start(
      ActorSystem<?> system,
      AgentPortSettings settings,
      Enroller enroller,
      Function<NodeName, ? extends RecipientRef<NodeCommand>> nodes) {
    SessionRules rules = new SessionRules(system, enroller, nodes);
    rules.start();
    AgentTls tls = new AgentTls(settings);
    Materializer materializer = SystemMaterializer.get(system).materializer();
    return Tcp.get(system.classicSystem())
        .bind(settings.host(), settings.port(), BACKLOG, List.of(), true, Optional.empty())
        .to(Sink.foreach(connection -> open(system, tls, rules, connection)))
        .run(materializer)
        .handle((binding, failure) -> {
          if (failure != null) {
            throw new IllegalStateException(
                "Expected to listen for node agents on %s:%d, but %s. Maybe another controller uses that port."
                    .formatted(settings.host(), settings.port(), reason(failure)),
                failure);
          }
          return new AgentListener(binding, rules);
        });
  }

  /** The port that is listened on. */
  public int port() {
    return binding.localAddress().getPort();
  }

  /** Controllers come or go: the entities of nodes may be moving, and are told who is here. */
  public void unsettled() {
    rules.unsettled();
  }

  /** Nodes whose agents are connected here. */
  public int connected() {
    return rules.connected();
  }

  /** Accepts no further connection; those that are open live on. */
  public CompletionStage<Done> stop() {
    return binding.unbind().thenApply(_ -> Done.getInstance());
  }

  private static void open(
      ActorSystem<?> system, AgentTls tls, SessionRules rules, Tcp.IncomingConnection connection) {
    Materializer materializer = SystemMaterializer.get(system).materializer();
    String peer = connection.remoteAddress().toString();
    long number = rules.nextConnection();
    CompletableFuture<ActorRef<SessionCommand>> standing = new CompletableFuture<>();
    Doorstep.Visitor visitor =
        new Doorstep.Visitor(
            number,
            connection.remoteAddress().getAddress().getHostAddress(),
            System.nanoTime(),
            () -> standing.thenAccept(s -> s.tell(SessionCommand.Signal.CROWDED_OUT)));
    if (!rules.doorstep().enter(visitor)) {
      rules.log().turnedAway(peer);
      connection.handleWith(
          Flow.fromSinkAndSource(Sink.cancelled(), Source.<ByteString>empty()), materializer);
      return;
    }
    Visit visit = new Visit(visitor, peer, rules.intake());
    ActorRef<SessionCommand> session =
        system.systemActorOf(
            AgentSession.create(rules, visit), "agent-session-" + number, Props.empty());
    standing.complete(session);
    tls.plain(
            connection.flow(),
            nodes -> {
              rules.proven(visit); // before its first frame is read
              session.tell(new SessionCommand.Proven(nodes));
            })
        .joinMat(
            Frames.handler(
                visit.intake(),
                outbox -> session.tell(new SessionCommand.Opened(outbox)),
                body -> {
                  Turn turn = new Turn(AgentFrames.decodeAgentMessage(body));
                  session.tell(new SessionCommand.Received(turn));
                  return turn.over();
                }),
            Keep.right())
        .run(materializer)
        .whenComplete((_, failure) -> session.tell(new SessionCommand.Closed(failure)));
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
