package io.pliant.cli.job;

import io.pliant.api.JobDetails;
import io.pliant.api.SubmissionCheck;
import io.pliant.api.Submitted;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.submission.OwnOptions;
import io.pliant.cli.submission.RawSpecs;
import io.pliant.cli.submission.ScriptSubmission;
import io.pliant.cli.submission.StartTest;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.option.OptionHelp;
import io.pliant.core.option.SubmitCommandLine;
import io.pliant.core.option.SubmitOption;
import io.pliant.core.option.VariableOptions;
import io.pliant.core.spec.RawText;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Submits a batch script, as {@code sbatch} does. */
public final class SubmitCommand implements RawCommand {
  private static final int LONG_POLL_SECONDS = 25;
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
    VariableOptions variables = VariableOptions.ofSubmit(context.environment());
    try {
      return submit(own, split(variables.before(own.rest())));
    } catch (CommandFailure | ApiRefusal e) {
      context.terminal().hint(variables.hint());
      throw e;
    }
  }

  private int submit(OwnOptions own, SubmitCommandLine line) {
    if (line.help()) {
      context.terminal().out().print(help());
      return 0;
    }
    ClusterAccess access = ClusterAccess.of(own.dir(), own.json());
    if (line.check()) {
      return check(line, access);
    }
    String script = script(line);
    SubmitCommandLine flagged = line.withFlagsOf(script);
    Controllers controllers = access.connect(context);
    ScriptSubmission submission = new ScriptSubmission(context, access.folder(context));
    if (flagged.testOnly()) {
      return test(own, flagged, submission.check(controllers, flagged, script, name(flagged)));
    }
    String answer = submission.submit(controllers, flagged, script);
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

  private int test(OwnOptions own, SubmitCommandLine line, String answer) {
    SubmissionCheck check = Answers.one(answer, SubmissionCheck.class);
    check.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
    String said = StartTest.line(check, ZoneId.systemDefault());
    if (own.json()) {
      context.terminal().out().println(answer);
    } else if (!line.quiet()) {
      context.terminal().err().println(context.program() + ": " + said);
    }
    return 0;
  }

  private static String name(SubmitCommandLine line) {
    String file = line.scriptFile();
    return line.wrap() != null ? "wrap" : file == null ? "standard input" : file;
  }

  /** With --check each word is a script; with --wrap or without words there is one. */
  private int check(SubmitCommandLine line, ClusterAccess access) {
    ScriptCheck check = new ScriptCheck(context, access, line);
    String file = line.scriptFile();
    if (line.wrap() != null || file == null) {
      check.script(line.wrap() != null ? "wrap" : "standard input", script(line));
    } else {
      check.file(file);
      line.scriptArguments().forEach(check::file);
    }
    return check.end();
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
      return RawText.of(SubmitCommandLine.wrapped(wrap).getBytes(StandardCharsets.UTF_8));
    }
    String file = line.scriptFile();
    return file == null ? ScriptFile.standardInput() : ScriptFile.read(file);
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
      pliant submit --check *.sh       what this cluster would say to each
    """
        .formatted(
            DESCRIPTION,
            OptionHelp.of(SubmitOption.ofSubmit()),
            OwnOptions.HELP,
            OptionHelp.unkept(SubmitOption.ofSubmit()));
  }
}
