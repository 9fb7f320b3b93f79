package io.pliant.core.option;

import io.pliant.core.array.JobArray;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StepText;
import io.pliant.core.spec.StreamFiles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How big what a user hands in may be, all in bytes of UTF-8. What is longer is refused with the
 * limit and what to do.
 *
 * @param script the batch script
 * @param arguments arguments of the script, or program and arguments of a step
 * @param environment all variables
 * @param variable one variable; the kernel passes on no more than 131072 bytes
 * @param comment the comment
 * @param key the submission key
 * @param elements elements of one array; a number
 */
public record SubmissionLimits(
    int script, int arguments, int environment, int variable, int comment, int key, int elements) {
  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static final SubmissionLimits USUAL =
      new SubmissionLimits(1 << 20, 256 << 10, 1 << 20, 128 << 10, 4096, 256, 1_000_000);

  /** Longest path of the kernel, with its end. */
  private static final int PATH = 4096;

  /** Longest name of a job or step, in characters of up to four bytes. */
  private static final int NAME = 255 * 4;

  /** Why a job is too big, or null. */
  public @Nullable String refusal(JobSpec spec) {
    String payload =
        switch (spec.payload()) {
          case Payload.BatchScript(String text, List<String> words) ->
              first(
                  tooMany("a script", ByteCount.of(text), script, "limits.script"),
                  argumentsRefusal(words));
          case Payload.ParallelCommand(List<String> words, StepIo io) ->
              first(commandRefusal(words), ioRefusal(io));
        };
    return first(
        payload,
        environmentRefusal(spec.environment()),
        tooMany("a job name", ByteCount.of(spec.name()), NAME, "the format"),
        commentRefusal(spec.comment()),
        keyRefusal(spec.submissionKey()),
        arrayRefusal(spec.array()),
        placesRefusal(spec.workingDirectory(), spec.files()));
  }

  /** Why a step is too big, or null. */
  public @Nullable String refusal(StepText step) {
    return first(
        tooMany("a step's name", ByteCount.of(step.name()), NAME, "the format"),
        unprintable("a step's name", step.name()),
        commandRefusal(step.command()),
        environmentRefusal(step.environment()),
        placesRefusal(step.workingDirectory(), step.files()),
        ioRefusal(step.io()));
  }

  /** Why a comment is none, or null. */
  @Nullable String commentRefusal(String text) {
    return first(
        tooMany("a comment", ByteCount.of(text), comment, "limits.comment"),
        unprintable("a comment", text));
  }

  private @Nullable String arrayRefusal(@Nullable JobArray array) {
    int count = array == null ? 0 : array.indices().count();
    return count <= elements
        ? null
        : "Expected at most %d elements in an array (limits.array), but got %d; submit several arrays, or do more in each element."
            .formatted(elements, count);
  }

  private @Nullable String keyRefusal(@Nullable String text) {
    return text == null
        ? null
        : first(
            tooMany("a submission key", ByteCount.of(text), key, "limits.key"),
            unprintable("a submission key", text));
  }

  private @Nullable String commandRefusal(List<String> words) {
    return first(
        words.isEmpty()
            ? null
            : tooMany("a program's path", ByteCount.of(words.getFirst()), PATH, "the kernel"),
        argumentsRefusal(words));
  }

  private @Nullable String argumentsRefusal(Collection<String> words) {
    return tooMany("the arguments", ByteCount.of(words), arguments, "limits.arguments");
  }

  private @Nullable String environmentRefusal(Map<String, String> variables) {
    for (Map.Entry<String, String> one : variables.entrySet()) {
      if (ByteCount.of(one) > variable) {
        return tooMany(
            "variable '%s' of the environment".formatted(TextCheck.oneLine(one.getKey(), 80)),
            ByteCount.of(one),
            variable,
            "limits.variable; leave it out with --export");
      }
    }
    return tooMany(
        "the environment",
        ByteCount.of(variables),
        environment,
        "limits.environment; pass less of it with --export");
  }

  private static @Nullable String placesRefusal(String directory, StreamFiles files) {
    return first(
        tooMany("the working directory", ByteCount.of(directory), PATH, "the kernel"),
        fileRefusal(files.output()),
        fileRefusal(files.error()),
        fileRefusal(files.input()));
  }

  private static @Nullable String fileRefusal(@Nullable String pattern) {
    return pattern == null
        ? null
        : first(
            tooMany("a file name", ByteCount.of(pattern), PATH, "the kernel"),
            unprintable("a file name", pattern));
  }

  private static @Nullable String ioRefusal(@Nullable StepIo io) {
    return io == null
        ? null
        : first(
            tooMany("the client's host", ByteCount.of(io.host()), NAME, "the format"),
            tooMany("the client's word", ByteCount.of(io.secret()), NAME, "the format"));
  }

  private static @Nullable String tooMany(String what, long bytes, long most, String by) {
    return bytes <= most
        ? null
        : "Expected at most %d bytes in %s, but got %d (%s).".formatted(most, what, bytes, by);
  }

  private static @Nullable String unprintable(String what, String text) {
    return TextCheck.printable(text)
        ? null
        : "Expected only printable characters in %s, but got '%s'."
            .formatted(what, TextCheck.oneLine(text, 80));
  }

  private static @Nullable String first(@Nullable String... refusals) {
    for (String refusal : refusals) {
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }
}
