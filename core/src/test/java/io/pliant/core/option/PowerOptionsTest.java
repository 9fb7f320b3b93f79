package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.power.Watts;
import io.pliant.core.spec.ParsedJob;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PowerOptionsTest {
  @Test
  void shouldKeepWhatIsDeclared() {
    assertThat(watts("--power-min=120.5 --power-max=170")).isEqualTo(Watts.declared(120.5, 170));
  }

  @Test
  void shouldTakeOneBoundAsBoth() {
    assertThat(watts("--power-max=170")).isEqualTo(Watts.declared(170, 170));
    assertThat(watts("--power-min=250")).isEqualTo(Watts.declared(250, 250));
  }

  @Test
  void shouldDeclareNothingByDefault() {
    assertThat(watts("-N 2")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--power-min=200 --power-max=100 | at least the 200 of --power-min",
        "--power-max=-5 | watts of a node, from 1 to 1000000",
        "--power-max=0 | watts of a node, from 1 to 1000000",
        "--power-max=1e3 | watts of a node, from 1 to 1000000",
        "--power-min=2000000 | watts of a node, from 1 to 1000000",
        "--power-min=NaN | watts of a node, from 1 to 1000000",
      })
  void shouldSayWhatIsWrong(String options, String message) {
    assertThat(parsed(options))
        .isInstanceOfSatisfying(
            ParsedJob.Refused.class, refused -> assertThat(refused.message()).contains(message));
  }

  private static @Nullable Watts watts(String options) {
    return ((ParsedJob.Parsed) parsed(options)).spec().nodeWatts();
  }

  private static ParsedJob parsed(String options) {
    return JobScriptParser.parse(
        Submissions.script("#!/bin/bash\n#SBATCH " + options + "\ntrue\n"), Submissions.context());
  }
}
