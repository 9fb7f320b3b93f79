package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.AdaptRequest;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.PhaseEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.StartEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.StepMade;
import io.pliant.api.SubmissionCheck;
import io.pliant.api.Submitted;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobRef;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.TextTable;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.SignalScope;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.JobUpdate;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Routes under {@code /v1/jobs}. */
final class JobRoutes {
  /** Longest long poll in seconds; a client that waits longer asks again. */
  static final int MOST_WAIT_SECONDS = 60;

  private static final int HIGHEST_SIGNAL = 64;

  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final SubmissionReader submissions;
  private final PartitionChoice places;
  private final BatchRoute batch;
  private final InstantSource clock;

  JobRoutes(
      ClusterGateway gateway,
      Waiting waiting,
      Privacy privacy,
      SubmissionReader submissions,
      InstantSource clock) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.submissions = submissions;
    this.places = new PartitionChoice(gateway, waiting, submissions);
    this.batch = new BatchRoute(gateway, waiting, submissions, places);
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/jobs", this::submit),
        Route.post("/v1/jobs:batch", batch::submit),
        Route.post("/v1/jobs/check", this::check),
        Route.get("/v1/jobs", this::queue, "partition", "user", "state", "job", "header"),
        Route.get("/v1/jobs/{job}", this::job, "waitSeconds"),
        new Route(
            "DELETE", "/v1/jobs/{job}", Route.Access.USER, Set.of("signal", "to"), this::cancel),
        Route.post("/v1/jobs/{job}/hold", call -> setHeld(call, true)),
        Route.post("/v1/jobs/{job}/release", call -> setHeld(call, false)),
        Route.post("/v1/jobs/{job}/suspend", call -> setSuspended(call, true)),
        Route.post("/v1/jobs/{job}/resume", call -> setSuspended(call, false)),
        new Route(
            "POST", "/v1/jobs/{job}/requeue", Route.Access.USER, Set.of("hold"), this::requeue),
        Route.post("/v1/jobs/{job}/update", this::update),
        Route.post("/v1/jobs/{job}/adapt", this::adapt),
        Route.get(
            "/v1/jobs/{job}/sizes", call -> Reply.ok(waiting.answer(gateway.sizes(number(call))))),
        Route.get("/v1/jobs/{job}/phases", this::phases),
        Route.get(
            "/v1/jobs/{job}/adaptation",
            call -> Reply.ok(waiting.answer(gateway.adaptation(number(call))))),
        Route.get("/v1/jobs/{job}/energy", this::energy),
        Route.get("/v1/jobs/{job}/why", call -> Reply.ok(waiting.answer(gateway.why(call.job())))),
        Route.post("/v1/jobs/{job}/steps", this::createStep),
        Route.post("/v1/jobs/{job}/steps/{step}/onlookers", this::onlook),
        Route.get("/v1/jobs/{job}/steps/{step}", this::step, "waitSeconds"));
  }

  private Reply submit(Call call) throws InterruptedException {
    Submission submission = call.body(Submission.class);
    ParsedJob.Parsed parsed =
        places.choose(submission, submissions.read(submission, call.caller()), call.caller());
    JobId job = waiting.answer(gateway.submit(parsed.spec()));
    return Reply.created(new Submitted(job, parsed.warnings()));
  }

  private Reply check(Call call) throws InterruptedException {
    Submission submission = call.body(Submission.class);
    return Reply.ok(
        switch (submissions.parse(submission, call.caller())) {
          case ParsedJob.Refused(String message) -> SubmissionCheck.refused(message);
          case ParsedJob.Parsed parsed -> check(places.choose(submission, parsed, call.caller()));
        });
  }

  private SubmissionCheck check(ParsedJob.Parsed job) throws InterruptedException {
    return switch (waiting.value(gateway.check(job.spec()))) {
      case Answer.Accepted<StartEntry>(StartEntry start) ->
          SubmissionCheck.taken(job.spec(), job.warnings(), start);
      case Answer.Rejected<StartEntry>(Refusal refusal) ->
          SubmissionCheck.refused(job.spec(), job.warnings(), refusal.reason());
    };
  }

  private Reply phases(Call call) throws InterruptedException {
    return Reply.ok(
        waiting.answer(gateway.phases(number(call))).stream().map(PhaseEntry::of).toList());
  }

  private Reply energy(Call call) throws InterruptedException {
    return Reply.ok(waiting.value(gateway.energy(waiting.answer(gateway.job(call.job())).job())));
  }

  private Reply queue(Call call) throws InterruptedException {
    PartitionName partition = call.query("partition", PartitionName::new);
    QueueFilter filter =
        new QueueFilter(
            call.query("user"),
            call.queries("state", JobRoutes::status),
            Set.copyOf(call.queries("job", JobId::parse)));
    boolean header = call.flag("header", true);
    List<QueueEntry> asked = waiting.value(gateway.queue(partition, filter));
    return call.wantsText()
        ? new Reply.Text(text(asked, header, clock.instant()))
        : Reply.ok(asked);
  }

  /** The queue as a table; what it says of a job is what the command line makes of its JSON. */
  static String text(List<QueueEntry> jobs, boolean header, Instant now) {
    List<QueueTable.Row> rows =
        jobs.stream().flatMap(job -> job.members().stream()).map(job -> row(job, now)).toList();
    TextTable table = QueueTable.of(rows, now);
    StringBuilder text = new StringBuilder();
    for (String line : table.lines(0, header, TextTable.CellStyle.PLAIN)) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static QueueTable.Row row(QueueEntry job, Instant now) {
    return new QueueTable.Row(
        job.shownId(),
        job.partition().value(),
        job.name(),
        job.user(),
        job.status().code(),
        job.resizing(),
        StandstillEntry.begun(job.startedAt(), now, job.still()),
        Integer.toString(job.nodes()),
        job.nodeList(),
        job.reason());
  }

  private Reply job(Call call) throws InterruptedException {
    JobRef job = call.job();
    JobDetails details =
        waiting.until(() -> gateway.job(job), d -> d.status().terminal(), mostWait(call));
    JobEnergyEntry energy = waiting.value(gateway.energy(details.job()));
    JobDetails whole =
        privacy.mayRead(call.caller(), details) ? details.with(payload(details)) : details;
    return Reply.ok(privacy.shownTo(call.caller(), whole.with(energy)));
  }

  /** With script, arguments and environment, which are its array's of an element. */
  private JobSpec payload(JobDetails details) throws InterruptedException {
    ArrayElement element = details.spec().element();
    JobId submitted = element == null ? details.job() : element.array();
    return details.spec().withPayloadOf(waiting.value(gateway.spec(submitted)));
  }

  /** The number of the job of the path. */
  private JobId number(Call call) throws InterruptedException {
    JobRef job = call.job();
    return job.elements() == null ? job.job() : waiting.answer(gateway.job(job)).job();
  }

  private Reply cancel(Call call) throws InterruptedException {
    int signal = (int) call.number("signal", 0, 0, HIGHEST_SIGNAL);
    SignalScope scope = scope(call.query("to"));
    return Reply.ok(
        privacy.shownTo(
            call.caller(),
            waiting.answer(
                signal == 0
                    ? ended(call.job(), call.caller())
                    : gateway.signal(number(call), call.caller(), signal, scope))));
  }

  private CompletionStage<Answer<JobDetails>> ended(JobRef job, Submitter by) {
    return job.elements() == null
        ? gateway.cancel(job.job(), by)
        : gateway.cancelElements(job.job(), job.elements(), by);
  }

  /** All processes where nothing is said, as before there was a choice. */
  private static SignalScope scope(@Nullable String to) {
    return switch (to) {
      case null -> SignalScope.ALL;
      case "all" -> SignalScope.ALL;
      case "steps" -> SignalScope.STEPS;
      case "script" -> SignalScope.SCRIPT;
      default ->
          throw ApiFailure.invalid(
              "Expected to=steps, to=script or to=all, but got '%.40s'.".formatted(to));
    };
  }

  /** Changes what was asked for; elements that have not started change with their array. */
  private Reply update(Call call) throws InterruptedException {
    JobUpdate update = call.body(JobUpdate.class);
    JobDetails job = waiting.answer(gateway.job(call.job()));
    ArrayElement element = job.spec().element();
    if (element != null && job.attempt() == 1 && job.status() == JobStatus.PENDING) {
      throw ApiFailure.invalid(
          "Expected the array %s, or an element that has started: the others change with their array, all at once."
              .formatted(element.array()));
    }
    JobChange change = submissions.read(update, job.spec(), call.caller());
    return Reply.ok(
        privacy.shownTo(
            call.caller(), waiting.answer(gateway.change(job.job(), call.caller(), change))));
  }

  private Reply requeue(Call call) throws InterruptedException {
    call.expectNoBody();
    boolean hold = call.flag("hold", false);
    return Reply.ok(
        privacy.shownTo(
            call.caller(), waiting.answer(gateway.requeue(number(call), call.caller(), hold))));
  }

  private Reply setHeld(Call call, boolean held) throws InterruptedException {
    call.expectNoBody();
    JobRef job = call.job();
    if (job.elements() != null) {
      throw ApiFailure.invalid(
          "Expected the array %s: it is held and released as a whole, not by element."
              .formatted(job.job()));
    }
    return Reply.ok(
        privacy.shownTo(
            call.caller(), waiting.answer(gateway.setHeld(job.job(), call.caller(), held))));
  }

  private Reply setSuspended(Call call, boolean still) throws InterruptedException {
    call.expectNoBody();
    return Reply.ok(
        privacy.shownTo(
            call.caller(),
            waiting.answer(gateway.setSuspended(number(call), call.caller(), still))));
  }

  private Reply adapt(Call call) throws InterruptedException {
    int nodes = call.body(AdaptRequest.class).nodes();
    return Reply.ok(
        privacy.shownTo(
            call.caller(), waiting.answer(gateway.adapt(number(call), call.caller(), nodes))));
  }

  private Reply createStep(Call call) throws InterruptedException {
    StepRequest request = submissions.within(call.body(StepRequest.class));
    int step = waiting.answer(gateway.createStep(number(call), call.caller(), request));
    return Reply.created(new StepMade(step));
  }

  private Reply onlook(Call call) throws InterruptedException {
    Onlooker onlooker = call.body(Onlooker.class);
    return Reply.ok(
        waiting.answer(gateway.onlook(number(call), call.caller(), stepOf(call), onlooker)));
  }

  private static int stepOf(Call call) {
    String text = call.variable("step");
    return text.equals("batch")
        ? StepId.BATCH
        : (int) Call.bounded("step", text, StepId.BATCH, Integer.MAX_VALUE);
  }

  private Reply step(Call call) throws InterruptedException {
    JobId job = number(call);
    int step = stepOf(call);
    StepDetails details =
        waiting.until(() -> gateway.step(job, step), d -> d.status().terminal(), mostWait(call));
    return Reply.ok(details.with(waiting.value(gateway.energy(job))));
  }

  /** A state by its name or its two-letter code, in any case. */
  static JobStatus status(String text) {
    for (JobStatus status : JobStatus.values()) {
      if (status.name().equalsIgnoreCase(text) || status.code().equalsIgnoreCase(text)) {
        return status;
      }
    }
    throw new IllegalArgumentException(
        "Expected one of %s, but got '%s'.".formatted(List.of(JobStatus.values()), text));
  }

  private static Duration mostWait(Call call) {
    long seconds = call.number("waitSeconds", 0, 0, Integer.MAX_VALUE);
    return Duration.ofSeconds(Math.min(seconds, MOST_WAIT_SECONDS));
  }
}
