package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.option.JobScriptParser;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a job waits for, changed after its submission: as one, and never in a circle. */
class DependencyChangesTest {
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private final Map<JobId, JobState> jobs = new TreeMap<>();

  @Test
  void shouldWaitForOthersOnceAllHaveAnswered() {
    submit(1, NOW, null);
    submit(2, NOW, null);
    JobChange change = waitsFor("afterok:1");
    assertThat(decide(2, change(change, null)).events()).as("nobody has answered").isEmpty();
    JobOutcome changed = decide(2, change(change, List.of(ask(2, 1))));
    assertThat(changed.events())
        .hasExactlyElementsOfTypes(JobEvent.JobChanged.class, JobEvent.TargetsTold.class);
    assertThat(standing(2).unmet()).isEqualTo("afterok:1(unfulfilled)");
    assertThat(standing(2).waits()).isTrue();

    end(1, JobStatus.COMPLETED);
    decide(2, new JobIntent.TargetsTold(List.of(Dependencies.standing(job(1), null))));
    assertThat(standing(2).waits()).isFalse();
  }

  /** A ledger takes only what is newer than what it knows. */
  @Test
  void shouldWaitForSomethingElseAndForNothing() {
    submit(1, NOW, null);
    submit(2, NOW, null);
    submit(3, NOW, "afterok:1");
    int before = standing(3).version();
    decide(3, change(waitsFor("afterany:2"), List.of(ask(3, 2))));
    assertThat(standing(3).unmet()).isEqualTo("afterany:2(unfulfilled)");
    assertThat(standing(3).version()).isGreaterThan(before);
    decide(3, new JobIntent.TargetsTold(List.of(told(1, JobStatus.FAILED))));
    assertThat(standing(3).never()).as("it waits for job 1 no more").isFalse();

    int between = standing(3).version();
    decide(3, change(changed(Dependency.none(false)), null));
    assertThat(standing(3).waits()).isFalse();
    assertThat(standing(3).version()).isGreaterThan(between);
    assertThat(job(3).submittedSpec().dependency()).isNull();

    decide(3, change(waitsFor("singleton"), null));
    assertThat(standing(3).singleton()).isTrue();
  }

  @Test
  void shouldEndWhenItCanNeverStartAndIsToEndThen() {
    submit(1, NOW, null);
    submit(2, NOW, null);
    end(1, JobStatus.FAILED);
    Dependency never = Dependency.parse("afterok:1", true);
    decide(2, change(changed(never), List.of(ask(2, 1))));
    assertThat(job(2).status()).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void shouldRefuseWhatItCannotWaitFor() {
    submit(1, NOW, null);
    submit(2, NOW.plusSeconds(1), "afterok:1");
    assertThat(refused(1, waitsFor("afterok:1"), null)).contains("it is to wait for itself");
    assertThat(
            refused(
                1,
                waitsFor("afterok:9"),
                List.of(TargetStanding.refused(new JobId(9), "there is no job 9."))))
        .contains("there is no job 9");
    assertThat(refused(1, waitsFor("afterok:2"), List.of(ask(1, 2))))
        .contains("Expected job 1, for which others wait", "job 2 was not");
    submit(3, NOW, null);
    TargetStanding old = new TargetStanding(new JobId(2), null, null, null, null);
    assertThat(refused(3, waitsFor("afterok:2"), List.of(old))).contains("before an upgrade");
  }

  /**
   * Whatever order messages have, whatever the clocks of controllers say and however many changes
   * are on their way: no job ever waits for itself over others.
   */
  @Test
  void shouldNeverLetJobsWaitInACircle() {
    int taken = 0;
    int refused = 0;
    for (int run = 0; run < 2_000; run++) {
      int seed = run;
      Random random = new Random(seed);
      jobs.clear();
      List<Underway> underway = new ArrayList<>();
      for (int step = 0; step < 60; step++) {
        int all = jobs.size();
        if (all < 6 && random.nextInt(3) == 0) {
          Instant skewed = NOW.plusMillis(random.nextInt(7) - 3L);
          String first = all > 0 && random.nextBoolean() ? "afterok:" + any(random, all) : null;
          submit(all + 1, skewed, first);
        } else if (all > 1 && random.nextInt(3) == 0) {
          int job = any(random, all);
          Set<Integer> targets = new HashSet<>();
          for (int i = random.nextInt(2); i >= 0; i--) {
            targets.add(any(random, all));
          }
          targets.remove(job);
          if (!targets.isEmpty()) {
            underway.add(new Underway(job, List.copyOf(targets), new TreeMap<>()));
          }
        } else if (!underway.isEmpty()) {
          Underway one = underway.get(random.nextInt(underway.size()));
          List<Integer> open =
              one.targets().stream().filter(t -> !one.answers().containsKey(t)).toList();
          if (!open.isEmpty()) {
            int target = open.get(random.nextInt(open.size()));
            one.answers().put(target, ask(one.job(), target));
          } else {
            underway.remove(one);
            JobOutcome outcome =
                decide(one.job(), change(one.change(), List.copyOf(one.answers().values())));
            taken += outcome.events().isEmpty() ? 0 : 1;
            refused += outcome.reply() instanceof JobReply.Refused ? 1 : 0;
          }
        } else if (all > 0 && random.nextInt(10) == 0) {
          end(any(random, all), JobStatus.COMPLETED);
        }
        jobs.keySet()
            .forEach(job ->
                assertThat(waitedFor(job, new HashSet<>()))
                    .as("seed %d", seed)
                    .doesNotContain(job));
      }
    }
    assertThat(taken).isGreaterThan(5_000);
    assertThat(refused).isGreaterThan(1_000);
  }

  private record Underway(int job, List<Integer> targets, Map<Integer, TargetStanding> answers) {
    JobChange change() {
      return waitsFor(
          "afterok:" + String.join(":", targets.stream().map(String::valueOf).toList()));
    }
  }

  private static int any(Random random, int all) {
    return 1 + random.nextInt(all);
  }

  /** All jobs that one waits for, directly or over others. */
  private Set<JobId> waitedFor(JobId job, Set<JobId> found) {
    JobState state = Objects.requireNonNull(jobs.get(job));
    if (!state.over() && state.dependency() != null) {
      for (JobId target : state.dependency().asked().targets()) {
        if (found.add(target)) {
          waitedFor(target, found);
        }
      }
    }
    return found;
  }

  private void submit(int number, Instant at, @Nullable String dependency) {
    JobId id = new JobId(number);
    JobState state = JobState.unknown(id);
    List<String> options = dependency == null ? List.of() : List.of("-d", dependency);
    jobs.put(id, state.evolve(new JobEvent.JobSubmitted(id, spec(options), at)));
    if (dependency != null) {
      List<TargetStanding> answers = new ArrayList<>();
      for (JobId target : Objects.requireNonNull(job(number).dependency()).asked().targets()) {
        answers.add(ask(number, (int) target.value()));
      }
      decide(number, new JobIntent.TargetsTold(answers));
    }
  }

  private static JobSpec spec(List<String> options) {
    PartitionName main = new PartitionName("main");
    Submission submission =
        new Submission(
            "#!/bin/sh\n", "job", List.of(), options, List.of(), null, "/", Map.of(), null);
    SubmissionContext context =
        new SubmissionContext(
            ADA, NOW, ZoneOffset.UTC, main, List.of(main), KnownNames.ANY, _ -> false);
    return ((ParsedJob.Parsed) JobScriptParser.parse(submission, context)).spec();
  }

  private static JobChange waitsFor(String text) {
    return changed(Dependency.parse(text, false));
  }

  private static JobChange changed(Dependency dependency) {
    return new JobChange(null, null, null, null, null, null, null, null, null, null, dependency);
  }

  private static JobIntent.Change change(JobChange change, @Nullable List<TargetStanding> targets) {
    return new JobIntent.Change(ADA, false, change, null, targets);
  }

  /** Has written down who waits, and says how it stands. */
  private TargetStanding ask(int dependent, int target) {
    decide(target, new JobIntent.Watch(new JobId(dependent), false, ADA.uid()));
    return Dependencies.standing(job(target), null);
  }

  private static TargetStanding told(int job, JobStatus ended) {
    return new TargetStanding(new JobId(job), null, NOW, ended, null);
  }

  private void end(int number, JobStatus status) {
    JobState state = job(number);
    if (!state.over()) {
      JobEvent end =
          new JobEvent.JobEnded(
              state.job(), state.attempt(), status, ExitStatus.SUCCESS, "", null, NOW);
      jobs.put(state.job(), state.evolve(end));
    }
  }

  private JobState job(int number) {
    return Objects.requireNonNull(jobs.get(new JobId(number)));
  }

  private DependencyStanding standing(int number) {
    return Objects.requireNonNull(JobOrders.queued(job(number)).dependency());
  }

  private JobOutcome decide(int number, JobIntent intent) {
    JobState state = job(number);
    JobOutcome outcome = JobLifecycle.decide(state, intent, NOW);
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    jobs.put(state.job(), state);
    return outcome;
  }

  private String refused(int number, JobChange change, @Nullable List<TargetStanding> targets) {
    JobOutcome outcome = decide(number, change(change, targets));
    assertThat(outcome.events()).isEmpty();
    Refusal refusal = ((JobReply.Refused) outcome.reply()).refusal();
    return refusal.reason();
  }
}
