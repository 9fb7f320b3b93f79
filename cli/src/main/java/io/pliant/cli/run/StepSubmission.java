package io.pliant.cli.run;

import io.pliant.api.StepMade;
import io.pliant.api.SubmissionCheck;
import io.pliant.api.Submitted;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.json.Json;
import io.pliant.cli.submission.PartitionQuestion;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.option.RunOptions;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepPart;
import io.pliant.core.step.StepShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands a command to the controllers.
 *
 * @param controllers where it goes
 */
record StepSubmission(Controllers controllers) {
  /** As a job of its own; its script has no arguments. */
  RunTarget job(Submission submission) {
    Map<String, @Nullable Object> body =
        PartitionQuestion.settled(
            controllers, body(submission), submission.options(), submission.script());
    Request request = Request.post("/v1/jobs", Json.write(body));
    return new RunTarget.OwnJob(controllers.one(request, Submitted.class).job().value());
  }

  /** What would become of it as a job of its own. */
  SubmissionCheck check(Submission submission) {
    return controllers.one(
        Request.post("/v1/jobs/check", Json.write(body(submission))), SubmissionCheck.class);
  }

  private static Map<String, @Nullable Object> body(Submission submission) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("script", submission.script());
    body.put("scriptName", submission.scriptName());
    body.put("scriptArguments", List.of());
    body.put("options", submission.options());
    body.put("command", submission.command());
    body.put("io", io(submission.io()));
    body.put("workingDirectory", submission.workingDirectory());
    body.put("environment", submission.environment());
    body.put("submissionKey", submission.submissionKey());
    return body;
  }

  /** As a step of a running job; asked twice with the same secret, it is the first step again. */
  RunTarget step(JobId job, RunOptions options, List<String> command) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("name", options.name());
    body.put("nodes", options.nodes());
    body.put("tasks", options.tasks());
    body.put("cpusPerTask", options.cpusPerTask());
    body.put("command", command);
    body.put("environment", options.environment());
    body.put("workingDirectory", options.workingDirectory());
    body.put("files", files(options.files()));
    body.put("io", io(options.io()));
    StepShare share = options.share();
    if (share != null) {
      body.put("share", share(share));
    }
    NodeChoice on = options.on();
    if (on != null) {
      body.put("on", on(on));
    }
    Layout layout = options.layout();
    if (layout != null) {
      body.put("layout", layout(layout));
    }
    StepComponents components = options.components();
    if (components != null) {
      body.put("components", components(components));
    }
    String target = Target.of("jobs", job.toString(), "steps").toString();
    String text = Json.write(body);
    Request request =
        options.io() == null ? Request.postOnce(target, text) : Request.post(target, text);
    return new RunTarget.OfJob(job.value(), controllers.one(request, StepMade.class).step());
  }

  private static Map<String, Object> components(StepComponents components) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("numbers", components.numbers());
    List<StepPart> parts = components.parts();
    if (parts != null) {
      tree.put(
          "parts",
          parts.stream()
              .map(part ->
                  Map.of(
                      "nodes", part.nodes(),
                      "tasks", part.tasks(),
                      "cpusPerTask", part.cpusPerTask()))
              .toList());
    }
    return tree;
  }

  private static Map<String, @Nullable Object> files(StreamFiles files) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("output", files.output());
    tree.put("error", files.error());
    tree.put("input", files.input());
    tree.put("append", files.append());
    return tree;
  }

  private static Map<String, @Nullable Object> share(StepShare share) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("ownCpus", share.ownCpus());
    putKinds(tree, "kindsPerNode", share.kindsPerNode());
    putKinds(tree, "kindsPerTask", share.kindsPerTask());
    return tree;
  }

  private static Map<String, @Nullable Object> on(NodeChoice choice) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("only", names(choice.only()));
    tree.put("not", names(choice.not()));
    return tree;
  }

  private static Map<String, @Nullable Object> layout(Layout layout) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    Distribution distribution = layout.distribution();
    if (distribution != null) {
      Map<String, @Nullable Object> order = new LinkedHashMap<>();
      order.put("word", distribution.word());
      order.put("plane", distribution.plane());
      order.put("places", names(distribution.places()));
      tree.put("distribution", order);
    }
    tree.put("overcommit", layout.overcommit());
    CoreRule cores = layout.cores();
    if (cores != null) {
      Map<String, Object> rule = new LinkedHashMap<>();
      rule.put("threads", cores.threads());
      rule.put("tasksOnCore", cores.tasksOnCore());
      rule.put("tasksOnSocket", cores.tasksOnSocket());
      tree.put("cores", rule);
    }
    return tree;
  }

  private static @Nullable List<String> names(@Nullable List<NodeName> nodes) {
    return nodes == null ? null : nodes.stream().map(NodeName::value).toList();
  }

  private static void putKinds(
      Map<String, @Nullable Object> tree, String name, @Nullable Kinds kinds) {
    if (kinds != null) {
      Map<String, Object> amounts = new LinkedHashMap<>();
      kinds
          .amounts()
          .forEach((kind, amount) ->
              amounts.put(kind, Map.of("count", amount.count(), "units", amount.units())));
      tree.put(name, Map.of("amounts", amounts));
    }
  }

  private static @Nullable Map<String, Object> io(@Nullable StepIo io) {
    if (io == null) {
      return null;
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("host", io.host());
    tree.put("port", io.port());
    tree.put("secret", io.secret());
    tree.put("label", io.label());
    if (io.exchangeOnly() != null) {
      tree.put("exchangeOnly", io.exchangeOnly());
    }
    return tree;
  }
}
