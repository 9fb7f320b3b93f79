package io.pliant.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which package may use which others of its module. Between modules, the poms say it.
 *
 * @param root package below which the modules lie
 * @param allowed packages that a package may use, by its name below the root
 */
record PackageArrows(String root, SortedMap<String, SortedSet<String>> allowed) {
  private static final String FILE =
      "node-runtime/src/test/resources/io/pliant/architecture/packages.txt";

  /** The arrows of a resource beside this class. */
  static PackageArrows read(String root, String resource) throws IOException {
    try (InputStream in = PackageArrows.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("Expected the resource " + resource + ", but there is none.");
      }
      return parse(root, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** A line that begins with a word opens a package; what follows up to the next is allowed it. */
  static PackageArrows parse(String root, String text) {
    SortedMap<String, SortedSet<String>> allowed = new TreeMap<>();
    SortedSet<String> open = new TreeSet<>();
    for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
      String targets = line;
      if (!Character.isWhitespace(line.charAt(0))) {
        int colon = line.indexOf(':');
        open = new TreeSet<>();
        if (colon < 0 || allowed.put(line.substring(0, colon), open) != null) {
          throw new IllegalArgumentException(
              "Expected each package once and with a colon, but got '" + line + "'.");
        }
        targets = line.substring(colon + 1);
      }
      if (!targets.isBlank()) {
        open.addAll(List.of(targets.strip().split("\\s+")));
      }
    }
    return new PackageArrows(root, allowed);
  }

  /**
   * Arrows that are not allowed, each with a use; packages that are not named; entries without a
   * use; a circle among the entries.
   */
  List<String> faultsOf(JavaClasses classes) {
    SortedMap<String, SortedMap<String, String>> uses = usesIn(classes);
    List<String> faults = new ArrayList<>();
    uses.forEach((name, arrows) -> {
      SortedSet<String> may = allowed.get(name);
      if (may == null) {
        faults.add(
            "Expected the package %s in %s, but it is not there. Add a line for it."
                .formatted(name, FILE));
      } else {
        arrows.forEach((target, use) -> addUnlessAllowed(faults, name, target, use));
        may.stream()
            .filter(target -> !arrows.containsKey(target))
            .map(target ->
                "Expected %s to use %s, but no class does. Remove the entry from %s."
                    .formatted(name, target, FILE))
            .forEach(faults::add);
      }
    });
    allowed.keySet().stream()
        .filter(name -> !uses.containsKey(name))
        .map(name ->
            "Expected classes in %s, but there are none. Remove it from %s.".formatted(name, FILE))
        .forEach(faults::add);
    faults.addAll(circles());
    return faults;
  }

  /** A circle among the arrows, if there is one. */
  private List<String> circles() {
    SortedMap<String, SortedSet<String>> left = new TreeMap<>(allowed);
    while (left.values().removeIf(targets -> targets.stream().noneMatch(left::containsKey))) {
      // what uses nothing that is left is in no circle
    }
    if (left.isEmpty()) {
      return List.of();
    }
    List<String> walk = new ArrayList<>();
    String at = left.firstKey();
    while (!walk.contains(at)) {
      walk.add(at);
      at = left.get(at).stream().filter(left::containsKey).findFirst().orElseThrow();
    }
    String circle = String.join(" -> ", walk.subList(walk.indexOf(at), walk.size()));
    return List.of(
        "Expected no circle among packages, but %s allows %s -> %s. Move a class to a package below both."
            .formatted(FILE, circle, at));
  }

  private void addUnlessAllowed(List<String> faults, String name, String target, String use) {
    SortedSet<String> may = allowed.get(name);
    if (may == null || !may.contains(target)) {
      faults.add(
          "Expected %s not to use %s, but %s. Move the class, or add the arrow to %s."
              .formatted(name, target, use, FILE));
    }
  }

  /** By package all others of its module that it uses, each with one of the uses. */
  private SortedMap<String, SortedMap<String, String>> usesIn(JavaClasses classes) {
    SortedMap<String, SortedMap<String, String>> uses = new TreeMap<>();
    for (JavaClass type : classes) {
      String name = nameOf(type);
      SortedMap<String, String> arrows = uses.computeIfAbsent(name, _ -> new TreeMap<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        add(arrows, name, dependency.getTargetClass(), dependency.getDescription());
      }
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        passedBy(access).forEach(passed -> add(arrows, name, passed, access.getDescription()));
      }
    }
    uses.remove("");
    return uses;
  }

  private void add(
      SortedMap<String, String> arrows, String name, JavaClass target, String description) {
    String other = nameOf(target);
    if (!other.equals(name) && moduleOf(other).equals(moduleOf(name))) {
      arrows.merge(other, description, (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }
  }

  /** What a call hands over or gets; no dependency to ArchUnit, but one to the compiler. */
  private static List<JavaClass> passedBy(JavaAccess<?> access) {
    return switch (access.getTarget()) {
      case AccessTarget.CodeUnitAccessTarget called -> {
        List<JavaClass> passed = new ArrayList<>(called.getRawParameterTypes());
        passed.add(called.getRawReturnType());
        yield passed;
      }
      case AccessTarget.FieldAccessTarget field -> List.of(field.getRawType());
      default -> List.of();
    };
  }

  private String nameOf(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(root + ".") ? name.substring(root.length() + 1) : "";
  }

  private static String moduleOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
