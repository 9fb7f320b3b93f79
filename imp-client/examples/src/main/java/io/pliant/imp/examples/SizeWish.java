package io.pliant.imp.examples;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Answer;
import io.pliant.imp.Imp;
import io.pliant.imp.Offer;
import io.pliant.imp.Request;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes a program of its own mind wants: asks for more, gives back, and answers offers
 * accordingly. One node for each task is assumed; with more tasks on a node it asks for too many,
 * which costs nothing but nodes.
 */
final class SizeWish {
  private final Imp imp;
  private final int most;
  private volatile int wanted = 1;
  private @Nullable Request asked;
  private int deniedAt;

  SizeWish(Imp imp, int most) {
    this.imp = imp;
    this.most = most;
  }

  /** Offers above the wish are refused or cut down. Runs on another thread. */
  Answer answer(Offer offer) {
    if (offer.kind() != AdaptationKind.EXPAND) {
      return Answer.byDefault();
    }
    int room = wanted - (offer.size() - offer.nodes());
    if (room < 1) {
      return Answer.refuse("there is no work for more nodes");
    }
    return room < offer.nodes() ? Answer.part(room) : Answer.accept();
  }

  /** There is work for so many nodes: asks, unless an earlier wish is on its way. */
  void wish(int nodes, int size) {
    wanted = Math.max(1, Math.min(nodes, most));
    if (isOpen() || imp.pending() || wanted == deniedAt) {
      return;
    }
    int worthWhile = size - Math.max(1, size / 4); // a window for less costs more than it gives
    if (wanted > size) {
      asked = imp.grow(wanted - size);
    } else if (wanted <= worthWhile) {
      asked = imp.release(size - wanted);
    }
  }

  /** Whether a request waits for its reply, or was granted and its window is still to come. */
  private boolean isOpen() {
    Request request = asked;
    if (request == null) {
      return false;
    }
    if (!request.isAnswered()) {
      return true;
    }
    Request.Reply reply = reply(request);
    if (reply.granted() && imp.outcome(reply.adaptation()) == null) {
      return true;
    }
    asked = null;
    deniedAt = wanted; // not again until the wish or the size is another
    return false;
  }

  private static Request.Reply reply(Request request) {
    try {
      return request.await(Duration.ofSeconds(1)); // it is there
    } catch (TimeoutException e) {
      throw new IllegalStateException("Expected an answered request, but it has no reply.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Expected a reply, but the thread was interrupted.", e);
    }
  }

  /** The size has changed, or might have: earlier wishes and refusals are over. */
  void settled() {
    if (asked != null && asked.isAnswered()) {
      asked = null;
    }
    deniedAt = 0;
  }
}
