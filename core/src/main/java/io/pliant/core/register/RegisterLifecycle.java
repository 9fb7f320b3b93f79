package io.pliant.core.register;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rules of the register of nodes: pure and idempotent. */
public final class RegisterLifecycle {
  /** Longest time that a word may wait to be used. */
  public static final Duration LONGEST = Duration.ofDays(7);

  /** Longest host list of a word, in characters; a certificate takes no longer one. */
  public static final int LONGEST_NODES = 4_096;

  private static final int MOST_WORDS = 1_000;
  private static final int MOST_REVOKED = 20_000;

  private RegisterLifecycle() {}

  public static RegisterOutcome decide(RegisterState state, RegisterIntent intent, Instant now) {
    return switch (intent) {
      case RegisterIntent.MakeWord i -> make(state, i, now);
      case RegisterIntent.UseWord i -> use(state, i, now);
      case RegisterIntent.Revoke i -> revoke(state, i, now);
    };
  }

  private static RegisterOutcome make(
      RegisterState state, RegisterIntent.MakeWord make, Instant now) {
    if (state.words().containsKey(make.hash())) {
      return done();
    }
    if (state.open(now).size() >= MOST_WORDS) {
      return refuse(
          "Expected at most %d words that are not over, but there are as many. Wait for some to end."
              .formatted(MOST_WORDS));
    }
    if (make.nodes().length() > LONGEST_NODES) {
      return refuse(
          "Expected a host list of at most %d characters, but got %d. Make several words."
              .formatted(LONGEST_NODES, make.nodes().length()));
    }
    if (!make.until().isAfter(now) || make.until().isAfter(now.plus(LONGEST))) {
      return refuse(
          "Expected a word to end within %d days, but got one until %s."
              .formatted(LONGEST.toDays(), make.until()));
    }
    return new RegisterOutcome(
        new RegisterEvent.WordMade(make.hash(), make.nodes(), make.until(), make.by(), now),
        new RegisterReply.Done());
  }

  private static RegisterOutcome use(RegisterState state, RegisterIntent.UseWord use, Instant now) {
    RegisterState.Word word = state.open(now).get(use.hash());
    if (word == null) {
      return refuse(
          "Expected a word of this cluster that is not over, but got another. Make one: pliant node enroll NODES, at a controller.");
    }
    if (word.key() != null && !word.key().equals(use.key())) {
      return refuse(
          "Expected a word that was not used, but it was. Make another: pliant node enroll NODES, at a controller.");
    }
    RegisterReply granted = new RegisterReply.Granted(word.nodes(), newestRevocation(state, word));
    return new RegisterOutcome(
        word.key() == null ? new RegisterEvent.WordUsed(use.hash(), use.key(), now) : null,
        granted);
  }

  private static @Nullable Instant newestRevocation(RegisterState state, RegisterState.Word word) {
    Instant newest = null;
    for (NodeName node : Hostlist.expand(word.nodes())) {
      Instant at = state.revoked().get(node);
      if (at != null && (newest == null || at.isAfter(newest))) {
        newest = at;
      }
    }
    return newest;
  }

  private static RegisterOutcome revoke(
      RegisterState state, RegisterIntent.Revoke revoke, Instant now) {
    if (state.revoked().size() >= MOST_REVOKED && !state.revoked().containsKey(revoke.node())) {
      return refuse(
          "Expected at most %d nodes to be removed in all, but there are as many. Replace the nodes' authority."
              .formatted(MOST_REVOKED));
    }
    return new RegisterOutcome(
        new RegisterEvent.NodeRevoked(revoke.node(), revoke.by(), now), new RegisterReply.Done());
  }

  private static RegisterOutcome done() {
    return new RegisterOutcome(null, new RegisterReply.Done());
  }

  private static RegisterOutcome refuse(String reason) {
    return new RegisterOutcome(null, new RegisterReply.Refused(Refusal.conflict(reason)));
  }
}
