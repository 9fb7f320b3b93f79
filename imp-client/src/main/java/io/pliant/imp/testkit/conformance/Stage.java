package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one case has: the client, its agent's end, other tasks; all are gone after it. */
final class Stage implements Closeable {
  private final List<String> command;
  private final long patienceMillis;
  private final List<Peer> peers = new ArrayList<>();
  private @Nullable Client client;

  Stage(List<String> command, long patienceMillis) {
    this.command = command;
    this.patienceMillis = patienceMillis;
  }

  /** Starts the client; words as in {@code PLIANT_CONFORMANCE}. */
  Client start(String words) throws IOException {
    return start(words, Client.Agent.READY);
  }

  /** Starts the client with such an agent. */
  Client start(String words, Client.Agent agent) throws IOException {
    Client fresh = new Client(command, words, agent, patienceMillis);
    client = fresh;
    return fresh;
  }

  Client client() {
    return java.util.Objects.requireNonNull(client, "started");
  }

  /** Starts the client and welcomes it to a world of its own. */
  Wire alone(String words) throws Unmet, IOException {
    Wire wire = start(words).accepted();
    wire.say(Client.welcome(client().self()));
    return wire;
  }

  /** Another task. */
  Peer peer(String task) throws IOException {
    Peer peer = new Peer(task, patienceMillis);
    peers.add(peer);
    return peer;
  }

  /** What the client has printed. */
  String output() {
    return client == null ? "" : client.output();
  }

  /** The line {@code adapt} without joining, leaving and lost tasks. */
  static WireMessage adapt(int id, String kind, Member... old) {
    return WireMessage.of("adapt")
        .with("adaptation", id)
        .with("kind", kind)
        .with("old", Client.list(old));
  }

  /** The line {@code window}. */
  static WireMessage window(int id) {
    return WireMessage.of("window").with("adaptation", id).with("phase", 0);
  }

  /** The line {@code outcome}. */
  static WireMessage outcome(int id, String result) {
    return WireMessage.of("outcome").with("adaptation", id).with("result", result);
  }

  /** An expansion of the client alone by a peer, up to the client's {@code enter}. */
  void expand(Wire wire, int id, Peer peer) throws Unmet {
    wire.say(adapt(id, "expand", client().self()).with("joining", peer.member()));
    wire.expect("enter", id);
  }

  /** The client, alone, still takes part in adaptations. */
  void provesWell(Wire wire, int id) throws Unmet, IOException {
    expand(wire, id, peer("well-" + id));
    wire.say(outcome(id, "withdrawn"));
  }

  @Override
  public void close() throws IOException {
    for (Peer peer : peers) {
      peer.close();
    }
    if (client != null) {
      client.close();
    }
  }
}
