package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.JobDetails;
import io.pliant.api.OutputPart;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.output.OutputFiles;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows what a job has written, to its owner and to operators. */
final class OutputRoute {
  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final OutputFiles files;

  OutputRoute(ClusterGateway gateway, Waiting waiting, Privacy privacy, OutputFiles files) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.files = files;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/jobs/{job}/output", this::output, "stream", "offset"));
  }

  private Reply output(Call call) throws InterruptedException {
    JobDetails job = waiting.answer(gateway.job(call.job()));
    if (!privacy.mayRead(call.caller(), job)) {
      throw ApiFailure.forbidden(
          "Expected the owner of job %s or an operator, but %s is neither."
              .formatted(call.job(), call.caller().name()));
    }
    String path = path(job, call.query("stream"));
    long offset = call.number("offset", 0, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
    OutputAnswer answer = read(job, path, offset);
    return switch (answer.result()) {
      case READ -> Reply.ok(part(path, answer));
      case MISSING -> throw new ApiFailure(404, "NOT_FOUND", answer.why());
      case UNABLE ->
          throw new ApiFailure(
              409, "CONFLICT", answer.why() + " Use 'pliant logs' where the file is.");
      case BUSY -> throw ApiFailure.unavailable(answer.why());
    };
  }

  /** By the agent of the node that writes it; here where that one cannot. */
  private OutputAnswer read(JobDetails job, String path, long offset) throws InterruptedException {
    Submitter owner = job.spec().submitter();
    NodeName node = node(job);
    OutputAnswer there =
        node == null ? null : waiting.value(gateway.output(node, owner, path, offset));
    if (there != null && there.result() != OutputAnswer.Result.UNABLE) {
      return there;
    }
    OutputAnswer here =
        files.read(new OutputQuestion(0, owner.name(), owner.uid(), owner.gid(), path, offset));
    return there == null || here.result() == OutputAnswer.Result.READ ? here : there;
  }

  /** Where its script runs or ran; null when that is not known. */
  private static @Nullable NodeName node(JobDetails job) {
    return Stream.concat(
            job.steps().reversed().stream()
                .filter(step -> step.step() == StepId.BATCH)
                .flatMap(step -> step.nodes().stream()),
            Stream.ofNullable(job.allocation()).flatMap(held -> held.nodes().stream()))
        .findFirst()
        .orElse(null);
  }

  private static OutputPart part(String path, OutputAnswer answer) {
    int length = Base64.getDecoder().decode(answer.data()).length;
    return new OutputPart(
        path, answer.size(), answer.offset(), answer.offset() + length, answer.data());
  }

  private static String path(JobDetails job, @Nullable String stream) {
    String path =
        switch (stream) {
          case null -> job.outputPath();
          case "output" -> job.outputPath();
          case "error" -> job.errorPath() == null ? job.outputPath() : job.errorPath();
          default ->
              throw ApiFailure.invalid(
                  "Expected stream=output or stream=error, but got '%.40s'.".formatted(stream));
        };
    if (path == null) {
      throw new ApiFailure(
          404,
          "NOT_FOUND",
          "Job %s has no output file: it has not started, or its output goes to the 'pliant run' that started it."
              .formatted(job.job()));
    }
    return path;
  }
}
