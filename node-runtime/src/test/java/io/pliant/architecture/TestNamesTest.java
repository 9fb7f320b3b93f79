package io.pliant.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test class that the build does not run by its name is a test that cannot fail. */
final class TestNamesTest {
  private static final Set<String> TEST_ANNOTATIONS =
      Set.of(
          "org.junit.jupiter.api.Test",
          "org.junit.jupiter.api.RepeatedTest",
          "org.junit.jupiter.api.TestFactory",
          "org.junit.jupiter.params.ParameterizedTest",
          "net.jqwik.api.Property",
          "net.jqwik.api.Example");

  @Test
  void shouldNameEveryTestClassSoThatTheBuildRunsIt() throws IOException {
    List<String> unrun =
        new ClassFileImporter()
            .importPaths(testClassesOfAllModules()).stream()
                .filter(TestNamesTest::hasTests)
                .map(JavaClass::getName)
                .filter(name -> !name.replaceFirst("\\$.*", "").matches(".*(Test|Properties|IT)"))
                .sorted()
                .toList();

    assertThat(unrun).as("test classes not named *Test, *Properties or *IT").isEmpty();
  }

  private static List<Path> testClassesOfAllModules() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules.map(m -> m.resolve("target/test-classes")).filter(Files::isDirectory).toList();
    }
  }

  private static boolean hasTests(JavaClass type) {
    boolean concrete = !type.isInterface() && !type.getModifiers().contains(JavaModifier.ABSTRACT);
    return concrete && type.getAllMethods().stream().anyMatch(TestNamesTest::isTest);
  }

  private static boolean isTest(JavaMethod method) {
    return method.getAnnotations().stream()
        .anyMatch(a -> TEST_ANNOTATIONS.contains(a.getRawType().getName()));
  }
}
