package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pairs of {@code scontrol update}. */
class UpdateWordsTest {
  @Test
  void shouldReadKeysInAnyCaseAndShortened() {
    assertThat(parse("JobId=12_[1-3],14", "TimeLim=30", "NICE=5", "Name=x=y", "comment="))
        .isEqualTo(
            new UpdateWords(
                UpdateWords.Entity.JOBS,
                "12_[1-3],14",
                Map.of("timeLimit", "30", "nice", "5", "name", "x=y", "comment", "")));
    assertThat(parse("jobid=12", "StartTime=now", "ArrayTaskThrottle=0").changes())
        .containsEntry("begin", "now")
        .containsEntry("elementsAtOnce", "0");
  }

  @Test
  void shouldReadALimitFromThatOfNowInBothForms() {
    assertThat(parse("JobId=1", "TimeLimit=+30").changes()).containsEntry("timeLimit", "+30");
    assertThat(parse("JobId=1", "TimeLimit+=30").changes()).containsEntry("timeLimit", "+30");
    assertThat(parse("JobId=1", "TimeLimit-=30").changes()).containsEntry("timeLimit", "-30");
  }

  @Test
  void shouldTakeANameForIdsWhereThereAreNone() {
    assertThat(parse("JobName=mesh", "Nice=5"))
        .isEqualTo(new UpdateWords(UpdateWords.Entity.NAMED_JOBS, "mesh", Map.of("nice", "5")));
  }

  @Test
  void shouldReadNodes() {
    assertThat(parse("nodename=n[1-2]", "state=drain", "Reason=new disk"))
        .isEqualTo(
            new UpdateWords(
                UpdateWords.Entity.NODES,
                "n[1-2]",
                Map.of("state", "drain", "reason", "new disk")));
  }

  @Test
  void shouldRefuseAllAtOnceWithWhatToDoInstead() {
    assertThatThrownBy(
            () -> parse("JobId=1", "Partition=main", "NumNodes=2", "Ndoes=3", "Nice", "Comment=x"))
        .hasMessageContainingAll(
            "partition cannot be changed: a job stays in its partition; cancel it and submit it again with -p.",
            "numnodes cannot be changed",
            "got 'ndoes'",
            "Key=Value, but got 'Nice'");
    assertThatThrownBy(() -> parse("PartitionName=main", "State=DOWN"))
        .hasMessageContaining("configuration");
    assertThatThrownBy(() -> parse("Nice=5")).hasMessageContaining("JobId=");
    assertThatThrownBy(() -> parse("JobId=5")).hasMessageContaining("got none");
  }

  private static UpdateWords parse(String... words) {
    return UpdateWords.parse(List.of(words));
  }
}
