package io.pliant.cli.job;

import io.pliant.api.JobDetails;
import io.pliant.api.Submitted;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.cli.submission.RawSpecs;
import io.pliant.cli.submission.ScriptSubmission;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.option.OptionHelp;
import io.pliant.core.option.SubmitCommandLine;
import io.pliant.core.option.SubmitOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Submits a batch script, as {@code sbatch} does. */
public final class SubmitCommand implements RawCommand {
  private static final int LONG_POLL_SECONDS = 25;
  private static final int MAX_SCRIPT = 4 << 20;
  private static final String DESCRIPTION = "Submit a batch script, as sbatch does.";

  private final Context context;

  public SubmitCommand(Context context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    return RawSpecs.of("submit", DESCRIPTION, SubmitOption.ofSubmit());
  }

  @Override
  public int run(List<String> arguments) {
    OwnOptions own = OwnOptions.pick(arguments, SubmitOption.ofSubmit());
    SubmitCommandLine line = split(own.rest());
    if (line.help()) {
      context.terminal().out().print(help());
      return 0;
    }
    String script = script(line);
    SubmitCommandLine flagged = line.withFlagsOf(script);
    ClusterAccess access = ClusterAccess.of(own.dir(), own.json());
    Controllers controllers = access.connect(context);
    String answer =
        new ScriptSubmission(context, access.folder(context)).submit(controllers, flagged, script);
    Submitted submitted = Answers.one(answer, Submitted.class);
    JobId job = submitted.job();
    submitted.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
    if (own.json()) {
      context.terminal().out().println(answer);
    } else if (flagged.parsable()) {
      context.terminal().out().println(job);
    } else if (!flagged.quiet()) {
      context.terminal().out().println("Submitted batch job " + job);
    }
    context.terminal().out().flush();
    return flagged.waitForEnd() ? await(controllers, job) : 0;
  }

  private static SubmitCommandLine split(List<String> words) {
    try {
      return SubmitCommandLine.split(words);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(e.getMessage() + " Try 'pliant submit --help'.");
    }
  }

  private static String script(SubmitCommandLine line) {
    String wrap = line.wrap();
    if (wrap != null) {
      return SubmitCommandLine.wrapped(wrap);
    }
    String file = line.scriptFile();
    try {
      byte[] bytes =
          file == null ? System.in.readNBytes(MAX_SCRIPT + 1) : Files.readAllBytes(Path.of(file));
      if (bytes.length > MAX_SCRIPT) {
        throw CommandFailure.usage(
            "Expected a script of at most 4 MB, but '%s' has more. Is it a program? Use --wrap."
                .formatted(file));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw CommandFailure.operational(
          "Expected a batch script, but there is no file '" + file + "'.");
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to read the script '%s', but %s.".formatted(file, e));
    }
  }

  private int await(Controllers controllers, JobId job) {
    Target target = Target.of("jobs", job.toString());
    String poll = target.with("waitSeconds", Integer.toString(LONG_POLL_SECONDS)).toString();
    while (true) {
      JobDetails details =
          controllers.one(Request.longPoll(poll, LONG_POLL_SECONDS), JobDetails.class);
      if (details.status().terminal()) {
        return exitCode(details);
      }
    }
  }

  private int exitCode(JobDetails details) {
    JobStatus status = details.status();
    ExitStatus exit = details.exit();
    int code = exit == null ? 0 : exit.shellCode();
    if (status != JobStatus.COMPLETED) {
      context.terminal().note("job " + details.job() + " ended as " + status);
    }
    return code == 0 && status != JobStatus.COMPLETED ? CommandFailure.OPERATIONAL : code;
  }

  private static String help() {
    return """
    Usage: pliant submit [OPTION...] [SCRIPT [ARGUMENT...]]
    %s Without SCRIPT, and without --wrap, the script is read from standard input.
    Options may also stand in the script, after #SBATCH or #PLIANT; those given here prevail.

    %s%s
    %s
    Examples:
      pliant submit job.sh
      pliant submit -N2 -n8 -t 10:00 job.sh input.dat
      pliant submit --wrap 'srun hostname'
      id=$(pliant submit --parsable job.sh); pliant logs -f $id
      pliant submit --wait job.sh || echo failed
    """
        .formatted(
            DESCRIPTION,
            OptionHelp.of(SubmitOption.ofSubmit()),
            OwnOptions.HELP,
            OptionHelp.unkept(SubmitOption.ofSubmit()));
  }
}
