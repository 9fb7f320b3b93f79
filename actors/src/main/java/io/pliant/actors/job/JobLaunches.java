package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.JobPayload;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobState;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepState;
import java.util.Objects;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/** Sends what a job owes; for a launch its payload may have to be read first. */
final class JobLaunches {
  private final JobId job;
  private final ActorContext<JobCommand> context;
  private final JobEnvironmentSettings settings;
  private boolean reading;
  private @Nullable JobPayload read;

  JobLaunches(JobId job, ActorContext<JobCommand> context, JobEnvironmentSettings settings) {
    this.job = job;
    this.context = context;
    this.settings = settings;
  }

  /**
   * Sends an order, or asks for the payload that it needs: then PayloadRead comes.
   *
   * @return whether it was sent
   */
  boolean send(JobState state, JobOrder order) {
    if (!(order instanceof JobOrder.Launch launch)) {
      settings.send(state, order);
      return true;
    }
    StepState step = Objects.requireNonNull(state.steps().get(launch.step().step()));
    JobPayload known = read == null ? settings.payloads().atHand(job, state.submittedSpec()) : read;
    if (known != null && known.suffices(step.plan())) {
      settings.launch(state, launch, known);
      return true;
    }
    ask(state, step.plan());
    return false;
  }

  /** Bytes of the payload that a launch carries: script, words and variables. */
  long bytes(JobState state, JobOrder.Launch launch) {
    StepState step = Objects.requireNonNull(state.steps().get(launch.step().step()));
    return state.payloadBytes() + step.plan().payloadBytes();
  }

  private void ask(JobState state, StepPlan plan) {
    if (reading) {
      return;
    }
    reading = true;
    context.pipeToSelf(
        settings
            .payloads()
            .read(job, state.submittedSpec(), plan.joining() == null ? 0 : state.attempt()),
        (payload, failure) -> {
          if (failure != null) {
            return new JobCommand.PayloadRead(null, String.valueOf(failure.getMessage()));
          }
          return new JobCommand.PayloadRead(payload, "");
        });
  }

  /** Carries out what waited for the payload; after a failure the next reminder asks again. */
  void payloadRead(JobCommand.PayloadRead answer, Runnable sendOwed) {
    reading = false;
    if (answer.payload() == null) {
      context.getLog().warn("job {}: its payload could not be read: {}", job, answer.failure());
      return;
    }
    read = answer.payload();
    sendOwed.run();
    read = null;
  }
}
