package io.pliant.runtime.controller;

import javax.net.ssl.SSLException;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorContext;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.InternalActorRef;
import org.apache.pekko.stream.impl.FanIn;
import org.apache.pekko.stream.impl.io.TLSActor;

/**
 * One TLS connection of Pekko's remoting. Remoting gives whoever makes its engines nothing to close
 * a connection with, so the actor that runs the engine is told that its input has failed.
 */
record TlsStream(ActorRef actor) {
  /** The one that asks for an engine on this thread. */
  static TlsStream beingMade() {
    scala.collection.Iterator<ActorContext> contexts = ActorCell.contextStack().get().iterator();
    while (contexts.hasNext()) {
      ActorContext context = contexts.next();
      if (context != null) {
        return new TlsStream(context.self());
      }
    }
    throw new IllegalStateException(
        "Expected an actor that makes a TLS engine, but none is being made.");
  }

  /** Closes the connection, whatever its other end does. */
  void end(String reason) {
    actor.tell(
        new FanIn.OnError(TLSActor.TransportIn(), new SSLException(reason)), ActorRef.noSender());
  }

  /** Whether the connection has ended. */
  @SuppressWarnings("deprecation") // in favour of a watching actor, which nobody here is
  boolean over() {
    return actor instanceof InternalActorRef internal && internal.isTerminated();
  }
}
