package io.pliant.cli.drill.resize;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Applications of the client libraries, with work for some seconds and many steps. */
enum Application {
  HEAT("Heat", "--rows", "60", "--steps", "500"),
  PI("Pi", "--batches", "2000", "--points", "300"),
  WATER("ShallowWater", "--blocks", "4", "--cells", "4", "--steps", "500"),
  SWEEP("Sweep", "--points", "96", "--depth", "5", "--iterations", "20000", "--per-node", "12"),
  MPI_HEAT("heat", "--points", "600", "--steps", "500"),
  MPI_JACOBI("jacobi", "--rows", "60", "--steps", "500");

  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16})");

  private final String program;
  private final List<String> arguments;

  Application(String program, String... arguments) {
    this.program = program;
    this.arguments = List.of(arguments);
  }

  /** Steps at which its rank 0 can have a wish. */
  int steps() {
    return this == PI ? 2000 : this == SWEEP ? 96 : 500;
  }

  /**
   * What a job runs.
   *
   * @param digest that the answer must have
   * @param wishes of the program, may be empty
   */
  List<String> command(Programs programs, String digest, String wishes) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--step-ms", "12", "--expect", digest));
    if (!wishes.isEmpty()) {
      all.addAll(List.of("--wishes", wishes));
    }
    return programs.command(program, all);
  }

  /** The digest of one task without a cluster. */
  String rigid(Programs programs) throws IOException, InterruptedException {
    Process alone =
        new ProcessBuilder(programs.command(program, arguments)).redirectErrorStream(true).start();
    String said = new String(alone.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher digest = DIGEST.matcher(said);
    if (alone.waitFor() != 0 || !digest.find()) {
      throw CommandFailure.operational(
          "Expected an answer of %s alone, but it said: %s".formatted(program, said.strip()));
    }
    return digest.group(1);
  }
}
