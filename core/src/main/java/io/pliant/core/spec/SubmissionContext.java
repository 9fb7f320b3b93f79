package io.pliant.core.spec;

import io.pliant.core.id.PartitionName;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows when it reads a submission.
 *
 * @param submitter the authenticated user
 * @param now the present
 * @param zone zone of the times that users write
 * @param defaultPartition where jobs go that name no partition, or null when there is none
 * @param partitions those that there are; when empty, any name is taken
 * @param names accounts and qualities of service that the site lists
 * @param exclusiveByDefault tells whether jobs of a partition get whole nodes without asking
 * @param countsLicences tells whether a partition has licences that it counts
 * @param defaultTime tells the time limit of jobs of a partition that give none; null where it is
 *     not known
 * @param operator the submitter may put jobs before those of others
 * @param sendsMail whether the site has said how mail is sent
 * @param pools partitions by the name of their pool, which stands for all of them
 * @param chosen the partition of several that the job is to wait in, or null for the first
 */
public record SubmissionContext(
    Submitter submitter,
    Instant now,
    ZoneId zone,
    @Nullable PartitionName defaultPartition,
    List<PartitionName> partitions,
    KnownNames names,
    Predicate<PartitionName> exclusiveByDefault,
    Predicate<PartitionName> countsLicences,
    Function<PartitionName, @Nullable Duration> defaultTime,
    boolean operator,
    boolean sendsMail,
    Map<String, List<PartitionName>> pools,
    @Nullable PartitionName chosen) {
  /** A list of partitions with those of a pool in place of its name. */
  public String withMembers(String list) {
    List<String> names = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      List<PartitionName> members = pools.get(name.strip());
      if (members == null) {
        names.add(name);
      } else {
        members.forEach(member -> names.add(member.value()));
      }
    }
    return String.join(",", names);
  }

  /** The same of a job that waits in that partition of those that it names. */
  public SubmissionContext within(PartitionName only) {
    return new SubmissionContext(
        submitter,
        now,
        zone,
        defaultPartition,
        partitions,
        names,
        exclusiveByDefault,
        countsLicences,
        defaultTime,
        operator,
        sendsMail,
        pools,
        only);
  }

  /** No partition counts licences, no mail is sent, and the submitter is no operator. */
  public SubmissionContext(
      Submitter submitter,
      Instant now,
      ZoneId zone,
      @Nullable PartitionName defaultPartition,
      List<PartitionName> partitions,
      KnownNames names,
      Predicate<PartitionName> exclusiveByDefault) {
    this(
        submitter,
        now,
        zone,
        defaultPartition,
        partitions,
        names,
        exclusiveByDefault,
        _ -> false,
        _ -> null,
        false,
        false,
        Map.of(),
        null);
  }
}
