package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.ParsedJob;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who mends one fault of a script has mended all that were there. */
class AllFaultsTest {
  @Test
  void shouldTellThemAllAtOnce() {
    String script =
        withDirectives("--ndoes 2 -t soon", "--mem=lots", "-n 2 --begin=someday --array=5-1 -c x");

    assertThat(faults(script, "--tiem=5", "stray"))
        .containsExactlyInAnyOrder(
            "job.sh line 3: option '--mem' has the value 'lots', but expected a whole number with K,"
                + " M, G or T (megabytes without a letter).",
            "job.sh line 2: unknown option '--ndoes'; maybe you meant '--nodes'.",
            "job.sh line 4: option '--array' has the value '5-1', but expected indices as in 0-15,"
                + " 1,3,5-7 or 0-100:10, with %4 behind it for at most 4 at a time.",
            "command line: unknown option '--tiem'; maybe you meant '--time'.",
            "command line: expected an option, but got 'stray'.",
            "job.sh line 4: option '--cpus-per-task' has the value 'x', but expected a whole number"
                + " from 1 to 1000000.",
            "job.sh line 2: option '--time' has the value 'soon', but expected minutes, min:sec,"
                + " h:min:sec, days-h, days-h:min, days-h:min:sec or UNLIMITED.",
            "job.sh line 4: option '--begin' has the value 'someday', but expected now, now+1hour,"
                + " 16:00, noon, midnight, today, tomorrow, 2027-01-31 or 2027-01-31T08:00:00.");
  }

  @Test
  void shouldTellTheValuesThatAreWrongWhenAllOptionsAreKnown() {
    assertThat(faults(withDirectives("-t soon", "-J ''", "-A ''"))).hasSize(3);
  }

  @Test
  void shouldTellNoMoreThanCanBeRead() {
    String[] directives = Collections.nCopies(100_000, "--foo").toArray(String[]::new);

    assertThat(faults(withDirectives(directives))).hasSize(Faults.MOST);
  }

  @Test
  void shouldReadOnAfterTheValueOfAnUnknownOption() {
    assertThat(faults(withDirectives("--foo 3 --bar=4 --baz -N2 -y 5"))).hasSize(4);
  }

  private static List<String> faults(String script, String... options) {
    ParsedJob job = JobScriptParser.parse(script(script, options), context());
    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    return ((ParsedJob.Refused) job).message().lines().toList();
  }
}
