package io.pliant.cli.slurm;

import static io.pliant.core.format.Field.column;

import io.pliant.api.StepEnergyEntry;
import io.pliant.cli.run.StepUse;
import io.pliant.cli.run.TaskUse;
import io.pliant.core.format.Field;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code sstat --format} can tell: all names of Slurm 22.05, empty where nothing is known. */
final class StepSampleFields {
  /** Names of Slurm's of which there is nothing to tell here. */
  private static final List<String> UNKNOWN =
      List.of(
          "AveCPUFreq",
          "ReqCPUFreq",
          "ReqCPUFreqMin",
          "ReqCPUFreqMax",
          "ReqCPUFreqGov",
          "TRESUsageInMaxNode",
          "TRESUsageInMaxTask",
          "TRESUsageInMinNode",
          "TRESUsageInMinTask",
          "TRESUsageOutMaxNode",
          "TRESUsageOutMaxTask",
          "TRESUsageOutMinNode",
          "TRESUsageOutMinTask");

  private final Units units;

  private StepSampleFields(Units units) {
    this.units = units;
  }

  static List<Field<StepSample>> all(Units units) {
    StepSampleFields fields = new StepSampleFields(units);
    List<Field<StepSample>> all = new ArrayList<>();
    all.addAll(fields.plain());
    fields.sizes(all, "VMSize", TaskUse::vmBytes);
    fields.sizes(all, "RSS", TaskUse::rssBytes);
    fields.kind(all, "Pages", TaskUse::pages, pages -> pages == null ? "" : pages.toString());
    fields.kind(all, "DiskRead", TaskUse::readBytes, units::disk);
    fields.kind(all, "DiskWrite", TaskUse::writtenBytes, units::disk);
    all.addAll(fields.totals());
    UNKNOWN.forEach(name -> all.add(column(name, 18, _ -> "")));
    return List.copyOf(all);
  }

  private List<Field<StepSample>> plain() {
    return List.of(
        column("JobID", -12, StepSample::id),
        column("AveCPU", 10, row -> time(row.mean(TaskUse::cpuMicros))),
        column("MinCPU", 10, row -> time(amount(row.least(TaskUse::cpuMicros)))),
        column("MinCPUNode", 10, row -> node(row.least(TaskUse::cpuMicros))),
        column("MinCPUTask", 10, row -> task(row.least(TaskUse::cpuMicros))),
        column("NTasks", 8, row -> Integer.toString(row.step().tasks())),
        column("Nodelist", -20, StepSampleFields::nodes),
        column("Pids", -20, StepSampleFields::pids),
        column("ConsumedEnergy", 14, row -> energy(row, units::count)),
        column("ConsumedEnergyRaw", 17, row -> energy(row, joules -> "%.0f".formatted(joules))));
  }

  private void sizes(
      List<Field<StepSample>> all, String name, Function<TaskUse, @Nullable Long> what) {
    kind(all, name, what, units::bytes);
  }

  private void kind(
      List<Field<StepSample>> all,
      String name,
      Function<TaskUse, @Nullable Long> what,
      Function<@Nullable Long, String> text) {
    all.add(column("Max" + name, 12, row -> text.apply(amount(row.most(what)))));
    all.add(column("Max" + name + "Node", 16, row -> node(row.most(what))));
    all.add(column("Max" + name + "Task", 16, row -> task(row.most(what))));
    all.add(column("Ave" + name, 12, row -> text.apply(row.mean(what))));
  }

  private List<Field<StepSample>> totals() {
    return List.of(
        column("TRESUsageInAve", 18, row -> in(row::mean)),
        column("TRESUsageInMax", 18, row -> in(what -> amount(row.most(what)))),
        column("TRESUsageInMin", 18, row -> in(what -> amount(row.least(what)))),
        column("TRESUsageInTot", 18, row -> in(row::sum)),
        column("TRESUsageOutAve", 18, row -> out(row::mean)),
        column("TRESUsageOutMax", 18, row -> out(what -> amount(row.most(what)))),
        column("TRESUsageOutMin", 18, row -> out(what -> amount(row.least(what)))),
        column("TRESUsageOutTot", 18, row -> out(row::sum)));
  }

  /** As Slurm writes it: {@code cpu=00:00:01,fs/disk=0,mem=1M,pages=0,vmem=2M}. */
  private String in(Function<Function<TaskUse, @Nullable Long>, @Nullable Long> of) {
    Long cpu = of.apply(TaskUse::cpuMicros);
    if (cpu == null) {
      return "";
    }
    Long read = of.apply(TaskUse::readBytes);
    return "cpu=%s,%smem=%s,pages=%d,vmem=%s"
        .formatted(
            clock(cpu),
            read == null ? "" : "fs/disk=%d,".formatted(read),
            units.bytes(of.apply(TaskUse::rssBytes)),
            of.apply(TaskUse::pages),
            units.bytes(of.apply(TaskUse::vmBytes)));
  }

  private static String out(Function<Function<TaskUse, @Nullable Long>, @Nullable Long> of) {
    Long written = of.apply(TaskUse::writtenBytes);
    return written == null ? "" : "fs/disk=" + written;
  }

  private static String clock(long micros) {
    long seconds = micros / 1_000_000;
    return "%02d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  private static String time(@Nullable Long micros) {
    return Units.time(micros == null ? null : (Double) (micros / 1e6));
  }

  private static @Nullable Long amount(StepSample.@Nullable Of one) {
    return one == null ? null : (Long) one.amount();
  }

  private static String node(StepSample.@Nullable Of one) {
    return one == null ? "" : one.node();
  }

  private static String task(StepSample.@Nullable Of one) {
    return one == null ? "" : Integer.toString(one.task());
  }

  private static String nodes(StepSample row) {
    return Hostlist.compress(row.nodes().stream().map(node -> new NodeName(node.node())).toList());
  }

  private static String pids(StepSample row) {
    return row.nodes().stream()
        .map(StepUse.OfNode::running)
        .flatMap(List::stream)
        .map(TaskUse::pids)
        .collect(Collectors.joining(","));
  }

  private static String energy(StepSample row, Function<Double, String> text) {
    StepEnergyEntry energy = row.step().energy();
    return energy == null ? "" : text.apply(energy.joules());
  }
}
