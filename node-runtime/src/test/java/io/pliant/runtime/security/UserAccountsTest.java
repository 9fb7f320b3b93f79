package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    accounts.groupId("users");
    Files.writeString(etc.resolve("passwd"), "ada:x:2002:100::/:/\n");
    Files.writeString(etc.resolve("group"), "users:x:200:\n");

    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 1001, 100));
    assertThat(accounts.groupId("users")).isEqualTo(100);
    now.set(START.plusSeconds(61));
    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 2002, 100));
    assertThat(accounts.groupId("users")).isEqualTo(200);
  }

  @Test
  void shouldKeepTheLastAnswerWhileTheDirectoryFails() throws IOException {
    // given
    UserAccounts accounts = accounts();
    accounts.find("ada");
    accounts.groupId("users");

    // when
    for (String file : List.of("passwd", "group")) {
      Files.delete(etc.resolve(file));
      Files.createDirectory(etc.resolve(file)); // to read it fails
    }
    now.set(START.plusSeconds(61));

    // then
    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 1001, 100));
    assertThat(accounts.groupId("users")).isEqualTo(100);
    assertThatThrownBy(() -> accounts.find("bob"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Expected to look up 'bob'");

    // and: it is asked again ten seconds after it failed, and a minute after it was found to fail
    Files.delete(etc.resolve("passwd"));
    Files.writeString(etc.resolve("passwd"), "ada:x:2002:100::/:/\nbob:x:3003:100::/:/\n");
    assertThatThrownBy(() -> accounts.find("bob")).isInstanceOf(IllegalStateException.class);
    now.set(START.plusSeconds(72));
    assertThat(accounts.find("bob")).isEqualTo(new Submitter("bob", 3003, 100));
    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 1001, 100));
    now.set(START.plusSeconds(122));
    assertThat(accounts.find("ada")).isEqualTo(new Submitter("ada", 2002, 100));
  }

  /** While one asks, who comes has the last answer and does not wait. */
  @Test
  void shouldNotLetOthersWaitForAnAnswerThatIsAskedForAnew() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    AtomicInteger times = new AtomicInteger();
    KeptAnswers<Integer> kept =
        new KeptAnswers<>(
            name -> {
              if (times.incrementAndGet() > 1) {
                asked.countDown();
                await(answers);
              }
              return times.get();
            },
            now::get);
    assertThat(kept.of("users")).isEqualTo(1);
    now.set(START.plusSeconds(61));
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<Integer> anew = other.submit(() -> kept.of("users"));
      await(asked);

      assertThat(kept.of("users")).isEqualTo(1);

      answers.countDown();
      assertThat(anew.get(30, TimeUnit.SECONDS)).isEqualTo(2);
      assertThat(kept.of("users")).isEqualTo(2);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private UserAccounts accounts() {
    return UserAccounts.of(etc, now::get);
  }
}
