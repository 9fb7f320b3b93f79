package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.PartitionPriorities;
import io.pliant.api.PriorityEntry;
import io.pliant.core.format.SlurmFormat;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityWeights;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Beside what sprio of Slurm 22.05 printed. */
final class PriorityLineTest {
  private static final PriorityFactors FACTORS = new PriorityFactors(0.25, 0.5, 0, 1, 0.5, 0.6);
  private static final List<PartitionPriorities> MAIN =
      List.of(
          new PartitionPriorities(
              new PartitionName("p"),
              new PriorityWeights(0.1, 0.001, 0, 0.01, 0.2, 0),
              List.of(
                  new PriorityEntry(new JobId(3), null, "ada", 0.13, FACTORS, 50, null),
                  new PriorityEntry(new JobId(4), null, "bob", 0.0777, FACTORS, 9, 777L))));

  @Test
  void shouldTellWeightedFactors() {
    assertThat(lines(false, false, false, PriorityLine.jobs(MAIN)))
        .containsExactly(
            "          JOBID PARTITION   PRIORITY       SITE        AGE  FAIRSHARE    JOBSIZE        QOS",
            "              3 p               1300          0        250       1000          5        100",
            "              4 p                777          0        250       1000          5        100");
  }

  @Test
  void shouldTellAllOfThem() {
    assertThat(lines(true, false, false, PriorityLine.jobs(MAIN)))
        .startsWith(
            "          JOBID PARTITION     USER   PRIORITY       SITE        AGE      ASSOC  FAIRSHARE    JOBSIZE  PARTITION        QOS        NICE                 TRES",
            "              3 p              ada       1300          0        250          0       1000          5          0        100          50                     ");
  }

  @Test
  void shouldTellTheWeights() {
    assertThat(lines(true, false, false, PriorityLine.weights(MAIN)))
        .last()
        .isEqualTo(
            "        Weights p                                      0       1000          0       2000         10          0        100                           (null)");
  }

  @Test
  void shouldTellFactorsAlone() {
    assertThat(lines(false, true, true, PriorityLine.jobs(MAIN)))
        .startsWith(
            "          JOBID PARTITION     USER PRIORITY   AGE        FAIRSHARE  JOBSIZE    QOS       ",
            "              3 p              ada 0.00000030 0.2500000  0.5000000  0.5000000  1.0000000 ");
  }

  private static List<String> lines(
      boolean all, boolean normalized, boolean users, List<PriorityLine> of) {
    SlurmFormat<PriorityLine> columns =
        SlurmFormat.parse(
            PriorityLine.usual(MAIN, all, normalized, users), PriorityLine.fields("demo"));
    List<String> lines = new java.util.ArrayList<>(List.of(columns.header()));
    of.forEach(line -> lines.add(columns.line(line)));
    return lines;
  }
}
