package io.pliant.imp.testkit.conformance;

import static io.pliant.imp.testkit.conformance.Stage.adapt;
import static io.pliant.imp.testkit.conformance.Stage.outcome;
import static io.pliant.imp.testkit.conformance.Stage.window;

import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.util.List;

/** Windows of a client that needs no word with other tasks: alone before, or joining. */
final class WindowCases {
  private static final long MOMENT = 500;

  private WindowCases() {}

  static List<Case> all() {
    return List.of(
        new Case("commits a window and goes on after an abort", WindowCases::commits),
        new Case("gives a window up", WindowCases::aborts),
        new Case("goes on when it is taken back at the window", s -> early(s, "withdrawn")),
        new Case("goes on when the deadline comes first", s -> early(s, "expired")),
        new Case("takes every line of a window twice", WindowCases::twice),
        new Case("says again that it enters and commits", WindowCases::owed),
        new Case("joins a job", WindowCases::joins),
        new Case("ends when it cannot join", WindowCases::joinsInVain));
  }

  private static void commits(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("");
    Peer peer = stage.peer("t-2");
    stage.expand(wire, 1, peer);
    wire.expectSilence(MOMENT); // it waits for the window
    wire.say(window(1));
    wire.expect("commit", 1);
    wire.expectSilence(MOMENT); // it waits for the outcome
    wire.say(outcome(1, "aborted"));
    stage.provesWell(wire, 2);
    stage.provesWell(wire, 3);
  }

  private static void aborts(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("window=abort");
    stage.expand(wire, 1, stage.peer("t-2"));
    wire.say(window(1));
    wire.expect("abort", 1);
    wire.say(outcome(1, "aborted"));
    stage.expand(wire, 2, stage.peer("t-3"));
    wire.say(window(2));
    wire.expect("commit", 2); // the first one only
    wire.say(outcome(2, "aborted"));
    stage.provesWell(wire, 3);
  }

  private static void early(Stage stage, String result) throws Unmet, IOException {
    Wire wire = stage.alone("");
    for (int id = 1; id <= 3; id++) {
      stage.expand(wire, id, stage.peer("t-" + id));
      wire.say(outcome(id, result));
    }
    wire.expectSilence(MOMENT);
  }

  private static void twice(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    WireMessage welcome = Client.welcome(client.self());
    WireMessage adapt =
        adapt(1, "expand", client.self()).with("joining", stage.peer("t-2").member());
    say(wire, welcome);
    say(wire, adapt);
    wire.expect("enter", 1);
    say(wire, adapt);
    say(wire, window(1));
    wire.expect("commit", 1);
    say(wire, welcome);
    say(wire, adapt);
    say(wire, window(1));
    say(wire, outcome(1, "aborted"));
    say(wire, adapt);
    say(wire, window(1));
    wire.expectSilence(MOMENT); // all that is over
    stage.provesWell(wire, 2);
  }

  private static void say(Wire wire, WireMessage message) {
    wire.say(message);
    wire.say(message);
  }

  private static void owed(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("");
    Client client = stage.client();
    Peer peer = stage.peer("t-2");
    stage.expand(wire, 1, peer);
    wire.close();
    wire = client.accepted();
    wire.say(Client.welcome(client.self()));
    wire.say(adapt(1, "expand", client.self()).with("joining", peer.member()));
    wire.expect("enter", 1);
    wire.say(window(1));
    wire.expect("commit", 1);
    wire.close();
    wire = client.accepted();
    wire.say(Client.welcome(client.self()));
    wire.expect("commit", 1);
    wire.say(outcome(1, "aborted"));
    stage.provesWell(wire, 2);
    wire.close();
    wire = client.accepted();
    wire.expectSilence(MOMENT); // nothing is owed
  }

  private static void joins(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Peer first = stage.peer("t-1");
    Wire wire = client.accepted();
    wire.say(Client.welcomeJoining());
    wire.expect("ready");
    wire.close();
    wire = client.accepted();
    wire.say(Client.welcomeJoining());
    wire.expect("ready");
    wire.say(adapt(7, "expand", first.member()).with("joining", client.self()));
    wire.expect("enter", 7);
    wire.say(window(7));
    wire.expect("commit", 7);
    wire.say(outcome(7, "committed"));
    // now it is rank 1: told of a shrink, it tells rank 0 where it can stop
    wire.say(adapt(8, "shrink", first.member(), client.self()).with("leaving", Client.TASK));
    first.expect(14, 1, "at", 8);
  }

  private static void joinsInVain(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    wire.say(Client.welcomeJoining());
    wire.expect("ready");
    wire.say(outcome(7, "withdrawn"));
    wire.expect("bye");
    client.expectExit(true);
  }
}
