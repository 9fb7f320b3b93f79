package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.core.adaptation.ApplicationEvent;
import io.pliant.core.corridor.CorridorEvent;
import io.pliant.core.corridor.CorridorState;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIdBlockGranted;
import io.pliant.core.job.JobNumbers;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.register.RegisterEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Journals of earlier versions stay readable. Each persisted class has files {@code
 * <class>.<version>.cbor} (the very bytes in a journal) and {@code .json} (the same for people),
 * written once and never edited: see docs/checklists/add-event.md. {@code
 * -Dpliant.golden.write=true} writes files that are missing.
 */
final class GoldenFilesTest {
  private static final Path FOLDER = Path.of("src/test/resources/golden");
  private static final Path CLASSES = FOLDER.resolve("persisted-classes.txt");
  private static final String HELP =
      " Register a new version (docs/checklists/add-event.md); never edit or delete a golden file.";
  private static final ActorTestKit KIT = ActorTestKit.create();
  private static final Serialization SERIALIZATION =
      SerializationExtension.get(Adapter.toClassic(KIT.system()));
  private static final int CBOR = 33;

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldListEveryPersistedClass() throws IOException {
    List<String> names = persisted().stream().map(Class::getName).sorted().toList();
    if (writing() && !Files.exists(CLASSES)) {
      Files.createDirectories(FOLDER);
      Files.write(CLASSES, names);
    }
    List<String> known = Files.readAllLines(CLASSES);
    assertThat(names)
        .as(
            "A persisted class was moved, renamed or removed: journals name it, so it must stay"
                + " readable (a JacksonMigration, or the old name back)."
                + HELP)
        .containsAll(known);
    assertThat(known).as("New persisted classes are added to " + CLASSES + ".").containsAll(names);
  }

  @Test
  void shouldHaveASampleOfEveryPersistedClass() {
    assertThat(samples().keySet())
        .containsExactlyInAnyOrderElementsOf(
            persisted().stream().map(GoldenFilesTest::shortName).toList());
  }

  @Test
  void shouldReadEveryGoldenFileAsItWasMeant() throws Exception {
    for (Path cbor : goldenFiles()) {
      String stem = cbor.getFileName().toString().replaceAll("[.]cbor$", "");
      Class<?> type = typeOf(stem);
      Object read = SERIALIZATION.deserialize(Files.readAllBytes(cbor), CBOR, type.getName()).get();
      Object meant = json().readValue(Files.readString(FOLDER.resolve(stem + ".json")), type);
      assertThat(read).as(cbor + " does not say what its .json says." + HELP).isEqualTo(meant);
    }
  }

  @Test
  void shouldHaveAGoldenFileOfEachSample() throws Exception {
    for (Map.Entry<String, List<Object>> samples : samples().entrySet()) {
      for (Object sample : samples.getValue()) {
        if (!golden(samples.getKey()).contains(sample)) {
          if (writing()) {
            write(samples.getKey(), sample);
          } else {
            fail("There is no golden file for %s.%s".formatted(sample, HELP));
          }
        }
      }
    }
  }

  private static List<Object> golden(String shortName) throws IOException {
    List<Object> all = new ArrayList<>();
    for (Path cbor : goldenFiles()) {
      String stem = cbor.getFileName().toString().replaceAll("[.]cbor$", "");
      if (stem.replaceAll("[.][0-9]+$", "").equals(shortName)) {
        all.add(
            SERIALIZATION
                .deserialize(Files.readAllBytes(cbor), CBOR, typeOf(stem).getName())
                .get());
      }
    }
    return all;
  }

  private static void write(String shortName, Object sample) throws IOException {
    int version = 1;
    while (Files.exists(FOLDER.resolve(shortName + "." + version + ".cbor"))) {
      version++;
    }
    String stem = shortName + "." + version;
    Files.write(FOLDER.resolve(stem + ".cbor"), SERIALIZATION.serialize(sample).get());
    Files.writeString(
        FOLDER.resolve(stem + ".json"),
        json().writerWithDefaultPrettyPrinter().writeValueAsString(sample) + "\n");
  }

  private static Map<String, List<Object>> samples() {
    Map<String, List<Object>> byName = new TreeMap<>();
    Stream.of(
            Samples.jobEvents(),
            Samples.partitionEvents(),
            AdaptationSamples.events(),
            CorridorSamples.events(),
            Samples.otherPersisted())
        .flatMap(List::stream)
        .forEach(sample ->
            byName
                .computeIfAbsent(shortName(sample.getClass()), _ -> new ArrayList<>())
                .add(sample));
    return byName;
  }

  private static List<Class<?>> persisted() {
    List<Class<?>> all = new ArrayList<>(SealedTypes.namesOf(JobEvent.class).values());
    all.addAll(SealedTypes.namesOf(PartitionEvent.class).values());
    all.addAll(SealedTypes.namesOf(ApplicationEvent.class).values());
    all.addAll(SealedTypes.namesOf(CorridorEvent.class).values());
    all.addAll(SealedTypes.namesOf(RegisterEvent.class).values());
    all.addAll(
        Arrays.asList(
            PartitionSnapshot.class,
            CorridorState.class,
            JobIdBlockGranted.class,
            JobNumbers.class));
    return all;
  }

  private static Class<?> typeOf(String stem) {
    String name = stem.replaceAll("[.][0-9]+$", "");
    return persisted().stream()
        .filter(type -> shortName(type).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No persisted class is called " + name + "." + HELP));
  }

  private static String shortName(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return (outer == null ? "" : outer.getSimpleName() + "-") + type.getSimpleName();
  }

  private static List<Path> goldenFiles() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(f -> f.toString().endsWith(".cbor")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectMapper json() {
    return WireJson.json();
  }

  private static boolean writing() {
    return Boolean.getBoolean("pliant.golden.write");
  }
}
