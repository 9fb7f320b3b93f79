package io.pliant.cli.slurm;

import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionShares;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.CommonWords;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fair shares in the words and columns of Slurm's {@code sshare}. */
@Command(
    name = "sshare",
    description = {
      "Show fair shares as Slurm's sshare does, of each partition: mine without -a and -u.",
      "RawUsage is in cpu-seconds. A user's use counts in the first account that names him."
    },
    footer = {
      "",
      "Examples:",
      "  sshare -a                      all accounts and users",
      "  sshare -U -n -P -o account     my account"
    })
public final class SshareCommand implements Callable<Integer> {
  private static final String USUAL =
      "Account,User,%sRawShares,NormShares,RawUsage,EffectvUsage,FairShare";
  private static final String LONG =
      "Account,User,%sRawShares,NormShares,RawUsage,NormUsage,EffectvUsage,FairShare,GrpTRESMins,TRESRunMins";

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-o", "--format"},
      paramLabel = "NAME[%%WIDTH],...",
      description = "Columns. -e lists the names.")
  private @Nullable String format;

  @Option(
      names = {"-e", "--helpformat"},
      description = "List the names of columns.")
  private boolean helpFormat;

  @Option(
      names = {"-n", "-h", "--noheader"},
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
      names = {"-l", "--long"},
      description = "More columns.")
  private boolean all;

  @Option(
      names = {"-m", "--partition"},
      description = "With the partition, as where there are several.")
  private boolean withPartition;

  @Option(
      names = {"-a", "--all"},
      description = "All users, not me alone.")
  private boolean everybody;

  @Option(
      names = {"-u", "--users", "--user"},
      paramLabel = "USER,...",
      description = "These users, not me.")
  private @Nullable String users;

  @Option(
      names = {"-U", "--Users"},
      description = "Only users that are in an account, without the accounts above them.")
  private boolean usersOnly;

  @Option(
      names = {"-A", "--accounts"},
      paramLabel = "NAME,...",
      description = "Only these accounts.")
  private @Nullable String accounts;

  @Mixin private OneCluster cluster = new OneCluster();

  @Mixin private CommonWords words = new CommonWords();

  public SshareCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    PrintStream out = context.terminal().out();
    if (helpFormat) {
      ShareLine.fields("").forEach(field -> out.println(field.names().getFirst()));
      return 0;
    }
    if (access.json()) {
      throw CommandFailure.usage("Expected no --json. The API has it: GET /v1/shares.");
    }
    cluster.check(context);
    words.check(context, access);
    Controllers controllers = access.connect(context);
    Target target =
        Target.of("shares").with("user", everybody ? null : users == null ? context.user() : users);
    List<PartitionShares> shares =
        Answers.exactList(controllers.text(Request.get(target.toString())), PartitionShares.class);
    ColumnFormat<ShareLine> columns = columns(shares.size() > 1, controllers);
    if (!noHeader) {
      columns.header().forEach(out::println);
    }
    ShareLine.of(shares, new ShareLine.Choice(usersOnly, accounts()))
        .forEach(line -> out.println(columns.line(line)));
    return 0;
  }

  private Set<String> accounts() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    if (accounts != null) {
      names.addAll(Arrays.asList(accounts.split(",", -1)));
    }
    return names;
  }

  private ColumnFormat<ShareLine> columns(boolean several, Controllers controllers) {
    String usual = (all ? LONG : USUAL).formatted(withPartition || several ? "Partition," : "");
    List<Field<ShareLine>> fields = ShareLine.fields(clusterName(controllers));
    ColumnFormat.Layout layout =
        parsable || parsable2
            ? new ColumnFormat.Layout("|", !parsable2)
            : ColumnFormat.Layout.PADDED;
    try {
      return ColumnFormat.parse(format == null ? usual : format, fields, layout);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private String clusterName(Controllers controllers) {
    boolean wanted =
        format != null
            && Arrays.stream(format.split(",", -1))
                .anyMatch(word -> word.strip().toLowerCase(Locale.ROOT).startsWith("c"));
    String name =
        wanted
            ? controllers
                .one(Request.get(Target.of("status").toString()), ControllerStatus.class)
                .cluster()
            : null;
    return name == null ? "" : name;
  }
}
