package io.pliant.runtime.controller.agents;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.AgentTruth;
import io.pliant.runtime.bounds.ByteBudget;
import io.pliant.runtime.frames.Intake;
import io.pliant.runtime.security.PeerIdentity;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.RecipientRef;
import org.jspecify.annotations.Nullable;

/** What all sessions of one listener share: whom to accept, where to send, who is connected. */
final class SessionRules {
  /** Largest body of a frame of who shows no certificate, in bytes. */
  static final int WORD_BODY = 8 * 1024;

  /** Largest body of a frame before the hello was believed, in bytes. */
  static final int HELLO_BODY = 256 * 1024;

  /** Largest body of a frame of a node, in bytes; a report of 65 536 tasks needs half of it. */
  static final int NODE_BODY = 4 * 1024 * 1024;

  /** Nodes that one controller speaks to at a time. */
  static final int MOST_NODES = 16_384;

  private static final Duration FRAME_WITHIN = Duration.ofSeconds(30);

  private final Function<NodeName, ? extends RecipientRef<NodeCommand>> entities;
  private final ConcurrentHashMap<NodeName, ActorRef<SessionCommand>> sessions =
      new ConcurrentHashMap<>();
  private final Enroller enroller;
  private final Revocations revocations;
  private final AtomicLong connections = new AtomicLong();
  private final Doorstep doorstep = new Doorstep();
  private final SessionLog log = new SessionLog();

  /** Without a certificate: only a one-time word. */
  private final Intake.Terms toNobody =
      new Intake.Terms(WORD_BODY, FRAME_WITHIN, ByteBudget.ofHeap(128, 64L * WORD_BODY));

  /** Before the hello: only who it is and what runs there. */
  private final Intake.Terms toStrangers =
      new Intake.Terms(HELLO_BODY, FRAME_WITHIN, ByteBudget.ofHeap(64, 2L * HELLO_BODY));

  private final Intake.Terms toNodes =
      new Intake.Terms(NODE_BODY, FRAME_WITHIN, ByteBudget.ofHeap(16, 2L * NODE_BODY));

  SessionRules(
      ActorSystem<?> system,
      Enroller enroller,
      Function<NodeName, ? extends RecipientRef<NodeCommand>> entities) {
    this.enroller = enroller;
    this.entities = entities;
    this.revocations = new Revocations(system, enroller.register(), this::lookAgain);
  }

  /** Begins to hear of nodes that are removed. */
  void start() {
    revocations.start();
  }

  /** False while it is not known which certificates count no more. */
  boolean knowsRevocations() {
    return revocations.known();
  }

  /** Lets new nodes in. */
  Enroller enroller() {
    return enroller;
  }

  /** Why the certificate of a node does not count any more, or null while it does. */
  @Nullable String revoked(NodeName node, PeerIdentity.Nodes peer) {
    return revocations.refusal(node, peer.issued());
  }

  /** Nodes whose agents are connected. */
  int connected() {
    return sessions.size();
  }

  /** Controllers come or go: the entities of nodes may be moving. */
  void unsettled() {
    sessions.values().forEach(session -> session.tell(SessionCommand.Signal.UNSETTLED));
  }

  private void lookAgain(Set<NodeName> nodes) {
    for (NodeName node : nodes) {
      ActorRef<SessionCommand> session = sessions.get(node);
      if (session != null) {
        session.tell(SessionCommand.Signal.LOOK_AGAIN);
      }
    }
  }

  /** Why this hello is not accepted, or null when it is. */
  @Nullable String refusal(AgentMessage.Hello hello, PeerIdentity.Nodes peer) {
    if (hello.protocol() != AgentMessage.PROTOCOL) {
      return "Expected agent protocol %d, but node %s speaks %d. Run the same version of pliant on both."
          .formatted(AgentMessage.PROTOCOL, hello.node(), hello.protocol());
    }
    String claim = AgentTruth.hello(hello);
    if (claim != null) {
      return claim;
    }
    if (sessions.size() >= MOST_NODES && !sessions.containsKey(hello.node())) {
      return "Expected at most %d nodes at one controller, but node %s is one more. It comes again, at another controller."
          .formatted(MOST_NODES, hello.node());
    }
    return peer.covers(hello.node())
        ? revoked(hello.node(), peer)
        : "Expected a hello of a node that the certificate names, but it is of %s. Give the agent there a certificate of its own."
            .formatted(hello.node());
  }

  /** Number of the next connection, from 1. */
  long nextConnection() {
    return connections.incrementAndGet();
  }

  /** Connections that have not said their hello. */
  Doorstep doorstep() {
    return doorstep;
  }

  /** What is told of peers that do wrong. */
  SessionLog log() {
    return log;
  }

  /** What comes in on a new connection. */
  Intake intake() {
    return new Intake(toNobody);
  }

  /** A certificate was shown. */
  void proven(Visit visit) {
    visit.intake().change(toStrangers);
  }

  /**
   * The hello was believed: the connection may send what nodes send, in place of an older one of
   * the same node.
   */
  void admit(Visit visit, NodeName node, ActorRef<SessionCommand> session) {
    doorstep.leave(visit.visitor());
    visit.intake().change(toNodes);
    ActorRef<SessionCommand> older = sessions.put(node, session);
    if (older != null) {
      older.tell(SessionCommand.Signal.SUPERSEDED);
    }
    log.admitted(node, visit.peer());
  }

  RecipientRef<NodeCommand> entityOf(NodeName node) {
    return entities.apply(node);
  }

  /** The session is over; a newer one of the same node stays. */
  void unregister(NodeName node, ActorRef<SessionCommand> session) {
    sessions.remove(node, session);
  }
}
