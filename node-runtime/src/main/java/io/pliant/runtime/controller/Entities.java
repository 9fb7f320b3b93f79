package io.pliant.runtime.controller;

import io.pliant.actors.accounting.AccountingReads;
import io.pliant.actors.accounting.AccountingSettings;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.cluster.ClusterNode;
import io.pliant.actors.cluster.ClusterNodeSettings;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.runtime.mail.MailSender;
import io.pliant.runtime.settings.ControllerSettings;
import org.apache.pekko.actor.typed.ActorSystem;

/** Hands the settings to the entities of a member and starts them. */
final class Entities {
  private Entities() {}

  /**
   * Mails are sent from now until the actor system ends. Throws IllegalArgumentException when the
   * partitions contradict each other.
   */
  static ClusterGateway start(ActorSystem<?> system, ControllerSettings settings) {
    EntityTiming timing = settings.timing().entities();
    MailSender mails = MailSender.start(settings.mail(), settings.clusterName());
    system.getWhenTerminated().whenComplete((_, _) -> mails.close());
    return ClusterNode.start(
        system,
        new ClusterNodeSettings(
            settings.clusterName(),
            settings.name(),
            Version.ofProgram(),
            settings.agents().host(),
            settings.agents().port(),
            settings.partitions(),
            settings.operators(),
            settings.journal().describe(),
            settings.decisions(),
            settings.limits().steps(),
            timing,
            RestoreMark.read(settings.journal(), settings.stateDir()),
            settings.resilience(),
            mails),
        AccountingReads.start(
            system,
            new AccountingSettings(
                settings.accounting(),
                settings.dir().resolve("accounting"),
                timing.request().multipliedBy(3).dividedBy(4)),
            timing.request()));
  }
}
