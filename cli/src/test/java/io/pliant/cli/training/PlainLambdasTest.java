package io.pliant.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code libexec/PlainLambdas.java} makes of a jar: the same program, and fewer classes. */
class PlainLambdasTest {
  private static final String SOURCE =
      """
      import java.io.Serializable;
      import java.util.function.UnaryOperator;

      public final class Lambdas {
        public interface Marker {}
        public interface Greeting extends UnaryOperator<String>, Serializable {}
        public interface OfString { String apply(String name); }
        public interface OfTwoMethods extends OfString, UnaryOperator<String>, Serializable {}

        public static UnaryOperator<String> ofOneMethod(String word) {
          return (Greeting) name -> word + name;
        }
        public static UnaryOperator<String> withABridge(String word) {
          return (OfTwoMethods) name -> word + name;
        }
        public static UnaryOperator<String> withAMarker(String word) {
          return (UnaryOperator<String> & Serializable & Marker) name -> word + name;
        }
        public static UnaryOperator<String> neverSerializable(String word) {
          return name -> word + name;
        }
      }
      """;

  @TempDir static Path folder;
  private static Path jars;
  private static Path jar;

  @BeforeAll
  static void makeLambdasPlain() throws Exception {
    Path source = Files.writeString(folder.resolve("Lambdas.java"), SOURCE);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.resolve("classes").toString(), source.toString());
    assertThat(compiled).isZero();
    jars = Files.createDirectory(folder.resolve("lib"));
    jar = jars.resolve("lambdas.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> classes = Files.list(folder.resolve("classes"))) {
      for (Path each : classes.toList()) {
        out.putNextEntry(new JarEntry(each.getFileName().toString()));
        out.write(Files.readAllBytes(each));
      }
    }
    assertThat(run(jars)).contains("1 lambdas made plain");
  }

  @Test
  void shouldLeaveOutWhatOnlySerializationNeeds() throws Exception {
    assertThat(serializable("ofOneMethod")).isFalse();
    assertThat(serializable("neverSerializable")).isFalse();
  }

  @Test
  void shouldLeaveLambdasAloneThatAreMoreThanSerializable() throws Exception {
    assertThat(serializable("withABridge")).isTrue();
    assertThat(serializable("withAMarker")).isTrue();
    assertThat(lambda("withAMarker").getClass().getInterfaces())
        .extracting(Class::getSimpleName)
        .contains("Marker");
  }

  @Test
  void shouldGiveTheSameAnswers() throws Exception {
    for (String name : List.of("ofOneMethod", "withABridge", "withAMarker", "neverSerializable")) {
      assertThat(lambda(name).apply("Ada")).as(name).isEqualTo("Hello Ada");
    }
  }

  @Test
  void shouldChangeNothingWhenRunOnceMore() throws Exception {
    byte[] once = Files.readAllBytes(jar);
    assertThat(run(jars)).isEmpty();
    assertThat(Files.readAllBytes(jar)).isEqualTo(once);
  }

  private static String run(Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                QuickClients.ROOT.resolve("libexec/PlainLambdas.java").toString(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** Only a lambda that can be serialized knows how to stand for itself in a stream. */
  private boolean serializable(String name) throws Exception {
    return Arrays.stream(lambda(name).getClass().getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("writeReplace"));
  }

  @SuppressWarnings("unchecked")
  private UnaryOperator<String> lambda(String name) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      return (UnaryOperator<String>)
          loader.loadClass("Lambdas").getMethod(name, String.class).invoke(null, "Hello ");
    }
  }
}
