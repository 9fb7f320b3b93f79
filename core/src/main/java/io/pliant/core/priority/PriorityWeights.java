package io.pliant.core.priority;

/**
 * What counts how much: the priority of a job is the weighted sum of its factors; equal ones keep
 * the order of submission. An order of the queue, whatever policy then goes through it.
 *
 * <p><b>Source.</b> The multifactor priority of Slurm; PSP as one of its factors.
 *
 * @param age weight of the waiting time
 * @param size weight of the size
 * @param partition weight of the partition
 * @param qos weight of the quality of service
 * @param fairShare weight of the account's share
 * @param accuracy weight of the user's accuracy class
 */
public record PriorityWeights(
    double age, double size, double partition, double qos, double fairShare, double accuracy) {
  /** First come, first served. */
  public static final PriorityWeights BY_AGE = new PriorityWeights(1, 0, 0, 0, 0, 0);

  /**
   * PSP: the accuracy class decides, until waiting has outweighed it. A job of the lowest class
   * that has waited for its full age stands level with a fresh one of the highest.
   */
  public static final PriorityWeights PSP = new PriorityWeights(0.8, 0, 0, 0, 0, 1);

  /** PSP as in its paper: the class alone, so that the lowest one may starve. */
  public static final PriorityWeights PSP_WITHOUT_AGE = new PriorityWeights(0, 0, 0, 0, 0, 1);

  public PriorityWeights {
    for (double weight : new double[] {age, size, partition, qos, fairShare, accuracy}) {
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Expected weights of at least 0, but got " + weight + ".");
      }
    }
  }

  /** The weighted sum. */
  public double priority(PriorityFactors factors) {
    return age * factors.age()
        + size * factors.size()
        + partition * factors.partition()
        + qos * factors.qos()
        + fairShare * factors.fairShare()
        + accuracy * factors.accuracy();
  }
}
