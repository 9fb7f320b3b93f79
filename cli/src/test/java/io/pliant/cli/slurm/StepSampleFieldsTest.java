package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.StepDetails;
import io.pliant.cli.run.StepUse;
import io.pliant.cli.run.TaskUse;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StepSampleFieldsTest {
  private static final List<Field<StepSample>> FIELDS = StepSampleFields.all(Units.EXACT);
  private static final TaskUse FIRST =
      new TaskUse(0, 1_500_000, 2048, 8192, 3, 1L << 20, null, "7,8");
  private static final TaskUse SECOND = new TaskUse(1, 500_000, 4096, 4096, 1, null, null, "9");

  @Test
  void shouldTellMostLeastAndMeanWithTaskAndNode() {
    assertThat(line("JobID,MaxRSS,MaxRSSNode,MaxRSSTask,AveRSS", sample(FIRST, SECOND)))
        .isEqualTo("12.0|4K|n2|1|3K");
    assertThat(line("MinCPU,MinCPUNode,MinCPUTask,AveCPU,NTasks", sample(FIRST, SECOND)))
        .isEqualTo("00:00.500|n2|1|00:01.000|2");
    assertThat(line("MaxPages,AvePages,TRESUsageInTot", sample(FIRST, SECOND)))
        .isEqualTo("3|2|cpu=00:00:02,fs/disk=1048576,mem=6K,pages=4,vmem=12K");
    assertThat(line("Nodelist,Pids", sample(FIRST, SECOND))).isEqualTo("n[1-2]|7,8,9");
    assertThat(sample(FIRST, SECOND).byNode().map(row -> line("Nodelist,Pids", row)))
        .containsExactly("n1|7,8", "n2|9");
  }

  @Test
  void shouldBeEmptyWhereNothingIsKnown() {
    StepSample none = new StepSample("12.0", sample(FIRST, SECOND).step(), List.of());
    for (Field<StepSample> field : FIELDS) {
      String name = field.names().getFirst();
      if (!List.of("JobID", "NTasks").contains(name)) {
        assertThat(line(name, none)).as(name).isEmpty();
      }
    }
    assertThat(line("MaxDiskRead,MaxDiskReadTask,MaxDiskWrite", sample(FIRST, SECOND)))
        .isEqualTo("1.00M|0|");
  }

  /** The list that {@code sstat -e} of Slurm 22.05 prints. */
  @Test
  void shouldKnowEachNameOfSlurm() {
    String slurms =
        "AveCPU AveCPUFreq AveDiskRead AveDiskWrite AvePages AveRSS AveVMSize ConsumedEnergy ConsumedEnergyRaw JobID MaxDiskRead MaxDiskReadNode MaxDiskReadTask MaxDiskWrite MaxDiskWriteNode MaxDiskWriteTask MaxPages MaxPagesNode MaxPagesTask MaxRSS MaxRSSNode MaxRSSTask MaxVMSize MaxVMSizeNode MaxVMSizeTask MinCPU MinCPUNode MinCPUTask Nodelist NTasks Pids ReqCPUFreq ReqCPUFreqMin ReqCPUFreqMax ReqCPUFreqGov TRESUsageInAve TRESUsageInMax TRESUsageInMaxNode TRESUsageInMaxTask TRESUsageInMin TRESUsageInMinNode TRESUsageInMinTask TRESUsageInTot TRESUsageOutAve TRESUsageOutMax TRESUsageOutMaxNode TRESUsageOutMaxTask TRESUsageOutMin TRESUsageOutMinNode TRESUsageOutMinTask TRESUsageOutTot";
    assertThat(FIELDS.stream().map(field -> field.names().getFirst()))
        .containsExactlyInAnyOrder(slurms.split(" "));
  }

  private static String line(String format, StepSample row) {
    return ColumnFormat.parse(format, FIELDS, new ColumnFormat.Layout("|", false)).line(row);
  }

  private static StepSample sample(TaskUse first, TaskUse second) {
    StepDetails step =
        new StepDetails(
            0,
            1,
            "x",
            JobStatus.RUNNING,
            List.of(new NodeName("n1"), new NodeName("n2")),
            2,
            false,
            null,
            "",
            null,
            null,
            null,
            null,
            null);
    return new StepSample(
        "12.0",
        step,
        List.of(
            new StepUse.OfNode("n1", 0, List.of(first), List.of()),
            new StepUse.OfNode("n2", 1, List.of(second), List.of())));
  }
}
