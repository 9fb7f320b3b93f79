package io.pliant.imp.testkit.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Holds a client of the adapt protocol to docs/protocol/adapt.md: plays the agent and other tasks
 * to a program in any language and prints the results as TAP (testanything.org).
 */
public final class Conformance {
  private static final String USAGE =
      "Usage: adapt-conformance [--list] [--only TEXT] [--patience-ms N] [--jobs N] [--] COMMAND...\n"
          + "Starts COMMAND anew for each case and checks what it says; docs/protocol/adapt.md says\n"
          + "what the program is to do. Ends with 0 when all cases are met, 1 when not, 2 when it\n"
          + "cannot run.";

  private final List<String> command;
  private final String only;
  private final long patienceMillis;
  private final int jobs;

  private Conformance(List<String> command, String only, long patienceMillis, int jobs) {
    this.command = command;
    this.only = only;
    this.patienceMillis = patienceMillis;
    this.jobs = jobs;
  }

  /** Runs the suite; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /**
   * Runs the suite.
   *
   * @param words as on the command line
   * @param out where the results go, as TAP
   * @param errors where faults of the command line go
   * @return the exit code: 0 when all cases are met, 1 when not, 2 when it cannot run
   */
  public static int run(List<String> words, PrintStream out, PrintStream errors) {
    List<String> rest = new ArrayList<>(words);
    String only = "";
    long patience = 60_000;
    int jobs = 4;
    try {
      while (!rest.isEmpty() && rest.get(0).startsWith("--")) {
        String option = rest.remove(0);
        if (option.equals("--")) {
          break;
        }
        switch (option) {
          case "--help" -> {
            out.println(USAGE);
            return 0;
          }
          case "--list" -> {
            cases().forEach(c -> out.println(c.name()));
            return 0;
          }
          case "--only" -> only = rest.remove(0);
          case "--patience-ms" -> patience = atLeastOne(rest.remove(0));
          case "--jobs" -> jobs = Math.toIntExact(atLeastOne(rest.remove(0)));
          default -> throw new IllegalArgumentException(option);
        }
      }
      if (rest.isEmpty()) {
        throw new IllegalArgumentException("no command");
      }
      return new Conformance(rest, only, patience, jobs).run(out);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      errors.println("Expected options with their values and a command: " + e.getMessage());
      errors.println(USAGE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      errors.println("Expected to run all cases, but was interrupted.");
    }
    return 2;
  }

  private static long atLeastOne(String text) {
    long value = Long.parseLong(text);
    if (value < 1) {
      throw new IllegalArgumentException("at least 1, not " + text);
    }
    return value;
  }

  private int run(PrintStream out) throws InterruptedException {
    List<Case> chosen = cases().stream().filter(c -> c.name().contains(only)).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException("no case with '" + only + "' in its name");
    }
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    List<Future<String>> results = new ArrayList<>();
    for (int i = chosen.size() - 1; i >= 0; i--) { // the last ones take longest
      Case one = chosen.get(i);
      results.add(0, pool.submit(() -> result(one)));
    }
    pool.shutdown();
    out.println("1.." + chosen.size());
    int unmet = 0;
    for (int i = 0; i < chosen.size(); i++) {
      String fault;
      try {
        fault = results.get(i).get();
      } catch (ExecutionException e) {
        fault = "The suite itself failed: " + e.getCause();
      }
      unmet += fault.isEmpty() ? 0 : 1;
      String name = (i + 1) + " - " + chosen.get(i).name();
      out.println((fault.isEmpty() ? "ok " : "not ok ") + name);
      if (!fault.isEmpty()) {
        out.println("# " + fault.strip().replace("\n", "\n# "));
      }
    }
    out.println("# " + (chosen.size() - unmet) + " met, " + unmet + " not");
    return unmet == 0 ? 0 : 1;
  }

  /** Empty when the case is met, else what was expected, and what the program printed. */
  private String result(Case one) throws IOException {
    try (Stage stage = new Stage(command, patienceMillis)) {
      try {
        one.body().run(stage);
        return "";
      } catch (Unmet | IOException e) {
        return e.getMessage() + "\n" + stage.output();
      }
    }
  }

  static List<Case> cases() {
    List<Case> all = new ArrayList<>(LineCases.all());
    all.addAll(DialogueCases.all());
    all.addAll(WindowCases.all());
    all.addAll(PeerCases.all());
    return all;
  }
}
