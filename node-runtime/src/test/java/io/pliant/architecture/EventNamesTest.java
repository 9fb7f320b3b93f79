package io.pliant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A journal names each event by its class: an event that is renamed or moved can no longer be read.
 * The list in event-classes.txt only grows.
 */
final class EventNamesTest {
  @Test
  void shouldKeepTheNameOfEveryEventWhenCodeMoves() throws IOException {
    // given
    List<String> recorded;
    try (InputStream list = EventNamesTest.class.getResourceAsStream("event-classes.txt")) {
      assertThat(list).isNotNull();
      recorded =
          new String(list.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .toList();
    }

    // when
    List<String> found =
        HouseClasses.ofTheHouse().stream()
            .filter(JavaClass::isRecord)
            .filter(EventNamesTest::isPersisted)
            .map(JavaClass::getName)
            .sorted()
            .toList();

    // then
    assertThat(found)
        .as(
            "events as recorded in event-classes.txt; add a new one there, never rename or remove"
                + " one (docs/checklists/add-event.md)")
        .isEqualTo(recorded);
  }

  private static boolean isPersisted(JavaClass type) {
    return type.getAllRawInterfaces().stream()
        .anyMatch(i -> i.getName().matches("io\\.pliant\\.core\\..*\\.[A-Za-z]*Event"));
  }
}
