package io.pliant.actors.protocol;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.util.Map;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.slf4j.MDC;

/**
 * What lines of the log are about, as fields of their context (SLF4J's MDC): lines in JSON have
 * them, and collectors of logs search by them (docs/configuration.md, Logs).
 */
public final class LogContext {
  public static final String JOB = "job";
  public static final String PARTITION = "partition";
  public static final String NODE = "node";

  /** Which incarnation of the partition's ledger speaks. */
  public static final String TERM = "term";

  private LogContext() {}

  /** Has all lines that an actor of a job writes name the job. */
  public static <T> Behavior<T> of(JobId job, Class<T> messages, Behavior<T> behavior) {
    return Behaviors.withMdc(messages, Map.of(JOB, job.toString()), behavior);
  }

  /** Has all lines that an actor of a partition writes name the partition. */
  public static <T> Behavior<T> of(
      PartitionName partition, Class<T> messages, Behavior<T> behavior) {
    return Behaviors.withMdc(messages, Map.of(PARTITION, partition.value()), behavior);
  }

  /** Has all lines that an actor of a node writes name the node. */
  public static <T> Behavior<T> of(NodeName node, Class<T> messages, Behavior<T> behavior) {
    return Behaviors.withMdc(messages, Map.of(NODE, node.value()), behavior);
  }

  /** Has what follows of this message name a job as well. */
  public static void job(JobId job) {
    MDC.put(JOB, job.toString());
  }

  /** Has what follows of this message name a term as well. */
  public static void term(long term) {
    MDC.put(TERM, Long.toString(term));
  }
}
