package io.pliant.runtime.controller.agents;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.core.id.Refusal;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.register.RegisterReply;
import io.pliant.identity.Authority;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import io.pliant.runtime.security.EnrollProof;
import io.pliant.runtime.security.EnrollWord;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Gives the agent of new nodes its certificate for a one-time word.
 *
 * @param nodes signs it
 */
public record Enroller(
    RegisterGateway register, Authority nodes, String cluster, InstantSource clock) {
  /** Certificates have whole seconds. */
  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  /** Enrolled, or Rejected with the reason, also when the cluster does not answer. */
  CompletionStage<ControllerMessage> answer(AgentMessage.Enroll request) {
    return enroll(request)
        .exceptionally(_ ->
            new ControllerMessage.Rejected(
                "Expected the cluster to answer, but it did not. Try again with the same word."));
  }

  private CompletionStage<ControllerMessage> enroll(AgentMessage.Enroll request) {
    PublicKey key;
    try {
      key = EnrollProof.check(request);
    } catch (GeneralSecurityException e) {
      return CompletableFuture.completedStage(
          new ControllerMessage.Rejected(
              "Expected an EC key that signs its own request, but: " + e.getMessage()));
    }
    return register
        .useWord(new EnrollWord("", request.secret()).hash(), EnrollWord.sha256(key.getEncoded()))
        .thenApply(answer ->
            switch (answer) {
              case Answer.Accepted<RegisterReply.Granted>(RegisterReply.Granted granted) ->
                  enrolled(granted, key);
              case Answer.Rejected<RegisterReply.Granted>(Refusal refusal) ->
                  new ControllerMessage.Rejected(refusal.reason());
            });
  }

  private ControllerMessage enrolled(RegisterReply.Granted granted, PublicKey key) {
    X509Certificate certificate =
        nodes.issue(
            Identity.nodes(cluster, granted.nodes()),
            key,
            List.of(),
            start(granted.after()),
            Authority.CERTIFICATE_LASTS);
    return new ControllerMessage.Enrolled(granted.nodes(), PemFile.text(List.of(certificate)));
  }

  /** After any removal of these nodes, even when the clock of that controller was ahead. */
  private Instant start(@Nullable Instant after) {
    Instant now = clock.instant();
    Instant least = after == null ? now : after.plus(RESOLUTION).plus(RESOLUTION);
    return (now.isAfter(least) ? now : least).truncatedTo(ChronoUnit.SECONDS);
  }
}
