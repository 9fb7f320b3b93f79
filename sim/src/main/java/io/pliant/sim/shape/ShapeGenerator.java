package io.pliant.sim.shape;

import io.pliant.core.array.Indices;
import io.pliant.core.id.JobId;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes job lists of all shapes. Sizes and run times are those of {@link LublinFeitelson}, time
 * limits those of the f-model (A. Mu'alem, D. Feitelson, IEEE TPDS 12(6), 2001), submissions a
 * Poisson process. Sizes of arrays are spread evenly over their logarithm.
 */
public final class ShapeGenerator {
  private static final int USERS = 10;
  private static final int LOOKS_BACK = 20;
  private static final double LIMITED = 0.25;
  private static final double EXCLUSIVE = 0.08;

  private final ShapeMix mix;
  private final ListedPartition main;
  private final List<ListedPartition> partitions;
  private final List<ListedPartition> withGpus;
  private final Random random;
  private final LublinFeitelson model;
  private final List<Drawn> drawn = new ArrayList<>();
  private long number = 1;

  /**
   * A job without its time of submission.
   *
   * @param elements of an array, else 1
   * @param work processor-seconds that it needs
   */
  private record Drawn(
      JobId job, int elements, String user, RunTimes runs, List<String> options, double work) {}

  /** What a job asks for: words, processors and the partition that it uses up. */
  private record Asked(List<String> words, int processors) {}

  private ShapeGenerator(ShapeMix mix, List<ListedPartition> partitions) {
    this.mix = mix;
    this.partitions = partitions;
    this.main = partitions.getFirst();
    this.withGpus = partitions.stream().filter(each -> each.gpus() > 0).toList();
    this.random = new Random(mix.seed());
    this.model = new LublinFeitelson(random);
  }

  /** A list for a cluster; the first partition is that of all jobs without GPUs. */
  public static JobList generate(ShapeMix mix, List<ListedPartition> partitions) {
    return new ShapeGenerator(mix, partitions).list();
  }

  private JobList list() {
    double[] gaps = new double[mix.jobs()];
    double sum = 0;
    double work = 0;
    for (int i = 0; i < mix.jobs(); i++) {
      drawn.add(draw());
      work += drawn.getLast().work();
      gaps[i] = -StrictMath.log(1 - random.nextDouble());
      sum += gaps[i];
    }
    double span = work / ((double) main.nodes() * main.cpus()) / mix.load();
    List<ListedJob> jobs = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < mix.jobs(); i++) {
      Drawn job = drawn.get(i);
      jobs.add(
          new ListedJob(job.job(), Math.round(at * 1_000), job.user(), job.runs(), job.options()));
      at += sum == 0 ? 0 : gaps[i] * span / sum;
    }
    return new JobList("seed " + mix.seed(), partitions, jobs);
  }

  private Drawn draw() {
    JobId job = new JobId(number);
    double kind = random.nextDouble();
    String user = "user" + (1 + random.nextInt(USERS));
    Drawn made;
    if ((kind -= mix.arrays()) < 0) {
      made = array(job, user);
    } else if ((kind -= mix.packs()) < 0) {
      made = plain(job, user, pack());
    } else if ((kind -= mix.malleable()) < 0) {
      made = malleable(job, user);
    } else if (kind - mix.gpus() < 0 && !withGpus.isEmpty()) {
      made = plain(job, user, onGpus());
    } else {
      made = plain(job, user, processors(main));
    }
    number += made.elements() == 1 ? 1 : made.elements() + 1L;
    return made;
  }

  private Asked processors(ListedPartition partition) {
    int size = model.size(partition.nodes() * partition.cpus());
    List<String> words = new ArrayList<>(List.of("--ntasks=" + size));
    if (random.nextDouble() < EXCLUSIVE) {
      words.add("--exclusive");
    }
    return new Asked(words, size);
  }

  private Asked onGpus() {
    ListedPartition partition = withGpus.get(random.nextInt(withGpus.size()));
    int nodes = Math.min(partition.nodes(), 1 + (random.nextInt(5) == 0 ? random.nextInt(2) : 0));
    int gpus = Math.min(partition.gpus(), 1 << random.nextInt(3));
    return new Asked(
        List.of("--partition=" + partition.name(), "--nodes=" + nodes, "--gpus-per-node=" + gpus),
        nodes * gpus * Math.max(1, partition.cpus() / partition.gpus()));
  }

  /** Two or three components, in one partition or several. */
  private Asked pack() {
    List<String> words = new ArrayList<>();
    int processors = 0;
    int components = 2 + random.nextInt(2);
    for (int i = 0; i < components; i++) {
      ListedPartition partition = partitions.get(random.nextInt(partitions.size()));
      int most = Math.max(1, partition.nodes() / components);
      int nodes = model.size(most);
      words.addAll(i == 0 ? List.of() : List.of(":"));
      words.add("--partition=" + partition.name());
      words.add("--nodes=" + nodes);
      if (partition.gpus() > 0) {
        words.add("--gpus-per-node=" + (1 + random.nextInt(partition.gpus())));
      } else {
        words.add("--ntasks-per-node=" + (1 + random.nextInt(partition.cpus())));
      }
      processors += nodes * partition.cpus();
    }
    return new Asked(words, processors);
  }

  private Drawn plain(JobId job, String user, Asked asked) {
    long seconds = model.seconds(asked.processors());
    int exit = random.nextDouble() < mix.failing() ? 1 : 0;
    RunTimes runs =
        new RunTimes(seconds * 1_000, seconds * 1_000, exit, null, SpeedUp.UNKNOWN.serial());
    // options that are not of one component stand with the first
    List<String> options = new ArrayList<>(limit(seconds));
    options.addAll(waits(null));
    options.addAll(asked.words());
    return new Drawn(job, 1, user, runs, options, (double) seconds * asked.processors());
  }

  private Drawn malleable(JobId job, String user) {
    int nodes = model.size(main.nodes());
    int least = Math.max(1, nodes / (1 + random.nextInt(4)));
    int most = (int) Math.min(main.nodes(), (1L + random.nextInt(4)) * nodes);
    long seconds = model.seconds(nodes * main.cpus());
    RunTimes runs =
        new RunTimes(seconds * 1_000, seconds * 1_000, 0, null, random.nextInt(100) / 1_000.0);
    List<String> options = new ArrayList<>(limit(seconds));
    options.addAll(waits(null));
    options.addAll(List.of("--nodes=" + nodes, "--min-nodes=" + least, "--max-nodes=" + most));
    return new Drawn(job, 1, user, runs, options, (double) seconds * nodes * main.cpus());
  }

  private Drawn array(JobId job, String user) {
    Drawn before = corresponding();
    int elements = before == null ? elements() : before.elements();
    Asked asked = processors(main);
    long most = model.seconds(asked.processors());
    long least = Math.max(1, most / 2);
    Indices failing =
        random.nextDouble() < mix.failing()
            ? Indices.parse(String.valueOf(random.nextInt(elements)))
            : null;
    RunTimes runs =
        new RunTimes(
            least * 1_000,
            most * 1_000,
            failing == null ? 0 : 1,
            failing,
            SpeedUp.UNKNOWN.serial());
    String atOnce = random.nextDouble() < LIMITED ? "%" + (1 + random.nextInt(elements)) : "";
    List<String> options = new ArrayList<>(limit(most));
    options.add("--array=0-" + (elements - 1) + atOnce);
    options.addAll(waits(before));
    options.addAll(asked.words());
    double each = (least + most) / 2.0 * asked.processors();
    return new Drawn(job, elements, user, runs, options, each * elements);
  }

  /** An array for whose elements those of the next one wait, or null. */
  private @Nullable Drawn corresponding() {
    Drawn before = drawn.isEmpty() ? null : drawn.get(random.nextInt(drawn.size()));
    return before != null && before.elements() > 1 && random.nextDouble() < mix.dependent()
        ? before
        : null;
  }

  private int elements() {
    double exponent = 1 + random.nextDouble() * (log(mix.elements()) - 1);
    return Math.clamp(Math.round(StrictMath.pow(2, exponent)), 2, mix.elements());
  }

  private static double log(int of) {
    return StrictMath.log(of) / StrictMath.log(2);
  }

  /** From the run time to so many times more, in seconds. */
  private List<String> limit(long seconds) {
    long limit = Math.round(seconds * (1 + mix.overestimate() * random.nextDouble()));
    return List.of(
        "--time=%d-%02d:%02d:%02d"
            .formatted(limit / 86_400, limit / 3_600 % 24, limit / 60 % 60, limit % 60));
  }

  /** What a job waits for: elements that correspond, or one to three of the last jobs. */
  private List<String> waits(@Nullable Drawn corresponding) {
    String kill = "--kill-on-invalid-dep=" + (random.nextBoolean() ? "yes" : "no");
    if (corresponding != null) {
      return List.of("--dependency=aftercorr:" + corresponding.job(), kill);
    }
    if (drawn.isEmpty() || random.nextDouble() >= mix.dependent()) {
      return List.of();
    }
    int kind = random.nextInt(10);
    if (kind == 0) {
      return List.of("--job-name=chain" + random.nextInt(3), "--dependency=singleton");
    }
    List<String> terms = new ArrayList<>();
    for (int i = random.nextInt(4) == 0 ? 3 : 1; i > 0; i--) {
      Drawn target =
          drawn.get(drawn.size() - 1 - random.nextInt(Math.min(LOOKS_BACK, drawn.size())));
      terms.add(term(target));
    }
    return List.of("--dependency=" + String.join(kind == 1 ? "?" : ",", terms), kill);
  }

  private String term(Drawn target) {
    String element =
        target.elements() > 1 && random.nextInt(3) == 0
            ? "_" + random.nextInt(target.elements())
            : "";
    return switch (random.nextInt(8)) {
      case 0 -> "afternotok:" + target.job() + element;
      case 1 -> "after:" + target.job() + element;
      case 2 -> "after:" + target.job() + element + "+" + (1 + random.nextInt(60));
      case 3, 4 -> "afterany:" + target.job() + element;
      default -> "afterok:" + target.job() + element;
    };
  }
}
