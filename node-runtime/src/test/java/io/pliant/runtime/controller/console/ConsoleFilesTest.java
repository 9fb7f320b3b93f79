package io.pliant.runtime.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ConsoleFilesTest {
  private static final Path SOURCES =
      Path.of("..", "console", "src", "main", "resources", "io", "pliant", "console");
  private static final Pattern IMPORT =
      Pattern.compile("(?:^|[;\\n])\\s*import[^;'\"]*['\"]([^'\"]+)['\"]");

  private final ConsoleFiles files = ConsoleFiles.load();

  @Test
  void shouldServeEachFileOfTheModule() throws IOException {
    Set<String> own;
    try (Stream<Path> all = Files.list(SOURCES)) {
      own =
          all.map(file -> file.getFileName().toString())
              .filter(name -> !name.equals("files.txt"))
              .map(name -> name.equals("index.html") ? "/" : "/console/" + name)
              .collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> served =
        files.paths().stream()
            .filter(path -> !path.startsWith("/console/lib/"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(served).isEqualTo(own);
  }

  @Test
  void shouldServeWhateverAScriptImports() {
    for (String path : files.paths()) {
      if (path.endsWith(".js")) {
        Matcher imports = IMPORT.matcher(text(path));
        while (imports.find()) {
          String wanted = Path.of(path).resolveSibling(imports.group(1)).normalize().toString();
          assertThat(files.at(wanted)).as("%s imports %s", path, wanted).isNotNull();
        }
      }
    }
  }

  @Test
  void shouldHaveNoInlineScriptAndNoOtherHost() {
    assertThat(text("/"))
        .doesNotContainPattern("<script(?![^>]*src=)[^>]*>")
        .doesNotContain("style=");
    for (String path : files.paths()) {
      if (!path.contains("/lib/")) {
        assertThat(text(path).replace("http://www.w3.org/2000/svg", ""))
            .as(path)
            .doesNotContainPattern("https?://[a-z0-9]");
      }
    }
  }

  @Test
  void shouldKnowNoPathButItsOwn() {
    for (String path :
        List.of(
            "/console/",
            "/console/../app.js",
            "/console/files.txt",
            "/console/none.js",
            "/index.html")) {
      assertThat(files.at(path)).as(path).isNull();
    }
  }

  private String text(String path) {
    ConsoleFiles.File file = Objects.requireNonNull(files.at(path), () -> "no file " + path);
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }
}
