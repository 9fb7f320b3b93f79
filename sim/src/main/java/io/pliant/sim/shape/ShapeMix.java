package io.pliant.sim.shape;

/**
 * What jobs a generated list has. Shares are of all jobs, an array being one, from 0 to 1; a job
 * has one shape, and may depend on others besides.
 *
 * @param seed the same seed gives the same list
 * @param jobs how many
 * @param load work that comes in while jobs are submitted, over what the busiest partition can do
 * @param arrays share of arrays; in 13.6 % of real scripts
 * @param packs share of job packs
 * @param malleable share of jobs that change size
 * @param gpus share of jobs with GPUs, where there are any; in 35 % of real scripts
 * @param dependent share of jobs that wait for others
 * @param failing share of jobs that end with exit code 1; of an array some elements do
 * @param elements most elements of an array
 * @param overestimate time limits are spread evenly from the run time to this many times more; 0
 *     for exact ones
 */
public record ShapeMix(
    long seed,
    int jobs,
    double load,
    double arrays,
    double packs,
    double malleable,
    double gpus,
    double dependent,
    double failing,
    int elements,
    double overestimate) {
  /** Usual shares. */
  public static final ShapeMix USUAL =
      new ShapeMix(1, 1_000, 0.8, 0.14, 0.03, 0.1, 0.2, 0.1, 0.05, 100, 4);

  /** Largest of all these numbers but the seed. */
  private static final int MOST_LOAD = 1_000;

  public ShapeMix {
    share("arrays", arrays);
    share("packs", packs);
    share("malleable jobs", malleable);
    share("jobs with GPUs", gpus);
    share("jobs that wait for others", dependent);
    share("jobs that fail", failing);
    if (!(arrays + packs + malleable + gpus <= 1 + 1e-9)) {
      throw new IllegalArgumentException(
          "Expected the shares of arrays, packs, malleable jobs and jobs with GPUs to be at most 100 %% together, but got %.0f; lower one."
              .formatted((arrays + packs + malleable + gpus) * 100));
    }
    between("a number of jobs", jobs, 1, JobListReader.MOST_JOBS);
    between("elements of an array", elements, 2, 1_000_000);
    if (!(load >= 0.001 && load <= MOST_LOAD)) {
      throw new IllegalArgumentException(
          "Expected a load from 0.001 to %d, but got %s.".formatted(MOST_LOAD, load));
    }
    if (!(overestimate >= 0 && overestimate <= MOST_LOAD)) {
      throw new IllegalArgumentException(
          "Expected limits from 0 to %d times too long, but got %s."
              .formatted(MOST_LOAD, overestimate));
    }
  }

  private static void share(String what, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "Expected a share of %s from 0 to 100 percent, but got %s.".formatted(what, share * 100));
    }
  }

  private static void between(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "Expected %s from %d to %d, but got %d.".formatted(what, least, most, value));
    }
  }
}
