package io.pliant.runtime.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoginWordsTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final Submitter ADA = new Submitter("ada", 1001, 1001);
  private static final Submitter BOB = new Submitter("bob", 1002, 1002);

  private final LoginWords words = new LoginWords();

  @Test
  void shouldLogInOnceWhomTheWordIsOf() {
    LoginWords.Word of = words.make(ADA, NOW);

    assertThat(words.use(of.text(), NOW)).isEqualTo(ADA);
    assertThat(words.use(of.text(), NOW)).isNull();
  }

  @Test
  void shouldKnowNoOtherWord() {
    words.make(ADA, NOW);

    assertThat(words.use("", NOW)).isNull();
    assertThat(words.use("x".repeat(43), NOW)).isNull();
  }

  @Test
  void shouldForgetAWordAfterTwoMinutes() {
    LoginWords.Word of = words.make(ADA, NOW);

    assertThat(of.until()).isEqualTo(NOW.plus(LoginWords.GOOD));
    assertThat(words.use(of.text(), of.until())).isNull();
  }

  @Test
  void shouldKeepWhatOthersHaveWhileOneMakesMany() {
    LoginWords.Word ofBob = words.make(BOB, NOW);
    List<String> ofAda = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      ofAda.add(words.make(ADA, NOW).text());
    }

    assertThat(words.use(ofBob.text(), NOW)).isEqualTo(BOB);
    assertThat(ofAda.stream().filter(word -> words.use(word, NOW) != null)).hasSize(8);
  }

  @Test
  void shouldBoundWhatAllHaveTogether() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      all.add(words.make(new Submitter("user" + i, i, i), NOW).text());
    }

    assertThat(all.stream().filter(word -> words.use(word, NOW) != null)).hasSize(256);
  }
}
