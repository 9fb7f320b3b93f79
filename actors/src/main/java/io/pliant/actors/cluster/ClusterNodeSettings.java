package io.pliant.actors.cluster;

import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.partition.PartitionMeter;
import io.pliant.actors.partition.RoundClocks;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.core.job.Mail;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.StepLimits;
import io.pliant.core.partition.PartitionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the entities of one controller need to know.
 *
 * @param controller name of this controller
 * @param version version of this software
 * @param agentHost address of this controller's agent port, told to agents
 * @param operators login names that may act on others' jobs and on nodes
 * @param journal one word for the journal in use, shown in the status
 * @param decisions where partitions write their rounds down
 * @param steps how many steps a job may have
 * @param timing the clocks of its entities
 * @param restored the restore that this controller's files tell of, or null for none
 * @param resilience what is done about things that go wrong again and again
 * @param post takes mails that are due, at once and from any thread
 * @param meter is told what partitions of this controller do
 * @param journalLead which member of the journal leads; null for a journal without a leader, and
 *     where entities are to be anywhere
 * @param groups which group of the journal keeps what
 */
public record ClusterNodeSettings(
    String clusterName,
    String controller,
    String version,
    String agentHost,
    int agentPort,
    List<PartitionSettings> partitions,
    Set<String> operators,
    String journal,
    DecisionLogging decisions,
    StepLimits steps,
    EntityTiming timing,
    @Nullable RestoreNotice restored,
    Resilience resilience,
    Consumer<Mail> post,
    PartitionMeter meter,
    @Nullable JournalLead journalLead,
    EntityGroups groups) {
  public ClusterNodeSettings {
    partitions = List.copyOf(partitions);
  }

  /** Which member of the journal leads. */
  public interface JournalLead {
    /**
     * Name of its controller, or null while none does.
     *
     * @param group number of the group of the journal
     */
    @Nullable String leader(int group);
  }

  /** What the role begins with by which a member tells where browsers reach it. */
  public static final String HTTP_ROLE = "http-at-";

  /** Role by which the members of the cluster know a controller's name. */
  public static String role(String controller) {
    return "controller-" + controller;
  }

  /**
   * Where partitions write their rounds down.
   *
   * @param folder of the files, one for each partition and controller, or null for nowhere
   * @param mostBytes size at which a file is set aside; one such is kept
   */
  public record DecisionLogging(@Nullable Path folder, long mostBytes) {
    /** Nowhere. */
    public static final DecisionLogging OFF = new DecisionLogging(null, 0);
  }

  /**
   * What is done about things that go wrong again and again.
   *
   * @param rounds how scheduling rounds are watched
   * @param requeues when an attempt that failed through no fault of its job is repeated
   * @param limitMargin time past limit and kill grace after which a job is ended from here
   */
  public record Resilience(RoundClocks rounds, RequeueRules requeues, Duration limitMargin) {}
}
