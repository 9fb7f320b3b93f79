package io.pliant.imp.testkit.conformance;

import static io.pliant.imp.testkit.conformance.Stage.adapt;
import static io.pliant.imp.testkit.conformance.Stage.outcome;
import static io.pliant.imp.testkit.conformance.Stage.window;

import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.util.List;

/** The client among other tasks: who may connect, where all stop, who is lost. */
final class PeerCases {
  private static final String PEER = "t-9";
  private static final long MOMENT = 500;

  /** Longer than the silence after which a peer counts as gone. */
  private static final long SILENCE = 45_000;

  private PeerCases() {}

  static List<Case> all() {
    return List.of(
        new Case("lets nobody in who does not know the secret", PeerCases::strangers),
        new Case("gives signs of life", PeerCases::livesOn),
        new Case("stops where rank 0 says", s -> follows(s, false)),
        new Case("leaves the job when it is told to", s -> follows(s, true)),
        new Case("tells all where to stop as rank 0", PeerCases::leads),
        new Case("raises the target when a task has passed it", PeerCases::raises),
        new Case("goes on when it is taken back while it waits to stop", PeerCases::setFree),
        new Case("tells of a task whose connection ends, and goes on without it", PeerCases::loses),
        new Case("tells of a task that it cannot dial", PeerCases::cannotDial),
        new Case("tells of a task that is silent", PeerCases::silent),
        new Case("hears of a lost task from the agent", PeerCases::hearsOfLoss),
        new Case("loses nobody by a goodbye", PeerCases::goodbye));
  }

  /** The client and a peer that has dialled it: the client as that rank of two. */
  private record Pair(Client client, Wire wire, Peer peer, int rank) {
    Member[] world() {
      Member other = peer.member();
      return rank == 0 ? new Member[] {client.self(), other} : new Member[] {other, client.self()};
    }

    /** A shrink by whoever is rank 1 up to the client's {@code at}. */
    void arm(int id) {
      String leaving = rank == 0 ? PEER : Client.TASK;
      wire.say(adapt(id, "shrink", world()).with("leaving", leaving));
    }
  }

  private static Pair pair(Stage stage, int rank, boolean dialled) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    Pair pair = new Pair(client, wire, stage.peer(PEER), rank);
    wire.raw(Client.dressed(Client.welcome(pair.world())));
    if (dialled) {
      pair.peer.dial(client.self());
    }
    return pair;
  }

  private static void strangers(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, false);
    for (String greeting :
        List.of(
            "pliant-comm 1 guess " + PEER,
            "pliant-comm 2 " + Client.SECRET + " " + PEER,
            "GET / HTTP/1.1")) {
      Peer stranger = stage.peer("t-0");
      stranger.dial(pair.client.self(), greeting);
      stranger.expect(Peer.END);
    }
    pair.peer.dial(pair.client.self());
    pair.peer.expect(Peer.ALIVE);
    pair.wire.expectSilence(MOMENT); // strangers are no lost tasks
  }

  private static void livesOn(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 1, true);
    for (int i = 0; i < 3; i++) {
      pair.peer.expect(Peer.ALIVE);
    }
  }

  /** The client as rank 1 of 2, and as rank 0 stands: at, target, arrived, go. */
  private static long rendezvous(Pair pair, int context, int id) throws Unmet, IOException {
    long at = pair.peer.expect(context, 1, "at", id);
    Unmet.unless(at >= 1, "a probe from 1 on", at);
    pair.peer.say(context, 0, "target " + id + " " + (at + 20));
    Unmet.unless(
        pair.peer.expect(context, 1, "arrived", id) == at + 20, "to arrive at the target", at);
    return at + 20;
  }

  private static void follows(Stage stage, boolean leaves) throws Unmet, IOException {
    Pair pair = pair(stage, 1, !leaves); // when it is not dialled it dials itself
    Member third = stage.peer("t-10").member();
    if (leaves) {
      pair.arm(3);
    } else {
      pair.wire.say(adapt(3, "expand", pair.world()).with("joining", third));
    }
    long probe = rendezvous(pair, 0, 3);
    pair.wire.expectSilence(MOMENT); // it waits until all stand there
    pair.peer.say(0, 0, "go 3 " + probe);
    pair.wire.expect("enter", 3);
    pair.wire.say(window(3));
    pair.wire.expect("commit", 3);
    pair.wire.say(outcome(3, leaves ? "committed" : "aborted"));
    if (leaves) {
      pair.wire.expect("bye");
      pair.peer.expect(Peer.GOODBYE);
      pair.client.expectExit(true);
      return;
    }
    // the probe of the window without commit is passed: it can stop at a later one
    pair.arm(4);
    long next = pair.peer.expect(0, 1, "at", 4);
    if (next == probe) { // said before it had looked: it must say so when that is the target
      pair.peer.say(0, 0, "target 4 " + next);
      next = pair.peer.expect(0, 1, "at", 4);
    }
    Unmet.unless(next > probe, "a probe after " + probe, next);
  }

  private static void leads(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, true);
    pair.arm(3);
    pair.peer.say(0, 1, "at 3 100000");
    Unmet.unless(
        pair.peer.expect(0, 0, "target", 3) == 100_000, "the largest probe as target", "less");
    pair.wire.say(outcome(3, "withdrawn")); // it would take minutes
    pair.arm(4);
    pair.peer.say(0, 1, "at 4 1");
    long target = pair.peer.expect(0, 0, "target", 4);
    target = settled(pair, 4, target);
    Unmet.unless(pair.peer.expect(0, 0, "go", 4) == target, "go for the target", target);
    pair.wire.expect("enter", 4);
    pair.wire.say(window(4));
    pair.wire.expect("commit", 4);
    pair.wire.say(outcome(4, "committed"));
    stage.provesWell(pair.wire, 5); // it is alone now
  }

  /** Arrives at the target, and again at a later one when the client itself has passed it. */
  private static long settled(Pair pair, int id, long target) throws Unmet, IOException {
    long last = target;
    while (true) {
      pair.peer.say(0, 1, "arrived " + id + " " + last);
      String next = pair.peer.next("go or a later target");
      String later = "0 0/0 target " + id + " ";
      if (!next.startsWith(later)) {
        Unmet.unless(next.equals("0 0/0 go " + id + " " + last), "go for " + last, next);
        pair.peer.again(next);
        return last;
      }
      last = Long.parseLong(next.substring(later.length()));
    }
  }

  private static void raises(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, true);
    pair.arm(3);
    pair.peer.say(0, 1, "at 3 1");
    long target = pair.peer.expect(0, 0, "target", 3);
    long later = target + 50;
    pair.peer.say(0, 1, "at 3 " + later);
    long raised = pair.peer.expect(0, 0, "target", 3);
    while (raised < later) {
      raised = pair.peer.expect(0, 0, "target", 3); // it had passed the first itself
    }
    long agreed = settled(pair, 3, raised);
    Unmet.unless(agreed >= later, "a target of at least " + later, agreed);
    pair.wire.expect("enter", 3);
  }

  private static void setFree(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 1, true);
    for (int id = 3; id <= 5; id++) {
      pair.arm(id);
      rendezvous(pair, 0, id);
      pair.wire.say(outcome(id, id % 2 == 0 ? "withdrawn" : "expired"));
    }
    pair.arm(6);
    long probe = rendezvous(pair, 0, 6);
    pair.peer.say(0, 0, "go 6 " + probe);
    pair.wire.expect("enter", 6);
  }

  private static void survives(Stage stage, Pair pair) throws Unmet, IOException {
    pair.wire.say(adapt(5, "loss", pair.world()).with("lost", PEER));
    pair.wire.expect("enter", 5);
    pair.wire.say(window(5));
    pair.wire.expect("commit", 5);
    pair.wire.say(outcome(5, "committed"));
    stage.provesWell(pair.wire, 6);
  }

  private static void lost(Wire wire) throws Unmet {
    WireMessage lost = wire.expect("lost");
    Unmet.unless(lost.need("task").equals(PEER), "the loss of " + PEER, lost.encode());
  }

  private static void loses(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, true);
    pair.peer.expect(Peer.ALIVE);
    pair.peer.die();
    lost(pair.wire);
    survives(stage, pair);
  }

  private static void cannotDial(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 1, false);
    pair.peer.die();
    pair.arm(3); // it has something to say to rank 0
    lost(pair.wire);
    pair.wire.say(outcome(3, "aborted"));
    survives(stage, pair);
  }

  private static void silent(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, true);
    pair.peer.expect(Peer.ALIVE);
    pair.wire.expectWithin(SILENCE, "lost");
    survives(stage, pair);
  }

  private static void hearsOfLoss(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 0, false);
    pair.wire.say(WireMessage.of("lost").with("task", PEER).with("reason", "its node is down"));
    pair.wire.say(adapt(5, "loss", pair.world()).with("lost", PEER));
    WireMessage next = pair.wire.next("enter");
    if (next.command().equals("lost")) { // it may say so, too
      next = pair.wire.next("enter");
    }
    Unmet.unless(next.command().equals("enter"), "the line enter", next.encode());
    pair.wire.say(window(5));
    pair.wire.expect("commit", 5);
    pair.wire.say(outcome(5, "committed"));
    stage.provesWell(pair.wire, 6);
  }

  private static void goodbye(Stage stage) throws Unmet, IOException {
    Pair pair = pair(stage, 1, true);
    pair.peer.expect(Peer.ALIVE);
    pair.peer.leave();
    pair.peer.expect(Peer.END);
    pair.wire.expectSilence(4 * MOMENT);
  }
}
