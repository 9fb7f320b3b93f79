package io.pliant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents for engineers call by name exists, so that a reader finds it. */
final class DocumentNamesTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> DOCUMENTS =
      List.of("../CONTRIBUTING.md", "architecture.md", "vocabulary.md", "STYLE.md");
  private static final Set<String> OF_OTHERS =
      Set.of("ActorRef", "JacksonMigration", "NullAway", "NullMarked", "SuppressWarnings");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w./-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?![\\w/])");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");

  @Test
  void shouldNameOnlyTypesThatExist() throws IOException {
    // given
    Set<String> types = new TreeSet<>(OF_OTHERS);
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path sources : modules.map(module -> module.resolve("src")).toList()) {
        types.addAll(Files.isDirectory(sources) ? typesBelow(sources) : List.of());
      }
    }
    assertThat(types).contains("JobSubmitted", "PartitionEntity", "Overview");

    // when, then
    for (Path document : documents()) {
      Set<String> named = matches(NAME, Files.readString(document), 0);
      named.removeAll(types);
      assertThat(named).as("names in %s that no type of the house has", document).isEmpty();
    }
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> checklists = Files.list(ROOT.resolve("docs/checklists"))) {
      return Stream.concat(
              DOCUMENTS.stream().map(name -> ROOT.resolve("docs").resolve(name)), checklists)
          .toList();
    }
  }

  private static Set<String> typesBelow(Path sources) throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        types.addAll(matches(TYPE, Files.readString(file), 1));
      }
    }
    return types;
  }

  private static Set<String> matches(Pattern pattern, String text, int group) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(group));
    }
    return found;
  }
}
