package io.pliant.imp.examples;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Answer;
import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.PeerGoneException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program with which the Java library is held to the wire protocol: turns and probes, windows
 * without data, and what {@code PLIANT_CONFORMANCE} says (docs/protocol/adapt.md, Conformance).
 */
public final class ConformanceTask {
  private static final long TURN_MILLIS = 2;

  private final Imp imp;
  private final Map<String, String> words;
  private boolean giveUp;

  private ConformanceTask(Imp imp, Map<String, String> words) {
    this.imp = imp;
    this.words = words;
    this.giveUp = words.getOrDefault("window", "").equals("abort");
  }

  /** Runs until it is told to leave, or for its turns. */
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> words = read(System.getenv().getOrDefault("PLIANT_CONFORMANCE", ""));
    ImpOptions options = ImpOptions.fromEnvironment(System.getenv());
    String answer = words.getOrDefault("offer", "default");
    try (Imp imp = Imp.init(options, offer -> answer(answer))) {
      new ConformanceTask(imp, words).turn();
    } catch (IOException | RuntimeException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static Map<String, String> read(String text) {
    Map<String, String> words = new TreeMap<>();
    for (String word : text.split(" ", -1)) {
      String[] parts = word.split("=", 2);
      if (parts.length == 2 && List.of("turns", "offer", "request", "window").contains(parts[0])) {
        words.put(parts[0], parts[1]);
      } else if (!word.isEmpty()) {
        throw new IllegalArgumentException(
            "Expected turns=, offer=, request= or window=, but got '" + word + "'.");
      }
    }
    return words;
  }

  private void turn() throws InterruptedException {
    boolean enter = imp.status() == LocalStatus.JOINING;
    if (!enter) {
      request(words.getOrDefault("request", ""));
    }
    long turns = Long.parseLong(words.getOrDefault("turns", "" + Long.MAX_VALUE));
    for (long i = 0; i < turns; i++) {
      Thread.sleep(TURN_MILLIS);
      try {
        if (enter || imp.probe()) {
          enter = false;
          window();
          if (!imp.isMember()) {
            return;
          }
        }
      } catch (PeerGoneException e) {
        enter = true;
      }
    }
  }

  private void window() {
    try (Window window = imp.begin()) {
      if (!window.isOpen()) {
        return;
      }
      if (giveUp && window.kind() != AdaptationKind.LOSS) {
        giveUp = false;
        Outcome unused = window.abort("as it was told");
      } else {
        Outcome unused = window.commit();
      }
    }
  }

  private static Answer answer(String text) {
    String[] parts = text.split(":", 2);
    return switch (parts[0]) {
      case "accept" -> Answer.accept();
      case "part" -> Answer.part(Integer.parseInt(parts[1]));
      case "counter" -> Answer.counter(Integer.parseInt(parts[1]));
      case "refuse" -> Answer.refuse(parts[1]);
      default -> Answer.byDefault();
    };
  }

  private void request(String text) {
    String[] parts = text.split(":", 2);
    if (parts[0].equals("grow")) {
      imp.grow(Integer.parseInt(parts[1]));
    } else if (parts[0].equals("release") && parts[1].matches("[0-9]+")) {
      imp.release(Integer.parseInt(parts[1]));
    } else if (parts[0].equals("release")) {
      imp.release(List.of(parts[1].split("\\+", -1)));
    }
  }
}
