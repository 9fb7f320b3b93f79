package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of list commands in variables, as real Slurm 22.05 reads them. */
final class ListVariablesTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "queue,SQUEUE_STATES,'PD,R','--states=PD,R'",
        "queue,SQUEUE_STATES,'',-",
        "queue,SQUEUE_ARRAY,'',--array",
        "queue,SQUEUE_USERS,ada,--users=ada",
        "queue,SQUEUE_SORT,-i,--sort=-i",
        "queue,SQUEUE_FORMAT2,jobid,--Format=jobid",
        "queue,SINFO_SORT,N,-",
        "sinfo,SINFO_PARTITION,gpu,--partition=gpu",
        "sinfo,SINFO_SORT,'#P,-t','--sort=#P,-t'",
        "cancel,SCANCEL_USER,ada,--user=ada",
        "cancel,SCANCEL_STATE,PENDING,--state=PENDING",
        "cancel,SCANCEL_INTERACTIVE,true,--interactive",
        "cancel,SCANCEL_INTERACTIVE,False,-",
        "cancel,SCANCEL_BATCH,true,-",
        "show,SQUEUE_USERS,ada,-"
      })
  void shouldReadAVariableAsItsOption(String command, String variable, String value, String word) {
    assertThat(words(command, Map.of(variable, value), Set.of()))
        .isEqualTo(word == null ? List.of() : List.of(word));
  }

  @ParameterizedTest
  @CsvSource({
    "queue,SQUEUE_USERS,ada,me",
    "queue,SQUEUE_USERS,ada,users",
    "queue,SQUEUE_FORMAT,%i,long",
    "queue,SQUEUE_FORMAT,%i,Format",
    "queue,SQUEUE_SORT,i,sort",
    "sinfo,SINFO_FORMAT,%P,Node",
    "sinfo,SINFO_FORMAT,%P,summarize",
    "cancel,SCANCEL_USER,ada,me"
  })
  void shouldLetTheCommandLinePrevail(String command, String variable, String value, String given) {
    assertThat(words(command, Map.of(variable, value), Set.of(given))).isEmpty();
  }

  @Test
  void shouldCountTheScopeOfASignalBesideASignalAlone() {
    assertThat(words("cancel", Map.of("SCANCEL_BATCH", "TRUE"), Set.of("s", "signal")))
        .containsExactly("--batch");
  }

  @Test
  void shouldPreferTheFormatWithLettersAsSlurmDoes() {
    Map<String, String> both = Map.of("SQUEUE_FORMAT", "%i", "SQUEUE_FORMAT2", "name");

    assertThat(words("queue", both, Set.of())).containsExactly("--format=%i");
    assertThat(words("queue", Map.of("SQUEUE_LICENSES", "matlab"), Set.of()))
        .containsExactly("--licenses=matlab");
  }

  @Test
  void shouldTakeVariablesWhoseOptionsChangeNothing() {
    Map<String, String> queue =
        Map.of("SQUEUE_ARRAY_UNIQUE", "", "SQUEUE_PRIORITY", "1", "SQUEUE_SIBLING", "yes");
    assertThat(words("queue", queue, Set.of()))
        .containsExactly("--array-unique", "--priority", "--sibling");
    Map<String, String> cancel =
        Map.of("SCANCEL_CTLD", "", "SCANCEL_HURRY", "1", "SCANCEL_VERBOSE", "2");
    assertThat(words("cancel", cancel, Set.of())).containsExactly("--ctld", "--hurry", "--verbose");
  }

  @Test
  void shouldTellOfVariablesThatMeanNothing() {
    assertThat(ListVariables.of("cancel", Map.of("SLURM_CLUSTERS", "a")).warnings())
        .containsExactly("SLURM_CLUSTERS is not looked at: it means nothing here");
    assertThat(ListVariables.of("cancel", Map.of("SCANCEL_FULL", "1")).warnings().getFirst())
        .contains("Unrecognized SCANCEL_FULL value: '1'");
    assertThat(ListVariables.of("sacct", Map.of("SLURM_TIME_FORMAT", "x")).warnings().getFirst())
        .contains("invalid SLURM_TIME_FORMAT");
  }

  @Test
  void shouldLookAtNoneWhenSwitchedOff() {
    Map<String, String> environment = new HashMap<>(Map.of("SQUEUE_USERS", "ada"));
    environment.put("SLURM_CLUSTERS", "a");
    environment.put("SLURM_TIME_FORMAT", "relative");
    environment.put(VariableOptions.SWITCH, "off");

    assertThat(words("queue", environment, Set.of())).isEmpty();
    assertThat(ListVariables.of("queue", environment).warnings()).isEmpty();
    assertThat(ListVariables.times(environment).pattern()).isEmpty();
  }

  @Test
  void shouldSayWhichVariablesCounted() {
    VariableOptions options =
        ListVariables.of("sinfo", Map.of("SINFO_SORT", "N", "SINFO_ALL", "1")).beside(Set.of());

    assertThat(options.hint()).contains("SINFO_ALL, SINFO_SORT");
  }

  private static List<String> words(
      String command, Map<String, String> environment, Set<String> given) {
    return ListVariables.of(command, environment).beside(given).words();
  }
}
