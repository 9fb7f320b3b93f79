package io.pliant.cli.drill.resize;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The malleable programs of a drill, in one language. */
sealed interface Programs {
  /** Words that start one. */
  List<String> command(String program, List<String> arguments);

  /** The one that does at each step of an adaptation what files say. */
  String rehearsal();

  /** Those of the random sequences. */
  List<Application> applications();

  /** How many sequences are played at a time. */
  int atATime();

  /** Whether members go on when another one is lost. */
  boolean outliveALoss();

  /**
   * The examples of the client library in Java, in small JVMs.
   *
   * @param home folder of the distribution
   */
  record InJava(Path home) implements Programs {
    private static final int AT_A_TIME = 2;

    @Override
    public List<String> command(String program, List<String> arguments) {
      return JavaTask.command(home, program, arguments);
    }

    @Override
    public String rehearsal() {
      return "Rehearsal";
    }

    @Override
    public List<Application> applications() {
      return List.of(Application.HEAT, Application.PI, Application.WATER, Application.SWEEP);
    }

    @Override
    public int atATime() {
      return AT_A_TIME;
    }

    @Override
    public boolean outliveALoss() {
      return true;
    }
  }

  /**
   * Those of libimp in C, on MPICH. MPI cannot go on without a process, so all end with it.
   *
   * @param built folder with the programs
   */
  record InC(Path built) implements Programs {
    @Override
    public List<String> command(String program, List<String> arguments) {
      List<String> words = new ArrayList<>(List.of(built.resolve(program).toString()));
      words.addAll(arguments);
      return words;
    }

    @Override
    public String rehearsal() {
      return "rehearsal";
    }

    @Override
    public List<Application> applications() {
      return List.of(Application.MPI_HEAT, Application.MPI_JACOBI);
    }

    @Override
    public int atATime() {
      return 1; // ranks that wait in MPI do not sleep
    }

    @Override
    public boolean outliveALoss() {
      return false;
    }
  }
}
