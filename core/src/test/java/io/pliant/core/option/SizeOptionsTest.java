package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.OnShrinkTimeout;
import io.pliant.core.size.Terms.Winner;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeOptionsTest {
  @Test
  void shouldReadEveryOptionOnSizes() {
    JobSpec spec =
        parsed(
            """
            #!/bin/bash
            #SBATCH --nodes=4 --ntasks-per-node=2
            #PLIANT --min-nodes=2 --max-nodes=16 --node-constraints=pof2
            #PLIANT --on-offer=all-or-nothing --adapt-deadline=0:30 --on-shrink-timeout=kill-leaving
            #PLIANT --on-race=scheduler
            true
            """);

    assertThat(spec.malleable())
        .isEqualTo(
            new Malleability(
                2,
                16,
                SizeConstraint.POWER_OF_TWO,
                OnOffer.ALL_OR_NOTHING,
                Duration.ofSeconds(30),
                OnShrinkTimeout.KILL_LEAVING,
                Winner.SCHEDULER));
    assertThat(spec.resources().exclusive()).as("whole nodes").isTrue();
    assertThat(spec.resources().tasks()).isEqualTo(8);
  }

  @Test
  void shouldTakeThePapersNamesAndTheSizeAtTheStartForABoundThatIsNotGiven() {
    JobSpec spec = parsed("#!/bin/bash\n#SBATCH -N 3 --max-nodes-invasic=5\ntrue\n");

    assertThat(spec.malleable())
        .isEqualTo(new Malleability(3, 5, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null));
  }

  @Test
  void shouldBeOfFixedSizeWhenNoBoundIsGiven() {
    assertThat(parsed("#!/bin/bash\n#SBATCH -N 3\ntrue\n").malleable()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-N 2 --min-nodes=3 | at most the 2 of --nodes",
        "-N 2 --max-nodes=1 | at least the 2 of --nodes",
        "-N 3 --max-nodes=4 --node-constraints=even | 3 node(s)",
        "-N 2 --max-nodes=5 --node-constraints=even | 5 node(s) (--max-nodes)",
        "-N 2 --max-nodes=4 --node-constraints=prime | any, pof2, even, odd or cubic",
        "-N 2 --max-nodes=4 --on-offer=maybe | accept, all-or-nothing or refuse",
        "-N 2 --max-nodes=4 --on-shrink-timeout=wait | extend, kill-leaving or requeue",
        "-N 2 --max-nodes=4 --on-race=me | application or scheduler",
        "-N 2 -n 4 --max-nodes=4 | --ntasks-per-node",
        "-N 2 --on-offer=refuse | give --min-nodes or --max-nodes too",
      })
  void shouldSayWhatIsWrongWithSizes(String options, String expected) {
    ParsedJob job =
        JobScriptParser.parse(
            Submissions.script("#!/bin/bash\n#SBATCH " + options + "\ntrue\n"),
            Submissions.context());

    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    assertThat(((ParsedJob.Refused) job).message()).contains(expected);
  }

  private static JobSpec parsed(String script) {
    ParsedJob job = JobScriptParser.parse(Submissions.script(script), Submissions.context());
    assertThat(job).as("%s", job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }
}
