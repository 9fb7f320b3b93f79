import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Writes the notices of the shipped jars: for each its name and the licences that the bill of materials (CycloneDX) has of
 * it, then LICENSE and NOTICE of the jars as they are. A text that several jars have stands once.
 *
 * <p>Usage: java -cp JACKSON ThirdParty.java BOM.JSON FOLDER... &gt; THIRD-PARTY.txt
 */
final class ThirdParty {
  private static final Pattern TEXT =
      Pattern.compile("(?:META-INF/)?(?:licenses/)?(?:.*/)?(?:LICENSE|LICENCE|NOTICE)[^/]*(?:\\.txt|\\.md)?");
  private final Map<String, String> names = new TreeMap<>();
  private final Map<String, String> texts = new TreeMap<>();

  private ThirdParty() {}

  public static void main(String[] args) throws IOException {
    ThirdParty all = new ThirdParty();
    Map<String, String> licences = licences(Path.of(args[0]));
    for (String folder : List.of(args).subList(1, args.length)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        for (Path jar : jars) {
          if (!jar.getFileName().toString().startsWith("pliant-")) {
            all.add(jar, licences);
          }
        }
      }
    }
    System.out.println("Pliant ships these libraries; each is under its own licence.\n");
    all.names.forEach((jar, licence) -> System.out.printf(Locale.ROOT, "%-60s %s%n", jar, licence));
    all.texts.forEach((text, jars) -> System.out.printf("%n%s%n%s%n%n%s%n", "=".repeat(80), jars, text));
  }

  /** By name of the jar, without what stands behind its version. */
  private static Map<String, String> licences(Path bom) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (JsonNode component : new ObjectMapper().readTree(bom.toFile()).path("components")) {
      String name = component.path("name").asText() + "-" + component.path("version").asText();
      List<String> each = new ArrayList<>();
      for (JsonNode choice : component.path("licenses")) {
        JsonNode licence = choice.path("license");
        each.add(
            choice.has("expression")
                ? choice.get("expression").asText()
                : licence.path("id").asText(licence.path("name").asText()));
      }
      found.put(name, String.join(" or ", each));
    }
    return found;
  }

  private void add(Path path, Map<String, String> licences) throws IOException {
    String name = path.getFileName().toString();
    if (names.containsKey(name)) {
      return;
    }
    String licence =
        licences.entrySet().stream()
            .filter(each -> name.startsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("");
    if (licence.isEmpty()) {
      throw new IOException("Expected the bill of materials to have a licence of " + name + ", but it has none.");
    }
    names.put(name, licence);
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      for (JarEntry entry : jar.stream().filter(each -> !each.isDirectory()).toList()) {
        if (TEXT.matcher(entry.getName()).matches() && !entry.getName().endsWith(".class")) {
          texts.merge(
              text(jar, entry).strip(),
              name,
              (known, more) -> known.contains(more) ? known : known + ", " + more);
        }
      }
    }
  }

  private static String text(JarFile jar, JarEntry entry) throws IOException {
    return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
  }
}
