package io.pliant.cli.job;

import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.StandstillEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.StepEnergyEntry;
import io.pliant.api.UsageEntry;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.array.JobArray;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Spread;
import io.pliant.core.resource.Topology;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.SignalNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One job for people: a line for each thing worth knowing. */
final class JobText {
  private final JobDetails job;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private JobText(JobDetails job, Terminal terminal) {
    this.job = job;
    this.terminal = terminal;
  }

  /** The lines for one {@code JobDetails}. */
  static List<String> lines(JobDetails job, Terminal terminal) {
    JobText text = new JobText(job, terminal);
    text.identity();
    text.resources();
    text.times();
    text.files();
    text.steps();
    return text.lines;
  }

  private void identity() {
    JobSpec spec = job.spec();
    String status = job.status().name();
    Terminal.Style style = StateNames.style(status);
    add("Job", job.job() + "  " + spec.name());
    array(job.array());
    DependencyEntry waits = job.dependency();
    if (waits != null) {
      add("Waits for", waits.unmet() + (waits.never() ? ", which can not come any more" : ""));
    }
    add("User", spec.submitter().name());
    Spread spread = spec.resources().spread();
    add(
        "Partition",
        spread == null
            ? spec.partition().value()
            : spread.partitions().stream()
                .map(PartitionName::value)
                .collect(Collectors.joining(" : ")));
    add("State", (style == null ? status : terminal.styled(style, status)) + bracket(job.reason()));
    if (job.exit() != null) {
      add("Exit code", HistoryCommand.exitCode(job.exit()));
    }
    if (job.attempt() > 1) {
      add("Attempt", Integer.toString(job.attempt()));
    }
    Bookkeeping names = spec.bookkeeping();
    if (names != null) {
      addUnlessNull("Account", names.account());
      addUnlessNull("QOS", names.qos());
      addUnlessNull("WCKey", names.wckey());
      addUnlessNull("Nice", names.nice() == null ? null : names.nice().toString());
      addUnlessNull("Priority", names.priority() == null ? null : names.priority().toString());
    }
    if (!spec.comment().isEmpty()) {
      add("Comment", spec.comment());
    }
  }

  private void array(@Nullable ArrayEntry array) {
    if (array == null) {
      return;
    }
    if (array.index() != null) {
      add("Element", array.text());
      return;
    }
    JobArray asked = job.spec().array();
    add("Array", asked == null ? "" : asked.text());
    addUnlessNull("  waiting", array.waiting());
    add("  running", String.valueOf(array.running()));
    addUnlessNull("  over", array.results());
  }

  private void resources() {
    List<ResourceRequest> components = job.spec().resources().components();
    for (int i = 0; i < components.size(); i++) {
      resources(components.size() == 1 ? "Asked for" : "Component " + i, components.get(i));
    }
    terms();
    Allocation held = job.allocation();
    List<Allocation> parts = held == null ? null : held.byComponent(job.spec().resources());
    for (int i = 0; parts != null && i < parts.size(); i++) {
      add(parts.size() == 1 ? "Nodes" : "Nodes " + i, Hostlist.compress(parts.get(i).nodes()));
      parts.get(i).slices().forEach(this::devices);
    }
  }

  private void resources(String title, ResourceRequest want) {
    int min = want.minNodes();
    int max = want.maxNodes();
    int memory = want.memoryMbPerNode();
    MemoryPerCpu perCpu = want.memoryPerCpu();
    add(
        title,
        "%s node(s), %d task(s), %d cpu(s) per task%s%s%s"
                .formatted(
                    min == max ? Integer.toString(min) : min + "-" + max,
                    want.tasks(),
                    want.cpusPerTask(),
                    memory == 0 ? "" : ", " + SizeText.megabytes(memory) + " per node",
                    perCpu == null
                        ? ""
                        : ", " + SizeText.megabytes(perCpu.megabytes()) + " per cpu",
                    want.exclusive() ? ", whole nodes" : "")
            + devices(want.kindsPerNode(), "node")
            + devices(want.kindsPerTask(), "task"));
    Distribution distribution = want.distribution();
    addUnlessNull("Distribution", distribution == null ? null : distribution.word());
    addUnlessNull(
        "Overcommit", want.overcommits() ? "tasks of a node share the cpus of one" : null);
    addUnlessNull("Cores", cores(want.cores()));
    NodeChoice choice = want.choice();
    if (choice != null) {
      addUnlessNull("Nodes of", choice.only() == null ? null : Hostlist.compress(choice.only()));
      addUnlessNull("Nodes not", choice.not() == null ? null : Hostlist.compress(choice.not()));
      addUnlessNull("Constraint", choice.constraint());
      terms(choice.besides());
    }
  }

  /** What it asks for beside nodes. */
  private void terms() {
    EarlyWarning warning = job.spec().warning();
    if (warning != null) {
      add(
          "Signal",
          "%s %d s before its limit, to %s"
              .formatted(
                  SignalNumber.name(warning.signal()),
                  warning.seconds(),
                  warning.scriptAlone() ? "the script" : "the tasks of its steps"));
    }
    MailRequest mail = job.spec().mail();
    if (mail != null) {
      add("Mail", "%s to %s".formatted(mail.typesText(), mail.address()));
    }
    Watts watts = job.spec().nodeWatts();
    if (watts != null) {
      double low = watts.low();
      double high = watts.high();
      add(
          "Declared",
          (low == high ? "" : "%.0f to ".formatted(low)) + "%.0f W a node".formatted(high));
    }
  }

  private void terms(NodeTerms terms) {
    addUnlessNull("Nodes with", terms.with() == null ? null : Hostlist.compress(terms.with()));
    addUnlessNull("Prefers", terms.prefer());
    addUnlessNull(
        "Each node",
        terms.leastCpus() + terms.leastTmpMb() == 0
            ? null
            : "at least %d cpu(s), %s of /tmp"
                .formatted(terms.leastCpus(), SizeText.megabytes(terms.leastTmpMb())));
    Topology topology = terms.topology();
    addUnlessNull(
        "Node has",
        topology == null
            ? null
            : "at least %d socket(s) with %d core(s) of %d thread(s)"
                .formatted(
                    topology.sockets(), topology.coresPerSocket(), topology.threadsPerCore()));
    addUnlessNull("Order", terms.contiguous() ? "nodes side by side" : null);
  }

  private static String devices(@Nullable Kinds kinds, String each) {
    return kinds == null
        ? ""
        : ", %s per %s".formatted(Devices.withoutFamilies(kinds).text(), each);
  }

  /** Which devices of a node it holds: {@code n1: gpu:a100 0,1}. */
  private void devices(Slice slice) {
    Kinds held = Devices.withoutFamilies(Kinds.orNone(slice.kinds()));
    List<String> kinds = new ArrayList<>();
    held.amounts()
        .forEach((kind, amount) ->
            kinds.add(
                kind
                    + (amount.units().isEmpty()
                        ? " x" + amount.count()
                        : " " + String.join(",", amount.units()))));
    if (!kinds.isEmpty()) {
      add("  devices", slice.node() + ": " + String.join("; ", kinds));
    }
  }

  private void standstill(@Nullable StandstillEntry still) {
    if (still == null) {
      return;
    }
    String before = TimeText.full(StandstillEntry.until(Instant.EPOCH, still));
    add(
        "Suspended",
        still.since() == null
            ? "for " + before
            : "since "
                + Times.local(still.since())
                + (still.seconds() == 0 ? "" : ", and for " + before + " before"));
  }

  private void times() {
    Instant started = job.startedAt();
    Instant ended = job.endedAt();
    add("Submitted", Times.local(job.submittedAt()));
    if (started != null) {
      add("Started", Times.local(started));
    }
    if (ended != null) {
      add("Ended", Times.local(ended));
    }
    if (started != null && ended != null) {
      add("Ran for", TimeText.full(StandstillEntry.ran(started, ended, job.still())));
    }
    standstill(job.still());
  }

  private void files() {
    add("Folder", job.spec().workingDirectory());
    String output = job.outputPath();
    String error = job.errorPath();
    if (output != null) {
      add("Output", output);
    }
    if (error != null && !error.equals(output)) {
      add("Errors", error);
    }
  }

  private void steps() {
    for (StepDetails step : job.steps()) {
      int number = step.step();
      String exit = step.exit() == null ? "" : "  " + HistoryCommand.exitCode(step.exit());
      add(
          "Step " + (number < 0 ? "batch" : Integer.toString(number)),
          "%s  %d task(s) on %s  %s%s%s"
              .formatted(
                  step.name(),
                  step.tasks(),
                  Hostlist.compress(step.nodes()),
                  step.status(),
                  exit,
                  bracket(step.message())));
      UsageEntry usage = step.usage();
      if (usage != null) {
        add("  used", UsageText.ofStep(usage, step.tasks()));
      }
      StepEnergyEntry energy = step.energy();
      if (energy != null) {
        add("  energy", EnergyText.ofStep(energy));
      }
    }
  }

  private void add(String title, String value) {
    lines.add("%-11s %s".formatted(title, value));
  }

  private static @Nullable String cores(@Nullable CoreRule rule) {
    if (rule == null) {
      return null;
    }
    List<String> parts = new ArrayList<>();
    if (rule.threads() > 0) {
      parts.add("threads used of each: " + rule.threads());
    }
    if (rule.tasksOnCore() > 0) {
      parts.add("tasks on one at most: " + rule.tasksOnCore());
    }
    if (rule.tasksOnSocket() > 0) {
      parts.add("tasks on a socket at most: " + rule.tasksOnSocket());
    }
    return String.join(", ", parts);
  }

  private void addUnlessNull(String title, @Nullable String value) {
    if (value != null) {
      add(title, value);
    }
  }

  private static String bracket(String text) {
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}
