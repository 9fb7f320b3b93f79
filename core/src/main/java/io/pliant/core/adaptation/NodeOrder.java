package io.pliant.core.adaptation;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a node's agent is to tell a job's tasks there. It is a state: the newest holds, an older
 * one is dropped, and hearing it twice changes nothing.
 *
 * @param version rises with what it says; never falls, whichever controller speaks
 * @param secret opens connections between tasks
 * @param first the first world by rank; empty before all its tasks have said hello
 * @param offer for rank 0, when it is on the node, or null
 * @param adapt for all who take part, or null
 * @param outcomes how the newest adaptations ended, oldest first
 * @param replies to requests
 */
public record NodeOrder(
    JobId job,
    int attempt,
    long version,
    String secret,
    List<Member> first,
    @Nullable Offer offer,
    @Nullable Adapt adapt,
    List<Outcome> outcomes,
    List<Reply> replies) {
  public NodeOrder {
    first = List.copyOf(first);
    outcomes = List.copyOf(outcomes);
    replies = List.copyOf(replies);
  }

  /** By its number alone: it is put into sets once for each node, and worlds are long. */
  @Override
  public int hashCode() {
    return Objects.hash(job, attempt, version);
  }

  /** True when the other order differs in nothing but its number. */
  boolean saysTheSame(NodeOrder other) {
    return new NodeOrder(
            job, attempt, other.version, secret, first, offer, adapt, outcomes, replies)
        .equals(other);
  }

  /**
   * An offer.
   *
   * @param task rank 0's word
   * @param kind word of the adapt protocol
   * @param nodes that would come or go
   * @param size the job's nodes afterwards
   * @param deadline when it expires
   */
  public record Offer(
      int number,
      String task,
      String kind,
      int nodes,
      int size,
      boolean mandatory,
      Instant deadline) {}

  /**
   * An armed adaptation.
   *
   * @param kind word of the adapt protocol
   * @param window whether the window is open
   * @param phase at which it opened
   */
  public record Adapt(
      int number,
      String kind,
      List<Member> old,
      List<Member> joining,
      List<String> leaving,
      List<String> lost,
      boolean window,
      int phase) {
    public Adapt {
      old = List.copyOf(old);
      joining = List.copyOf(joining);
      leaving = List.copyOf(leaving);
      lost = List.copyOf(lost);
    }
  }

  /**
   * The end of an adaptation.
   *
   * @param result word of the adapt protocol
   * @param tasks words of those on the node who took part
   */
  public record Outcome(int number, String result, List<String> tasks) {
    public Outcome {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * The answer to a request.
   *
   * @param number the adaptation that was granted, or 0 when it was denied
   * @param reason why it was denied, or empty
   */
  public record Reply(String request, int number, String reason) {}
}
