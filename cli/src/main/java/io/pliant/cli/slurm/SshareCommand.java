package io.pliant.cli.slurm;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Slurm's {@code sshare}, by which clients look for accounts: no account is listed here. */
@Command(
    name = "sshare",
    description = {
      "List shares of accounts as Slurm's sshare does: there are none, as no account is listed.",
      "What a user's share is worth to a job: pliant why JOB."
    })
public final class SshareCommand implements Callable<Integer> {
  private static final String USUAL =
      "Account,User,RawShares,NormShares,RawUsage,EffectvUsage,FairShare";
  private static final String MORE =
      "Cluster,GrpTRESMins,GrpTRESRaw,ID,LevelFS,Partition,TRESRunMins";

  private final Context context;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "NAME[%%WIDTH],...",
      description = "Columns.")
  private String format = USUAL;

  @Option(
      names = {"-n", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-p", "--parsable"},
      description = "Cells with | behind each.")
  private boolean parsable;

  @Option(
      names = {"-P", "--parsable2"},
      description = "Cells with | between them.")
  private boolean parsable2;

  @Option(
      names = {"-U", "--Users", "-a", "--all", "-l", "--long", "-m", "--partition"},
      description = "Which of them: there are none.")
  private boolean which;

  @Option(
      names = {"-u", "--users", "-A", "--accounts"},
      paramLabel = "NAME,...",
      description = "Of whom: there are none.")
  private @Nullable String whose;

  public SshareCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    List<Field<String>> fields =
        Stream.of((USUAL + "," + MORE).split(",", -1))
            .map(name -> Field.<String>column(name, 10, text -> text))
            .toList();
    ColumnFormat.Layout layout =
        parsable || parsable2
            ? new ColumnFormat.Layout("|", !parsable2)
            : ColumnFormat.Layout.PADDED;
    try {
      ColumnFormat<String> columns = ColumnFormat.parse(format, fields, layout);
      if (!noHeader) {
        columns.header().forEach(context.terminal().out()::println);
      }
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
    return 0;
  }
}
