package io.pliant.core.priority;

/**
 * What speaks for a job, each factor from 0 to 1.
 *
 * @param age waiting time over the age at which the factor is full, at most 1
 * @param size nodes over nodes of the partition
 * @param partition what the site gives the partition
 * @param qos what the site gives the quality of service
 * @param fairShare of the job's account and user, see {@link FairShare}
 * @param accuracy class of the user over the number of classes, see {@link UserAccuracy}
 */
public record PriorityFactors(
    double age, double size, double partition, double qos, double fairShare, double accuracy) {
  /** Nothing speaks for the job. */
  public static final PriorityFactors NONE = new PriorityFactors(0, 0, 0, 0, 0, 0);

  public PriorityFactors {
    for (double factor : new double[] {age, size, partition, qos, fairShare, accuracy}) {
      if (!(factor >= 0 && factor <= 1)) {
        throw new IllegalArgumentException(
            "Expected factors between 0 and 1, but got " + factor + ".");
      }
    }
  }

  /** Waiting time as a factor; both in one unit, {@code full} above 0. */
  public static double age(long waited, long full) {
    return Math.clamp(waited / (double) full, 0, 1);
  }

  public PriorityFactors withAge(double value) {
    return new PriorityFactors(value, size, partition, qos, fairShare, accuracy);
  }

  public PriorityFactors withAccuracy(UserAccuracy user) {
    return new PriorityFactors(
        age, size, partition, qos, fairShare, user.accuracyClass() / (double) UserAccuracy.CLASSES);
  }

  public PriorityFactors withFairShare(double value) {
    return new PriorityFactors(age, size, partition, qos, value, accuracy);
  }
}
