package io.pliant.core.launch;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.option.RunOptions;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.view.NodeView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The variables of a script, as on eight free nodes of 64 cpus, 256 GB and 8 GPUs each. */
final class CorpusVariables {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final Kinds DEVICES =
      Kinds.parse("gpu=8/0/1/2/3/4/5/6/7,gpu:a100=8/0/1/2/3/4/5/6/7,lscratch=1000");
  private static final Pattern SHOWN = Pattern.compile("(SLURM|CUDA|ROCR|ZE|GPU|OMP).*");

  /** As in variables.pl. */
  private static final Pattern NO_VALUE =
      Pattern.compile(
          "SLURM(D_NODENAME|_((ARRAY_)?JOB_?ID|ARRAY_TASK_ID|JOB_(UID|GID|USER|NAME|NODELIST|START_TIME|END_TIME)|NODELIST"
              + "|STEP_NODELIST|SUBMIT_\\w+|CLUSTER_NAME|TOPOLOGY_ADDR|TASK_PID|CONF"
              + "|WORKING_CLUSTER|SRUN_COMM_\\w+|STEP_LAUNCHER_PORT|LAUNCH_NODE_IPADDR|UMASK))");

  private static final Pattern DEVICE_LIST =
      Pattern.compile(
          "CUDA_VISIBLE_DEVICES|ROCR_VISIBLE_DEVICES|GPU_DEVICE_ORDINAL|ZE_AFFINITY_MASK"
              + "|SLURM_(JOB|STEP)_GPUS");

  private CorpusVariables() {}

  /**
   * Of its batch script, or of the first task of {@code srun true} in it, in the words of
   * variables.tsv; null when Pliant refuses the script.
   */
  static @Nullable Map<String, String> of(Path script, boolean step) throws IOException {
    ParsedJob job = JobScriptParser.parse(submission(script, List.of(), null, Map.of()), context());
    if (!(job instanceof ParsedJob.Parsed(JobSpec whole, _, _))) {
      return null;
    }
    JobArray array = whole.array();
    JobSpec spec =
        array == null ? whole : whole.of(array.element(Launches.JOB, 0)).withPayloadOf(whole);
    Allocation held = allocation(spec);
    if (held == null) {
      return null;
    }
    Map<String, String> batch = variables(spec, held, StepPlanner.batch(spec, held), StepId.BATCH);
    return words(step ? ofStep(script, spec, held, batch) : batch);
  }

  private static Map<String, String> ofStep(
      Path script, JobSpec spec, Allocation held, Map<String, String> caller) throws IOException {
    StepIo io = new StepIo("127.0.0.1", 1234, "secret", false);
    RunOptions options = RunOptions.read(submission(script, List.of("true"), io, caller));
    StepRequest request =
        new StepRequest(
            options.name(),
            options.nodes(),
            options.tasks(),
            options.cpusPerTask(),
            List.of("true"),
            options.environment(),
            options.workingDirectory(),
            options.files(),
            io,
            options.share(),
            options.on(),
            options.layout());
    StepPlan plan = ((StepPlanning.Planned) StepPlanner.forRequest(request, spec, held)).plan();
    return variables(spec, held, plan, 0);
  }

  private static Map<String, String> variables(
      JobSpec spec, Allocation held, StepPlan plan, int step) {
    StepId id = new StepId(Launches.JOB, 1, step);
    LaunchTerms terms = new LaunchTerms(MAIN, 1, "c", Instant.MAX, 5, Instant.EPOCH, null);
    StepLaunch launch = StepLaunches.of(Launches.JOB, spec, id, held, plan, 0, terms);
    Map<String, String> variables = new TreeMap<>(TaskEnvironment.forRank(launch, 0));
    variables.put("SLURM_TASK_PID", "1"); // by the launcher, which forks the task
    return variables;
  }

  private static Submission submission(
      Path script, List<String> command, @Nullable StepIo io, Map<String, String> environment)
      throws IOException {
    boolean batch = command.isEmpty();
    Map<String, String> all = new TreeMap<>(environment);
    all.put("SLURM_SUBMIT_HOST", "here");
    all.put("SLURM_UMASK", "0022");
    String text = Files.readString(script, StandardCharsets.ISO_8859_1);
    return new Submission(
        batch ? text : null,
        batch ? String.valueOf(script.getFileName()) : null,
        List.of(),
        batch ? List.of("-p", "main") : List.of(),
        command,
        io,
        "/work",
        all,
        null);
  }

  private static SubmissionContext context() {
    return new SubmissionContext(
        new Submitter("root", 0, 0),
        Instant.EPOCH,
        ZoneOffset.UTC,
        MAIN,
        List.of(MAIN),
        KnownNames.ANY,
        _ -> false);
  }

  private static @Nullable Allocation allocation(JobSpec spec) {
    Features features =
        new Features(List.of("a100", "v100", "skylake", "haswell", "ib", "ssd", "rack1"));
    NodeCapacity capacity = new NodeCapacity(64, 256_000, DEVICES, features);
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      NodeName name = new NodeName("n00" + i);
      nodes.add(NodeView.of(name, capacity, Resources.of(64, 256_000, DEVICES), 0, true));
    }
    Allocation placed = Placement.place(spec.resources(), FreeResources.of(nodes));
    return placed == null
        ? null
        : new Allocation(placed.slices().stream().map(CorpusVariables::named).toList());
  }

  private static Slice named(Slice slice) {
    return slice.kinds() == null
        ? slice
        : Slice.of(
            slice.node(),
            slice.resources().with(Devices.named(slice.kinds(), DEVICES)),
            slice.tasks());
  }

  private static Map<String, String> words(Map<String, String> variables) {
    Map<String, String> words = new TreeMap<>();
    variables.forEach((name, value) -> {
      if (SHOWN.matcher(name).matches()) {
        words.put(name, word(name, value));
      }
    });
    return words;
  }

  private static String word(String name, String value) {
    if (NO_VALUE.matcher(name).matches()) {
      return name;
    }
    return name
        + "="
        + (DEVICE_LIST.matcher(name).matches()
            ? "#" + Pattern.compile("\\d+").matcher(value).results().count()
            : value.replace(' ', '_'));
  }
}
