package io.pliant.runtime.controller;

import io.pliant.actors.accounting.AccountingReads;
import io.pliant.actors.accounting.AccountingSettings;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.cluster.ClusterNode;
import io.pliant.actors.cluster.ClusterNodeSettings;
import io.pliant.actors.cluster.EntityGroups;
import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.partition.PartitionMeter;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.journal.pekko.RaftGroups;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.runtime.mail.MailSender;
import io.pliant.runtime.settings.ControllerSettings;
import java.nio.file.Path;
import java.util.List;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.jspecify.annotations.Nullable;

/** Hands the settings to the entities of a member and starts them. */
final class Entities {
  private Entities() {}

  /**
   * Mails are sent from now until the actor system ends. Throws IllegalArgumentException when the
   * partitions contradict each other.
   */
  static ClusterGateway start(
      ActorSystem<?> system,
      ControllerSettings settings,
      EntityGroups groups,
      PartitionMeter meter) {
    EntityTiming timing = settings.timing().entities();
    RestoreNotice restored = RestoreMark.read(settings.journal(), settings.stateDir());
    Path accounting = accounting(settings);
    if (restored != null) {
      AccountingReads.forget(accounting);
    }
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
            restored,
            settings.resilience(),
            mails,
            meter,
            lead(system, settings),
            groups),
        AccountingReads.start(
            system,
            new AccountingSettings(
                settings.accounting(), accounting, timing.request().multipliedBy(3).dividedBy(4)),
            timing.request()));
  }

  private static ClusterNodeSettings.@Nullable JournalLead lead(
      ActorSystem<?> system, ControllerSettings settings) {
    if (!(settings.journal() instanceof JournalSettings.Raft) || settings.spread()) {
      return null;
    }
    List<JournalGroup> groups = RaftGroups.ID.get(Adapter.toClassic(system)).member().groups();
    return group -> groups.get(group).leader();
  }

  /** Beside the journal that it is made of: whoever restores that moves both away. */
  private static Path accounting(ControllerSettings settings) {
    Path beside =
        switch (settings.journal()) {
          case JournalSettings.Raft raft -> raft.group().folder();
          case JournalSettings.PostgreSql _ -> settings.dir();
        };
    return beside.resolve("accounting");
  }
}
