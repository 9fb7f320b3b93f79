package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever somebody hands in, the answer is a job or a message. */
class JobScriptParserPropertiesTest {
  @Property
  void shouldAnswerAnyText(@ForAll String script, @ForAll List<String> options) {
    check(JobScriptParser.parse(script(script, options.toArray(String[]::new)), context()));
  }

  @Property(tries = 600)
  void shouldAnswerAnyMixOfOptions(
      @ForAll("words") List<String> directives, @ForAll("words") List<String> options) {
    String script = "#!/bin/sh\n#SBATCH " + String.join(" ", directives) + "\ntrue\n";
    check(JobScriptParser.parse(script(script, options.toArray(String[]::new)), context()));
  }

  @Property(tries = 600)
  void shouldAnswerAnyMixOfRunOptions(@ForAll("words") List<String> options) {
    Submission run = Submissions.command(null, List.of("hostname"), options.toArray(String[]::new));
    check(JobScriptParser.parse(run, context()));
    onlyMessages(() -> RunOptions.read(run));
    onlyMessages(() -> RunCommandLine.split(options));
    onlyMessages(() -> SubmitCommandLine.split(options));
  }

  @Property
  void shouldUnderstandTheSameFromWordsThatWerePassedOn(@ForAll("words") List<String> argv) {
    // given
    SubmitCommandLine once;
    try {
      once = SubmitCommandLine.split(argv);
    } catch (IllegalArgumentException _) {
      return;
    }

    // when
    SubmitCommandLine twice = SubmitCommandLine.split(once.options());

    // then
    assertThat(twice.options()).isEqualTo(once.options());
    assertThat(twice.scriptFile()).isNull();
  }

  private static void check(ParsedJob job) {
    switch (job) {
      case ParsedJob.Parsed(JobSpec spec, _, _) -> {
        ResourceRequest resources = spec.resources();
        assertThat(resources.tasks()).isGreaterThanOrEqualTo(resources.minNodes());
        assertThat(resources.maxNodes()).isLessThanOrEqualTo(resources.tasks());
      }
      case ParsedJob.Refused(String message) -> assertThat(message).isNotBlank();
    }
  }

  private static void onlyMessages(Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<List<String>> words() {
    Arbitrary<String> name =
        Arbitraries.of(SubmitOption.values())
            .flatMap(option ->
                option.shortName() == null
                    ? Arbitraries.of("--" + option.longName(), "--" + option.longName() + "=")
                    : Arbitraries.of(
                        "--" + option.longName(),
                        "--" + option.longName() + "=",
                        "-" + option.shortName()));
    Arbitrary<String> value =
        Arbitraries.oneOf(
            Arbitraries.of("", "1", "2", "4", "2-4", "now", "1G", "UNLIMITED", "ALL", "a,b=c", "x"),
            Arbitraries.strings().withChars("a1-:=,'\"\\# %").ofMaxLength(4));
    Arbitrary<String> glued = Combinators.combine(name, value).as((n, v) -> n + v);
    return Arbitraries.oneOf(glued, glued, name, value).list().ofMaxSize(6);
  }
}
