package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.OfferPolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What the mains of all examples do: options, the run, the check of the answer, the exit code. */
final class Launch {
  private Launch() {}

  /** A program's answer. */
  interface Answer {
    /** Whether this task has the answer: rank 0 of the last world. */
    boolean isHere();

    /** Throws when the answer cannot be right. */
    void check();

    /** The answer for a reader, in a few words. */
    String text();

    /** The bits of the answer in 16 digits: equal for equal answers. */
    String digest();
  }

  /** A program as a task of a job runs it. */
  interface Program {
    /** Runs to the end and gives the answer. */
    Answer run(Imp imp, Options options, Show show);
  }

  /** How a program answers offers. */
  interface Manners {
    OfferPolicy policy(Options options);
  }

  /** Runs a program; returns the exit code of the process. */
  static int run(Options.Usage usage, String[] words, PrintStream errors, Program program) {
    return run(usage, words, errors, options -> offer -> io.pliant.imp.Answer.byDefault(), program);
  }

  /** Runs a program that answers offers from its first moment on; returns the exit code. */
  static int run(
      Options.Usage usage, String[] words, PrintStream errors, Manners manners, Program program) {
    if (words.length == 1 && (words[0].equals("--help") || words[0].equals("-h"))) {
      System.out.println(usage.help());
      return 0;
    }
    Options options;
    Show show;
    try {
      options = Options.read(usage, words);
      show =
          Wishes.of(
              options.text("wishes"),
              Show.onConsole(usage.name(), options.number("step-ms"), options.until()));
    } catch (IllegalArgumentException e) {
      errors.println(e.getMessage() + " See " + usage.name() + " --help.");
      return 2;
    }
    ImpOptions place = ImpOptions.fromEnvironment(System.getenv());
    try (Imp imp = Imp.init(place, manners.policy(options))) {
      Answer answer = program.run(imp, options, show);
      if (answer.isHere()) {
        judge(answer, options.expected());
        show.say(answer.text() + ", digest " + answer.digest() + ", right");
      }
      return 0;
    } catch (IOException | RuntimeException e) {
      errors.println(usage.name() + ": " + e.getMessage());
      return 1;
    }
  }

  private static void judge(Answer answer, String expected) {
    answer.check();
    if (!expected.isEmpty() && !expected.equals(answer.digest())) {
      throw new IllegalStateException(
          "Expected an answer with the digest " + expected + ", but got " + answer.digest() + ".");
    }
  }

  /** The first 16 digits of the SHA-256 of all numbers' bits. */
  static String digest(double[]... arrays) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (double[] array : arrays) {
        ByteBuffer bytes = ByteBuffer.allocate(array.length * Double.BYTES);
        bytes.asDoubleBuffer().put(array);
        sha.update(bytes);
      }
      return String.format("%016x", ByteBuffer.wrap(sha.digest()).getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in every Java, but got none.", e);
    }
  }
}
