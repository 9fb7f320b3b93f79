package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.util.List;

/** Offers and requests. */
final class DialogueCases {
  private static final long MOMENT = 500;

  private DialogueCases() {}

  static List<Case> all() {
    return List.of(
        new Case("leaves an offer to the submission", s -> offer(s, "", "default", 0)),
        new Case("accepts an offer", s -> offer(s, "offer=accept", "accept", 0)),
        new Case("accepts a part of an offer", s -> offer(s, "offer=part:2", "part", 2)),
        new Case("counters an offer", s -> offer(s, "offer=counter:5", "counter", 5)),
        new Case("refuses an offer", s -> offer(s, "offer=refuse:busy", "refuse", 0)),
        new Case("asks to grow", s -> request(s, "request=grow:3", "grow", 3)),
        new Case("asks to release", s -> request(s, "request=release:2", "release", 2)),
        new Case("asks to release by name", DialogueCases::names),
        new Case("goes through a granted request", DialogueCases::granted));
  }

  private static WireMessage offer(int id, String kind) {
    return WireMessage.of("offer")
        .with("adaptation", id)
        .with("kind", kind)
        .with("nodes", 3)
        .with("size", 4)
        .with("mandatory", false)
        .with("deadline-ms", 60_000);
  }

  private static void offer(Stage stage, String words, String verdict, int nodes)
      throws Unmet, IOException {
    Wire wire = stage.alone(words);
    for (int round = 0; round < 2; round++) { // said twice, it is answered twice
      wire.say(offer(4, "expand"));
      answered(wire, 4, verdict, nodes);
    }
    wire.close();
    wire = stage.client().accepted();
    wire.say(Client.welcome(stage.client().self()));
    wire.say(offer(4, "expand"));
    answered(wire, 4, verdict, nodes);
    wire.say(Stage.outcome(4, "withdrawn"));
    wire.say(offer(5, "shrink"));
    answered(wire, 5, verdict, nodes);
  }

  private static void answered(Wire wire, int id, String verdict, int nodes) throws Unmet {
    WireMessage answer = wire.expect("answer", id);
    Unmet.unless(
        answer.need("verdict").equals(verdict) && answer.number("nodes") == nodes,
        "the verdict " + verdict + " with nodes=" + nodes,
        answer.encode());
    boolean reasoned = !verdict.equals("refuse") || answer.need("reason").equals("busy");
    Unmet.unless(reasoned, "reason=busy", answer.encode());
  }

  private static WireMessage asked(Wire wire, String kind, int nodes) throws Unmet {
    WireMessage request = wire.expect("request");
    Unmet.unless(
        request.need("kind").equals(kind) && request.number("nodes") == nodes,
        "a request to " + kind + " " + nodes,
        request.encode());
    Unmet.unless(!request.need("request").isEmpty(), "a word for the request", request.encode());
    return request;
  }

  private static void request(Stage stage, String words, String kind, int nodes)
      throws Unmet, IOException {
    Wire wire = stage.alone(words);
    WireMessage first = asked(wire, kind, nodes);
    wire.close();
    wire = stage.client().accepted();
    wire.say(Client.welcome(stage.client().self()));
    WireMessage second = asked(wire, kind, nodes);
    Unmet.unless(first.equals(second), "the same request again", second.encode());
    WireMessage denied =
        WireMessage.of("denied").with("request", first.need("request")).with("reason", "no");
    wire.say(denied);
    wire.say(denied);
    stage.provesWell(wire, 1);
    wire.close();
    wire = stage.client().accepted();
    wire.say(Client.welcome(stage.client().self()));
    wire.expectSilence(MOMENT); // it is answered
  }

  private static void names(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("request=release:n7+n9");
    WireMessage request = asked(wire, "release", 2);
    Unmet.unless(
        request.list("names").equals(List.of("n7", "n9")), "names=n7,n9", request.encode());
  }

  private static void granted(Stage stage) throws Unmet, IOException {
    Wire wire = stage.alone("request=grow:1");
    Peer peer = stage.peer("t-2");
    WireMessage granted =
        WireMessage.of("granted")
            .with("request", asked(wire, "grow", 1).need("request"))
            .with("adaptation", 1);
    wire.say(granted);
    wire.say(granted);
    stage.expand(wire, 1, peer);
    wire.say(Stage.window(1));
    wire.expect("commit", 1);
    wire.say(Stage.outcome(1, "committed"));
    wire.expectSilence(MOMENT);
  }
}
