package io.pliant.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A new message must be thought of in every actor: a switch without default makes it so. */
final class SealedSwitchesTest {
  /** Switches with a default that is wanted: class, and how many. */
  private static final Map<String, Integer> WANTED =
      Map.ofEntries(
          // events of later versions may carry the same tag; the switch is over Object
          entry("AccountingReadSide", 1),
          // who is told that a message was too large: all who wait for an answer, nobody else
          entry("UnsentMessages", 3),
          // the front passes on whatever is not about itself, and answers those who wait
          entry("PartitionFront", 2),
          // a message is an order that says something of its own, unless it is named
          entry("WaitingRoom", 2),
          // notices follow four events of many
          entry("GrantNotices", 1));

  @Test
  void shouldHaveNoDefaultInSwitchesOfActorsOverOurSealedTypes() throws IOException {
    Map<String, Integer> found = SealedSwitches.below(Path.of("../actors/src/main/java"));

    assertThat(found)
        .as("switches with default over a sealed type of ours; name each type instead")
        .allSatisfy((file, count) ->
            assertThat(count).as(file).isLessThanOrEqualTo(WANTED.getOrDefault(file, 0)));
  }

  @Test
  void shouldKeepNoExceptionThatNobodyNeeds() throws IOException {
    Map<String, Integer> found = SealedSwitches.below(Path.of("../actors/src/main/java"));

    assertThat(found).containsAllEntriesOf(WANTED);
  }

  @Test
  void shouldCatchThePlantedDefault() throws IOException {
    Map<String, Integer> found = SealedSwitches.below(Path.of("src/test/java"));

    assertThat(found).containsEntry("Shrugging", 1);
  }
}
