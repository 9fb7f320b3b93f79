package io.pliant.cli.job;

import io.pliant.api.JobDetails;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the output file of a job. */
@Command(
    name = "logs",
    description = "Print the output of a batch job; with -f until it ends.",
    footer = {
      "",
      "Examples:",
      "  pliant logs 12",
      "  pliant logs -f 12",
      "  pliant logs -e 12     its standard error, when that is a file of its own"
    })
public final class LogsCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 200;
  private static final int STATUS_EVERY = 5;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(paramLabel = "JOB", description = "Job id; of an array 12_7.")
  private String job = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Go on printing until the job has ended.")
  private boolean follow;

  @Option(
      names = {"-e", "--error"},
      description = "Standard error instead of standard output.")
  private boolean error;

  public LogsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Controllers controllers = access.connect(context);
    JobDetails details = details(controllers);
    Path path = path(details);
    if (!follow) {
      if (!Files.exists(path)) {
        throw missing(details, path);
      }
      copy(path, 0);
      return 0;
    }
    followUntilEnd(controllers, path, ended(details));
    return 0;
  }

  private void followUntilEnd(Controllers controllers, Path path, boolean endedBefore)
      throws IOException, InterruptedException {
    boolean ended = endedBefore;
    long position = 0;
    for (int round = 1; ; round++) {
      position = Files.exists(path) ? copy(path, position) : position;
      if (ended) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
      ended = round % STATUS_EVERY == 0 && ended(details(controllers));
    }
  }

  private JobDetails details(Controllers controllers) {
    return controllers.exact(
        Request.get(Target.of("jobs", JobRefs.parse(job).toString()).toString()), JobDetails.class);
  }

  private static boolean ended(JobDetails details) {
    return details.status().terminal();
  }

  private Path path(JobDetails details) {
    String own = error ? details.errorPath() : null;
    String path = own == null ? details.outputPath() : own;
    if (path == null) {
      throw CommandFailure.operational(
          "Expected job %s to write its output to a file, but it was streamed to the 'pliant run' that started it, or the job has not started."
              .formatted(job));
    }
    return Path.of(path);
  }

  private CommandFailure missing(JobDetails details, Path path) {
    return CommandFailure.operational(
        "Expected the output of job %s in %s, but there is no such file on this host (the job is %s). Use -f to wait for it."
            .formatted(job, path, details.status()));
  }

  private long copy(Path path, long from) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      long position = Math.min(from, file.size());
      WritableByteChannel out = Channels.newChannel(context.terminal().out());
      long count = file.transferTo(position, file.size() - position, out);
      while (count > 0) {
        position += count;
        count = file.transferTo(position, file.size() - position, out);
      }
      context.terminal().out().flush();
      return position;
    }
  }
}
