package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.testkit.conformance.Conformance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The libraries in Java and C and a client in Perl keep to the wire protocol; broken ones do not.
 */
@Timeout(600)
final class ConformanceTest {
  private static final Path PERL = Path.of("perl", "task.pl").toAbsolutePath();

  private record Ended(int code, String out) {}

  private static CompletableFuture<Ended> suite(List<String> command, String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--");
    words.addAll(command);
    CompletableFuture<Ended> ended = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
          int code = Conformance.run(words, lines, lines);
          ended.complete(new Ended(code, out.toString(StandardCharsets.UTF_8)));
        });
    thread.setDaemon(true);
    thread.start();
    return ended;
  }

  @Test
  void shouldHoldForTheJavaLibraryAndForAClientInAnotherLanguage() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> library =
        List.of(
            java,
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path", ""),
            "io.pliant.imp.examples.ConformanceTask");
    CompletableFuture<Ended> ofJava = suite(library);
    CompletableFuture<Ended> ofPerl = suite(List.of("perl", PERL.toString()));
    assertThat(ofJava.join().out).doesNotContain("not ok").contains("# 51 met, 0 not");
    assertThat(ofPerl.join().out).doesNotContain("not ok").contains("# 51 met, 0 not");
    assertThat(ofJava.join().code + ofPerl.join().code).isZero();
  }

  @Test
  void shouldHoldForTheLibraryInC(@TempDir Path folder) throws Exception {
    CLibrary.needs("make", "cc", "ar");
    CLibrary.build(folder, "core");
    Ended ended = suite(List.of(folder.resolve("conformance").toString())).join();
    assertThat(ended.out).doesNotContain("not ok").contains("# 51 met, 0 not");
    assertThat(ended.code).isZero();
  }

  /** A change that breaks the client in Perl, and the case that must notice. */
  private static Map<String[], String> faults() {
    Map<String[], String> faults = new LinkedHashMap<>();
    faults.put(
        new String[] {"fail(\"Expected a line of version 1, but got $command.\");", ""},
        "an unknown command");
    faults.put(new String[] {"fail('Expected a shorter line.')", "1"}, "on a longer line");
    faults.put(
        new String[] {"$value =~ s/%([0-7][0-9A-Fa-f])/chr hex $1/ge;", ""}, "signs of life");
    faults.put(new String[] {"say_line(@{$owed{$_}}) for @owed;", ""}, "says again that it enters");
    faults.put(new String[] {" && $1 eq $secret", ""}, "who does not know the secret");
    faults.put(
        new String[] {"$passed++ unless $outcome{$id} eq 'committed';", ""},
        "stops where rank 0 says");
    faults.put(new String[] {"frame($peer, ALIVE, '')", "1"}, "signs of life");
    faults.put(new String[] {"exit 1", "exit 0"}, "when it is rejected");
    faults.put(new String[] {"$latest > $ballot->{target}", "$ballot->{target} < 0"}, "raises");
    faults.put(new String[] {"return if exists $outcome{$id} || ", "return if "}, "window twice");
    return faults;
  }

  @Test
  void shouldCatchClientsThatBreakARule(@TempDir Path folder) throws IOException {
    String right = Files.readString(PERL);
    Map<CompletableFuture<Ended>, String> runs = new LinkedHashMap<>();
    int number = 0;
    for (Map.Entry<String[], String> fault : faults().entrySet()) {
      String wrong = right.replace(fault.getKey()[0], fault.getKey()[1]);
      assertThat(wrong).as(fault.getKey()[0]).isNotEqualTo(right);
      Path script = Files.writeString(folder.resolve(number++ + ".pl"), wrong);
      runs.put(
          suite(
              List.of("perl", script.toString()),
              "--patience-ms",
              "4000",
              "--only",
              fault.getValue()),
          fault.getKey()[0] + ": " + fault.getValue());
    }
    runs.forEach((run, fault) -> {
      assertThat(run.join().out).as(fault).contains("1..1\nnot ok 1 - ");
      assertThat(run.join().code).as(fault).isEqualTo(1);
    });
  }

  @Test
  void shouldRefuseToRunWithoutACommandOrWithAnUnknownOption() {
    assertThat(suite(List.of()).join().code).isEqualTo(2);
    assertThat(suite(List.of("true"), "--fast").join().out).contains("--fast").contains("Usage");
    assertThat(suite(List.of("true"), "--only", "no such case").join().code).isEqualTo(2);
  }
}
