package io.pliant.imp.testkit.conformance;

import static io.pliant.imp.testkit.conformance.Stage.outcome;

import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lines, right and wrong; the opening, the end, and a connection that is lost. */
final class LineCases {
  private static final long MOMENT = 500;

  /** In which a client that does not wait would have started and ended. */
  private static final long WHILE = 4 * MOMENT;

  private LineCases() {}

  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("says hello first, and enters a window", LineCases::opening));
    cases.add(new Case("runs alone when there is no agent", LineCases::noAgent));
    cases.add(new Case("says bye at its end", LineCases::bye));
    cases.add(new Case("takes lines in pieces and several at once", LineCases::pieces));
    cases.add(new Case("takes a line of 1 048 576 bytes", s -> longLine(s, 0)));
    cases.add(new Case("ends the connection on a longer line", s -> longLine(s, 1)));
    broken().forEach((name, line) -> cases.add(ends("ends the connection on " + name, line)));
    cases.add(new Case("ends when the agent speaks another version", LineCases::otherVersion));
    cases.add(new Case("ends when it is rejected", LineCases::rejected));
    cases.add(new Case("ends when it is told to stop", LineCases::stop));
    cases.add(new Case("waits for an agent that does not listen yet", LineCases::lateAgent));
    cases.add(new Case("dials again and says hello again", LineCases::dialsAgain));
    return cases;
  }

  private static Map<String, byte[]> broken() {
    Map<String, byte[]> lines = new LinkedHashMap<>();
    lines.put("an unknown command", bytes("cmd=dance task=t-2"));
    lines.put("a field without a value", bytes("cmd=lost task reason=x"));
    lines.put("a line without a command", bytes("task=t-2 reason=x"));
    lines.put("a key twice", bytes("cmd=lost task=t-2 reason=x task=t-2"));
    lines.put("an escape that is none", bytes("cmd=lost task=t-%G2 reason=x"));
    lines.put("an escape above 7F", bytes("cmd=lost task=t-%C3%BC reason=x"));
    lines.put("an empty line", bytes(""));
    lines.put("two spaces", bytes("cmd=lost  task=t-2 reason=x"));
    lines.put("a key in capitals", bytes("cmd=lost Task=t-2 reason=x"));
    lines.put("an outcome that is none", bytes("cmd=outcome adaptation=1 result=fine"));
    byte[] latin = bytes("cmd=lost task=t-2 reason=x");
    latin[latin.length - 2] = (byte) 0xfc;
    lines.put("bytes that are no UTF-8", latin);
    return lines;
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static Case ends(String name, byte[] line) {
    return new Case(
        name,
        stage -> {
          Wire wire = stage.alone("");
          wire.raw(line);
          failed(stage, wire);
        });
  }

  /** The client ends the connection, does not come back, and tells by its exit code. */
  private static void failed(Stage stage, Wire wire) throws Unmet {
    wire.expectEnd();
    stage.client().expectExit(false);
    stage.client().expectNoDial(MOMENT);
  }

  private static void opening(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    wire.expectSilence(MOMENT); // it waits for its welcome
    wire.raw(Client.dressed(Client.welcome(client.self())));
    stage.provesWell(wire, 1);
  }

  private static void noAgent(Stage stage) throws Unmet, IOException {
    Client client = stage.start("turns=50", Client.Agent.NONE);
    client.expectExit(true);
    client.expectNoDial(0);
  }

  private static void bye(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("turns=50");
    wire.expect("bye");
    wire.expectEnd();
    stage.client().expectExit(true);
  }

  private static void pieces(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    Peer peer = stage.peer("t-2");
    String welcome = Client.welcome(client.self()).encode();
    for (byte letter : bytes(welcome)) {
      wire.raw(new byte[] {letter});
    }
    String adapt = Stage.adapt(1, "expand", client.self()).with("joining", peer.member()).encode();
    wire.raw(bytes(welcome + "\n" + adapt + "\n" + adapt));
    wire.expect("enter", 1);
    wire.raw(bytes(Stage.window(1).encode() + "\n" + Stage.window(1).encode()));
    wire.expect("commit", 1);
    wire.raw(bytes(outcome(1, "aborted").encode() + "\n" + outcome(1, "aborted").encode()));
    stage.provesWell(wire, 2);
  }

  private static void longLine(Stage stage, int more) throws Unmet, IOException {
    Wire wire = stage.alone("");
    String start = "cmd=outcome adaptation=1 result=withdrawn filler=";
    int room = WireMessage.MAX_LINE + more - start.length();
    wire.raw(bytes(start + "x".repeat(room)));
    if (more == 0) {
      stage.provesWell(wire, 2);
    } else {
      failed(stage, wire);
    }
  }

  private static void otherVersion(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    String welcome = Client.welcome(client.self()).encode();
    wire.raw(bytes(welcome.replace("version=1", "version=2")));
    failed(stage, wire);
  }

  private static void rejected(Stage stage) throws Unmet, IOException {
    Client client = stage.start("");
    Wire wire = client.accepted();
    wire.say(WireMessage.of("rejected").with("reason", "unknown task"));
    client.expectExit(false);
  }

  private static void stop(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("");
    wire.say(WireMessage.of("stop").with("reason", "the time limit was reached"));
    stage.client().expectExit(false);
  }

  private static void lateAgent(Stage stage) throws Unmet, IOException {
    Client client = stage.start("", Client.Agent.LATE);
    client.expectLife(WHILE);
    client.listen();
    Wire wire = client.accepted();
    wire.say(Client.welcome(client.self()));
    stage.provesWell(wire, 1);
  }

  private static void dialsAgain(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("");
    for (int i = 1; i <= 3; i++) {
      wire.close();
      wire = stage.client().accepted();
      wire.say(Client.welcome(stage.client().self()));
      stage.provesWell(wire, i);
    }
  }
}
