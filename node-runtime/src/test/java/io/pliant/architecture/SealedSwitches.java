package io.pliant.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds switches over a sealed type of ours that have a {@code default}. */
final class SealedSwitches {
  private static final Pattern DEFAULT = Pattern.compile("\\bdefault\\s*->");
  private static final Pattern TYPE_LABEL =
      Pattern.compile("\\bcase\\s+((?:[A-Z]\\w*\\.)*[A-Z]\\w*)(?:\\s+\\w+|\\()");
  private static final Pattern IMPORT = Pattern.compile("^import ([\\w.]+);", Pattern.MULTILINE);

  private final String source;
  private final String ownPackage;

  private SealedSwitches(String source, String ownPackage) {
    this.source =
        source.replaceAll("\"(?:\\\\.|[^\"\\\\\\n])*\"", "\"\"").replaceAll("//[^\\n]*", "");
    this.ownPackage = ownPackage;
  }

  /** How many there are in each file below a folder of sources, by the simple name of its class. */
  static TreeMap<String, Integer> below(Path sources) throws IOException {
    TreeMap<String, Integer> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String ownPackage = sources.relativize(file.getParent()).toString().replace('/', '.');
        int count = new SealedSwitches(Files.readString(file), ownPackage).count();
        if (count > 0) {
          found.merge(file.getFileName().toString().replace(".java", ""), count, Integer::sum);
        }
      }
    }
    return found;
  }

  private int count() {
    int count = 0;
    Matcher at = DEFAULT.matcher(source);
    while (at.find()) {
      if (labelsBefore(at.start()).stream().anyMatch(this::isLeafOfOurs)) {
        count++;
      }
    }
    return count;
  }

  /** Types that the same switch has named before its default; those of inner blocks are not. */
  private List<String> labelsBefore(int end) {
    int depth = 0;
    int open = end - 1;
    StringBuilder own = new StringBuilder();
    for (; open >= 0 && depth >= 0; open--) {
      char c = source.charAt(open);
      depth += c == '}' ? 1 : c == '{' ? -1 : 0;
      if (depth == 0 && c != '}') {
        own.append(c);
      }
    }
    List<String> labels = new ArrayList<>();
    Matcher label = TYPE_LABEL.matcher(own.reverse());
    while (label.find()) {
      labels.add(label.group(1));
    }
    return labels;
  }

  private boolean isLeafOfOurs(String name) {
    String[] parts = name.split("\\.");
    Class<?> type = load(outermost(parts[0]));
    for (int i = 1; i < parts.length && type != null; i++) {
      type = load(type.getName() + "$" + parts[i]);
    }
    return type != null && Stream.of(type.getInterfaces()).anyMatch(SealedSwitches::isSealedOfOurs);
  }

  private String outermost(String simpleName) {
    Matcher imported = IMPORT.matcher(source);
    while (imported.find()) {
      if (imported.group(1).endsWith("." + simpleName)) {
        return imported.group(1);
      }
    }
    return ownPackage + "." + simpleName;
  }

  private static boolean isSealedOfOurs(Class<?> type) {
    return type.isSealed() && type.getName().startsWith("io.pliant.");
  }

  private static @Nullable Class<?> load(String name) {
    try {
      return Class.forName(name, false, SealedSwitches.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null; // a nested type of the file itself, or a type of a library
    }
  }
}
