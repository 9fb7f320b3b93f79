package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options as people write them: shortened, and by Slurm's other names. */
class ShortenedOptionsTest {
  @Test
  void shouldTakeOptionsByTheirBeginnings() {
    assertThat(parsed("--job=x --part=batch --out=o --err=e --com=c").name()).isEqualTo("x");
    assertThat(parsed("--cpus-per-t=3").resources().cpusPerTask()).isEqualTo(3);
    assertThat(parsed("--exclus").resources().exclusive()).isTrue();
    assertThat(parsed("--ntasks=4 --ntasks-per-n=2").resources().minNodes()).isEqualTo(2);
    assertThat(parsed("--gpus-per-t=1").resources().kindsPerTask()).isNotNull();
    assertThat(parsed("--acco=physics").bookkeeping()).isNotNull();
  }

  @Test
  void shouldTakeSlurmsOtherNames() {
    assertThat(parsed("-N2 --tasks-per-node=3").resources().tasks()).isEqualTo(6);
    assertThat(parsed("-b now+1hour").begin()).isEqualTo(Submissions.NOW.plusSeconds(3600));
  }

  @Test
  void shouldTakeWhatIsWholeBeforeWhatItBegins() {
    assertThat(parsed("--time=5 --mem=100 --nodes=2").resources().minNodes()).isEqualTo(2);
  }

  @Test
  void shouldTakeBeginningsOfPliantsOwnWhereSlurmHasNone() {
    JobSpec job = parsed("-N2 --min-nodes=1 --max-nodes=4 --on-o=refuse");

    assertThat(job.malleable()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--cpus=4 | line 2: option '--cpus' may be --cpus-per-gpu, --cpus-per-task; write one of them.",
        "--exc | line 2: option '--exc' may be --exclude, --exclusive; write one of them.",
        "--contai=x | line 2: unknown option '--container': Slurm has it, Pliant does not.",
        "--arr=x | line 2: option '--array' has the value 'x', but expected indices as in",
        "--mail=1 | line 2: option '--mail' may be --mail-type, --mail-user; write one of them.",
        "--multi | line 2: unknown option '--multi'.",
        "--wra=x | line 2: unknown option '--wra'."
      })
  void shouldTellWhatABeginningMayBe(String directive, String message) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(directive)), context());

    assertThat(((ParsedJob.Refused) job).message()).contains(message);
  }

  @Test
  void shouldCountWhatSrunHasOnItsCommandLine() {
    assertThat(OptionScope.RUN_LINE.unknownLong("multi", "run"))
        .hasMessageContaining("--multi-prog");
    assertThat(OptionScope.RUN_LINE.meantBy("lab")).isEqualTo(SubmitOption.LABEL);
    assertThat(OptionScope.DIRECTIVES.meantBy("lab")).isNull();
  }

  private static JobSpec parsed(String directives) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(directives)), context());
    assertThat(job).as(directives).isInstanceOf(ParsedJob.Parsed.class);
    assertThat(((ParsedJob.Parsed) job).warnings()).isEqualTo(List.of());
    return ((ParsedJob.Parsed) job).spec();
  }
}
