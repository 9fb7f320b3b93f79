package io.pliant.actors.protocol;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.Resize;
import org.apache.pekko.actor.typed.ActorRef;

/** What an {@code Application} entity (entity id = job id) accepts. */
public sealed interface ApplicationCommand extends WireMessage {
  /** What the job knows of its program; told again whenever it changes or is asked for. */
  record JobReported(JobStanding standing) implements ApplicationCommand {}

  /** What a node's agent has heard of the program's tasks. */
  record Seen(AgentReport standing) implements ApplicationCommand {}

  /** The partition wants a resize; repeated until it is closed. */
  record Begin(int attempt, Resize resize) implements ApplicationCommand {}

  /** The partition does not grant a request. */
  record Denied(int attempt, String request, String reason) implements ApplicationCommand {}

  /** The partition wants a resize back, if it is not too late. */
  record Withdraw(int attempt, long ledger) implements ApplicationCommand {}

  /** Tell how the size has changed. */
  record GetChanges(ActorRef<ApplicationAnswer> replyTo) implements ApplicationCommand {}

  /** Tell what the tasks have measured. */
  record GetMeasures(ActorRef<ApplicationAnswer> replyTo) implements ApplicationCommand {}

  /** Tell which adaptation is on its way. */
  record GetCurrent(ActorRef<ApplicationAnswer> replyTo) implements ApplicationCommand {}

  /** Internal timer: send again what is owed. */
  enum Remind implements ApplicationCommand {
    INSTANCE
  }

  /** Internal timer: a deadline has come. */
  enum Look implements ApplicationCommand {
    INSTANCE
  }

  /** Internal: nothing came for a while. */
  enum Idle implements ApplicationCommand {
    INSTANCE
  }

  /** Internal: its shard lets it stop. */
  enum Stop implements ApplicationCommand {
    INSTANCE
  }
}
