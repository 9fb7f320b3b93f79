package io.pliant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A link of a document leads to a file and a heading that are there. */
final class DocumentLinksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE = Pattern.compile("(?ms)^\\s*```.*?^\\s*```");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void shouldLeadToWhatIsThere() throws IOException {
    // given
    List<Path> documents = documents();
    assertThat(documents).hasSizeGreaterThan(20);

    // when
    List<String> dead = new ArrayList<>();
    for (Path document : documents) {
      Matcher links = LINK.matcher(prose(document));
      while (links.find()) {
        if (!links.group(1).contains("://") && !leads(document, links.group(1))) {
          dead.add(document + ": " + links.group(1));
        }
      }
    }

    // then
    assertThat(dead).isEmpty();
  }

  private static boolean leads(Path document, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? document : document.resolveSibling(file).normalize();
    return Files.exists(target)
        && (hash < 0 || headings(target).contains(link.substring(hash + 1)));
  }

  /** As a page that shows Markdown names them. */
  private static Set<String> headings(Path document) throws IOException {
    return HEADING
        .matcher(prose(document))
        .results()
        .map(heading ->
            heading
                .group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .strip()
                .replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String prose(Path document) throws IOException {
    return CODE.matcher(Files.readString(document)).replaceAll("");
  }

  private static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(root, docs).filter(path -> path.toString().endsWith(".md")).forEach(found::add);
    }
    return found;
  }
}
