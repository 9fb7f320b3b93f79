package io.pliant.imp.examples;

import io.pliant.imp.Answer;
import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.Offer;
import io.pliant.imp.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * What the files of a folder tell a {@link Rehearsal} to do, and where it says what it has come to.
 *
 * <p>{@code hold-PLACE}: whoever comes to that place waits while the file is there. {@code offer}:
 * the answer to offers. {@code request}: a wish; taken away as it is asked. {@code finish}: the
 * end. The program appends to {@code log}: task, node, process, a word, and more.
 */
final class Prompts {
  private static final Duration LOOK = Duration.ofMillis(5);

  private final Path folder;
  private final String self;
  private final List<Request> open = new ArrayList<>();

  /**
   * Prompts in a folder that is there.
   *
   * @param self how this process is called in the log
   */
  private Prompts(Path folder, String self) {
    this.folder = folder;
    this.self = self;
  }

  static Prompts in(String folder) {
    String task = System.getenv().getOrDefault(ImpOptions.TASK, "alone");
    String node = System.getenv().getOrDefault("SLURMD_NODENAME", "-");
    return new Prompts(Path.of(folder), task + " " + node + " " + ProcessHandle.current().pid());
  }

  /** Says what has come to pass. */
  void mark(String words) {
    try {
      Files.writeString(
          folder.resolve("log"),
          self + " " + words.replace('\n', ' ') + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isThere(String file) {
    return Files.exists(folder.resolve(file));
  }

  /** Waits while it is to. */
  void hold(String place) {
    Path file = folder.resolve("hold-" + place);
    if (Files.exists(file)) {
      mark("holds " + place);
      while (Files.exists(file)) {
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
  }

  /** The answer to an offer, once there is one; runs beside the computation. */
  Answer answer(Offer offer) {
    mark("offer %d %s %d".formatted(offer.adaptation(), offer.kind(), offer.nodes()));
    hold("offer");
    String said = read("offer");
    while (said.equals("silence")) {
      LockSupport.parkNanos(LOOK.toNanos());
      said = read("offer");
    }
    String[] words = said.split(" ", 2);
    Answer answer =
        switch (words[0]) {
          case "accept" -> Answer.accept();
          case "refuse" -> Answer.refuse(words[1]);
          case "part" -> Answer.part(Integer.parseInt(words[1]));
          case "counter" -> Answer.counter(Integer.parseInt(words[1]));
          case "" -> Answer.byDefault();
          default ->
              throw new IllegalArgumentException(
                  "Expected accept, refuse, part, counter or silence, but got '" + said + "'.");
        };
    mark("answered %d %s".formatted(offer.adaptation(), answer.verdict()));
    return answer;
  }

  /** Asks what it is to ask, and says what became of earlier wishes. */
  void requests(Imp imp) {
    String wish = read("request");
    if (!wish.isEmpty()) {
      move("request", "request.asked");
      String[] words = wish.split(" ", 2);
      boolean counted = words[1].matches("[0-9]+");
      Request request =
          words[0].equals("grow")
              ? imp.grow(Integer.parseInt(words[1]))
              : counted
                  ? imp.release(Integer.parseInt(words[1]))
                  : imp.release(List.of(words[1].split(",", -1)));
      open.add(request);
      mark("asked " + wish);
    }
    open.removeIf(this::replied);
  }

  private boolean replied(Request request) {
    if (!request.isAnswered()) {
      return false;
    }
    try {
      Request.Reply reply = request.await(Duration.ofSeconds(1)); // it is there
      mark(reply.granted() ? "granted " + reply.adaptation() : "denied " + reply.reason());
      return true;
    } catch (TimeoutException e) {
      throw new IllegalStateException("Expected an answered request, but it has no reply.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file)).strip();
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void move(String from, String to) {
    try {
      Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
