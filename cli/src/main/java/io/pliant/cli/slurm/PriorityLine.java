package io.pliant.cli.slurm;

import io.pliant.api.PartitionPriorities;
import io.pliant.api.PriorityEntry;
import io.pliant.core.format.Field;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.spec.Bookkeeping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code sprio}: of a job, or of the weights in a partition. Weights and priorities are
 * so many ten-thousandths as in {@code squeue -o %Q}.
 *
 * @param job null for the line of the weights
 */
record PriorityLine(PartitionPriorities partition, @Nullable PriorityEntry job) {
  private static final double HIGHEST = 4_294_967_295.0;

  /** A line for each job. */
  static List<PriorityLine> jobs(List<PartitionPriorities> partitions) {
    List<PriorityLine> lines = new ArrayList<>();
    partitions.forEach(
        partition -> partition.jobs().forEach(job -> lines.add(new PriorityLine(partition, job))));
    return lines;
  }

  /** A line for each partition. */
  static List<PriorityLine> weights(List<PartitionPriorities> partitions) {
    return partitions.stream().map(partition -> new PriorityLine(partition, null)).toList();
  }

  /**
   * The columns that Slurm 22.05 shows unasked.
   *
   * @param all those without a weight, too
   * @param normalized factors as they are, without their weights
   * @param users with the user
   */
  static String usual(
      List<PartitionPriorities> partitions, boolean all, boolean normalized, boolean users) {
    StringBuilder format = new StringBuilder("%.15i %9r");
    format.append(all || users ? " %.8u" : "").append(normalized ? " %10y" : " %.10Y");
    if (!normalized || has(partitions, PriorityWeights::accuracy)) {
      format.append(normalized ? " %10s" : " %.10S");
    }
    add(format, 'a', normalized, all || has(partitions, PriorityWeights::age));
    add(format, 'b', normalized, all);
    add(format, 'f', normalized, all || has(partitions, PriorityWeights::fairShare));
    add(format, 'j', normalized, all || has(partitions, PriorityWeights::size));
    add(format, 'p', normalized, all || has(partitions, PriorityWeights::partition));
    add(format, 'q', normalized, all || has(partitions, PriorityWeights::qos));
    format.append(all && !normalized ? " %.11N" : "");
    return format.append(all ? normalized ? " %20t" : " %.20T" : "").toString();
  }

  private static boolean has(
      List<PartitionPriorities> partitions, ToDoubleFunction<PriorityWeights> weight) {
    return partitions.stream().anyMatch(one -> weight.applyAsDouble(one.weights()) > 0);
  }

  private static void add(StringBuilder format, char letter, boolean normalized, boolean wanted) {
    if (wanted) {
      format
          .append(normalized ? " %10" : " %.10")
          .append(normalized ? letter : Character.toUpperCase(letter));
    }
  }

  /**
   * All fields by letter.
   *
   * @param cluster name of the cluster
   */
  static List<Field<PriorityLine>> fields(String cluster) {
    List<Field<PriorityLine>> fields = new ArrayList<>();
    fields.add(Field.of('i', "JOBID", line -> line.ofJob(job -> job.job().toString(), "Weights")));
    fields.add(Field.of('r', "PARTITION", line -> line.partition().partition().value()));
    fields.add(Field.of('u', "USER", line -> line.ofJob(PriorityEntry::user, "")));
    fields.add(Field.of('c', "CLUSTER", _ -> cluster));
    fields.add(Field.of('y', "PRIORITY", line -> line.ofJob(job -> normalized(job.value()), "")));
    fields.add(Field.of('Y', "PRIORITY", line -> line.ofJob(job -> whole(job.value()), "")));
    fields.add(Field.of('N', "NICE", line -> line.ofJob(PriorityLine::nice, "")));
    both(fields, "SITE", 's', PriorityWeights::accuracy, PriorityFactors::accuracy);
    both(fields, "AGE", 'a', PriorityWeights::age, PriorityFactors::age);
    both(fields, "ASSOC", 'b', _ -> 0, _ -> 0);
    both(fields, "FAIRSHARE", 'f', PriorityWeights::fairShare, PriorityFactors::fairShare);
    both(fields, "JOBSIZE", 'j', PriorityWeights::size, PriorityFactors::size);
    both(fields, "PARTITION", 'p', PriorityWeights::partition, PriorityFactors::partition);
    both(fields, "QOS", 'q', PriorityWeights::qos, PriorityFactors::qos);
    fields.add(Field.of('t', "TRES", line -> line.ofJob(_ -> "", "(null)")));
    fields.add(Field.of('T', "TRES", line -> line.ofJob(_ -> "", "(null)")));
    return fields;
  }

  /** A factor by itself, with the small letter, and times its weight, with the capital one. */
  private static void both(
      List<Field<PriorityLine>> fields,
      String title,
      char letter,
      ToDoubleFunction<PriorityWeights> weight,
      ToDoubleFunction<PriorityFactors> factor) {
    Function<PriorityLine, String> weightAlone =
        line -> whole(weight.applyAsDouble(line.partition.weights()));
    fields.add(
        Field.of(
            letter,
            title,
            line ->
                line.ofJob(
                    job ->
                        String.format(
                            Locale.ROOT,
                            "%.7f",
                            weight.applyAsDouble(line.partition.weights()) > 0
                                ? factor.applyAsDouble(job.factors())
                                : 0),
                    weightAlone.apply(line))));
    fields.add(
        Field.of(
            Character.toUpperCase(letter),
            title,
            line ->
                line.ofJob(
                    job ->
                        whole(
                            weight.applyAsDouble(line.partition.weights())
                                * factor.applyAsDouble(job.factors())),
                    weightAlone.apply(line))));
  }

  private String ofJob(Function<PriorityEntry, String> value, String ofWeights) {
    return job == null ? ofWeights : value.apply(job);
  }

  private static String nice(PriorityEntry job) {
    return job.given() == null ? Integer.toString(Objects.requireNonNullElse(job.nice(), 0)) : "0";
  }

  private static String whole(double value) {
    return Long.toString(Math.round(value * Bookkeeping.PER_UNIT));
  }

  private static String normalized(double value) {
    return String.format(Locale.ROOT, "%16.14f", value * Bookkeeping.PER_UNIT / HIGHEST);
  }
}
