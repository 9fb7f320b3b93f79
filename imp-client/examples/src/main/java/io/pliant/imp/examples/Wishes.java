package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.Request;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a program ask for another size at given steps, one request after the other: {@code
 * 40:grow:2,90:release:1} asks for two more nodes at step 40. A wish that is denied is dropped.
 */
final class Wishes implements Show {
  private final Deque<Wish> left = new ArrayDeque<>();
  private final Show then;
  private @Nullable Request asked;

  private Wishes(Show then) {
    this.then = then;
  }

  private record Wish(long step, boolean grow, int nodes) {}

  /** Those wishes, none for an empty text; {@link IllegalArgumentException} says what is wrong. */
  static Show of(String list, Show then) {
    Wishes wishes = new Wishes(then);
    for (String word : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      if (!word.matches("[0-9]{1,9}:(grow|release):[1-9][0-9]{0,4}")) {
        throw new IllegalArgumentException(
            "Expected wishes such as 40:grow:2, but got '" + word + "'.");
      }
      String[] parts = word.split(":", -1);
      wishes.left.add(
          new Wish(Long.parseLong(parts[0]), parts[1].equals("grow"), Integer.parseInt(parts[2])));
    }
    return wishes.left.isEmpty() ? then : wishes;
  }

  @Override
  public void stepDone(Imp imp, long step) {
    Wish next = left.peek();
    if (next != null
        && step >= next.step
        && imp.isMember()
        && imp.world().rank() == 0
        && !isOnItsWay(imp)) {
      left.remove();
      int nodes = next.nodes;
      asked = next.grow ? imp.grow(nodes) : imp.release(nodes);
    }
    then.stepDone(imp, step);
  }

  private boolean isOnItsWay(Imp imp) {
    Request request = asked;
    if (request == null || !request.isAnswered()) {
      return request != null;
    }
    try {
      Request.Reply reply = request.await(Duration.ofSeconds(1)); // it is there
      return reply.granted() && imp.outcome(reply.adaptation()) == null;
    } catch (TimeoutException e) {
      throw new IllegalStateException("Expected an answered request, but it has no reply.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void say(String line) {
    then.say(line);
  }
}
