package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.spec.Submitter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class AccessTokensTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Submitter ADA = new Submitter("ada", 1001, 100);

  private final AccessTokens tokens = new AccessTokens("s".repeat(32).getBytes(UTF), "demo");
  private static final Charset UTF = StandardCharsets.UTF_8;

  @Test
  void shouldNameTheUserWhenTheTokenIsValid() {
    String token = tokens.issue(ADA, NOW.plusSeconds(60));

    assertThat(tokens.check(token, NOW)).isEqualTo(new AccessTokens.Verdict.Valid(ADA));
  }

  @Test
  void shouldRefuseWhenTheTokenHasEnded() {
    String token = tokens.issue(ADA, NOW);

    assertThat(tokens.check(token, NOW))
        .isInstanceOfSatisfying(
            AccessTokens.Verdict.Refused.class,
            refused -> assertThat(refused.reason()).contains("ended at 2026-11-20T12:00:00Z"));
  }

  @Test
  void shouldRefuseWhenTheSecretOrTheClusterIsAnother() {
    String token = tokens.issue(ADA, NOW.plusSeconds(60));

    assertThat(new AccessTokens("t".repeat(32).getBytes(UTF), "demo").check(token, NOW))
        .isInstanceOf(AccessTokens.Verdict.Refused.class);
    assertThat(new AccessTokens("s".repeat(32).getBytes(UTF), "prod").check(token, NOW))
        .isInstanceOf(AccessTokens.Verdict.Refused.class);
  }

  @Test
  void shouldRefuseWhenThePayloadWasChanged() {
    String[] parts = tokens.issue(ADA, NOW.plusSeconds(60)).split("\\.");
    String root =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(("root:0:0:" + NOW.plusSeconds(60).getEpochSecond()).getBytes(UTF));

    assertThat(tokens.check(parts[0] + "." + root + "." + parts[2], NOW))
        .isInstanceOf(AccessTokens.Verdict.Refused.class);
  }

  @Test
  void shouldNotIssueWhenTheNameCouldForgeFields() {
    assertThatThrownBy(() -> tokens.issue(new Submitter("a:0", 1, 1), NOW))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 500)
  void shouldRefuseAnyGarbageWithoutFailing(@ForAll String garbage) {
    AccessTokens any = new AccessTokens("s".repeat(32).getBytes(UTF), "demo");

    assertThat(any.check(garbage, NOW)).isInstanceOf(AccessTokens.Verdict.Refused.class);
    assertThat(any.check("plt1." + garbage + "." + garbage, NOW))
        .isInstanceOf(AccessTokens.Verdict.Refused.class);
  }
}
