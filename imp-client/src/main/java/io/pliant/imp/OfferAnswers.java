package io.pliant.imp;

import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Takes offers, asks the program on a thread of its own, and answers. */
final class OfferAnswers {
  private final Consumer<WireMessage> agent;
  private volatile OfferPolicy policy = offer -> Answer.byDefault();
  private int latest;

  OfferAnswers(Consumer<WireMessage> agent) {
    this.agent = agent;
  }

  void policy(OfferPolicy chosen) {
    policy = chosen;
  }

  /** An offer; a repeated one is being answered already, or was: it is answered again. */
  synchronized void take(WireMessage message) {
    Offer offer = read(message);
    if (offer.adaptation() < latest) {
      return;
    }
    latest = offer.adaptation();
    Thread thread = new Thread(() -> answer(offer), "pliant-offer-" + offer.adaptation());
    thread.setDaemon(true);
    thread.start();
  }

  private void answer(Offer offer) {
    Answer answer;
    try {
      answer = policy.answer(offer);
    } catch (RuntimeException e) {
      answer = Answer.refuse("the program's offer policy failed: " + e);
    }
    agent.accept(
        WireMessage.of("answer")
            .with("adaptation", offer.adaptation())
            .with("verdict", answer.verdict().name().toLowerCase(Locale.ROOT))
            .with("nodes", answer.nodes())
            .with("reason", answer.reason()));
  }

  private static Offer read(WireMessage message) {
    String kind = message.need("kind");
    if (!kind.equals("expand") && !kind.equals("shrink")) {
      throw new WireException("Expected an offer to expand or shrink, but got " + kind + ".");
    }
    return new Offer(
        message.number("adaptation"),
        AdaptationKind.valueOf(kind.toUpperCase(Locale.ROOT)),
        message.number("nodes"),
        message.number("size"),
        message.need("mandatory").equals("true"),
        Duration.ofMillis(message.number("deadline-ms")));
  }
}
