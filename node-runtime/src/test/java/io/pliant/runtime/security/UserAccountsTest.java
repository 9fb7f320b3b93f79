package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserAccountsTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  @TempDir Path etc;
  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(
        etc.resolve("passwd"),
        "root:x:0:0:root:/root:/bin/bash\n"
            + "ada:x:1001:100:Ada,,,:/home/ada:/bin/sh\n"
            + "bad:x:many:100::/:/\n");
    Files.writeString(etc.resolve("group"), "root:x:0:\nusers:x:100:ada\n");
  }

  @Test
  void shouldReadNumbersFromTheAccountFile() {
    assertThat(accounts().find("ada")).isEqualTo(new Submitter("ada", 1001, 100));
    assertThat(accounts().groupId("users")).isEqualTo(100);
  }

  @Test
  void shouldAskTheSystemWhenTheFileDoesNotKnowTheName() {
    assertThat(accounts().find("daemon")).isEqualTo(UserAccounts.ofSystem().find("daemon"));
  }

  @Test
  void shouldFindNothingWhenNobodyHasTheName() {
    assertThat(accounts().find("nobody-of-this-name")).isNull();
    assertThat(accounts().find("ada; rm -rf /")).isNull();
    assertThat(accounts().find("")).isNull();
    assertThat(accounts().find("bad")).isNull();
    assertThat(accounts().groupId("none-such")).isEqualTo(-1);
  }

  @Test
  void shouldTakeTheNumberWhenTheKernelGivesAUidWithoutAccount() {
    assertThat(accounts().find("4242424")).isEqualTo(new Submitter("4242424", 4242424, 4242424));
  }

  @Test
  void shouldForgetAnAnswerAfterAMinute() throws IOException {
    UserAccounts accounts = accounts();
    accounts.find("ada");
    Files.writeString(etc.resolve("passwd"), "ada:x:2002:100::/:/\n");

    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 1001, 100));
    now.set(START.plusSeconds(61));
    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 2002, 100));
  }

  private UserAccounts accounts() {
    return UserAccounts.of(etc, now::get);
  }
}
