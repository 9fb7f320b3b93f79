package io.pliant.cli.slurm;

import io.pliant.api.ControllerStatus;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What clients ask of Slurm's {@code sacctmgr}. There is no list of users, accounts and qualities
 * of service here, any account is taken: so the lists are empty, but for that of clusters.
 */
public final class SacctmgrCommand implements RawCommand {
  private static final String USAGE =
      """
      Usage: pliant sacctmgr [-n] [-p|-P] show|list cluster|user|account|association|qos [format=NAME[%WIDTH],...]
      Pliant has no list of users and accounts: every account is taken, and none is listed.

        -n, --noheader    leave out the titles
        -p, --parsable    cells with | behind each; -P, --parsable2: between them
            --help, --version
      """;

  private static final Map<String, String> USUAL =
      Map.of(
          "cluster", "Cluster,ControlHost,ControlPort,RPC",
          "user", "User,DefaultAccount,AdminLevel",
          "account", "Account,Descr,Org",
          "association", "Cluster,Account,User,Partition,Share,QOS,DefaultQOS",
          "qos", "Name,Priority,Flags,MaxWall",
          "wckey", "WCKey,Cluster,User",
          "tres", "Type,Name,ID",
          "coordinator", "User,Account",
          "runawayjobs", "ID,Name,Partition,Cluster,State");

  private static final List<String> OTHERS =
      List.of(
          "GrpTRES",
          "GrpJobs",
          "MaxJobs",
          "MaxSubmit",
          "MaxTRES",
          "Fairshare",
          "ParentName",
          "Description",
          "Organization",
          "Admin",
          "Def QOS");

  private final Context context;
  private boolean noHeader;
  private boolean parsable;
  private boolean last;
  private @Nullable String format;

  public SacctmgrCommand(Context context) {
    this.context = context;
  }

  @Override
  public int run(List<String> arguments) {
    List<String> words = new ArrayList<>();
    for (String word : arguments) {
      if (word.equals("--help") || word.equals("-h")) {
        context.terminal().out().print(USAGE);
        return 0;
      }
      if (!option(word)) {
        words.add(word);
      }
    }
    String command = words.isEmpty() ? "" : words.getFirst().toLowerCase(Locale.ROOT);
    if (!"show".startsWith(command) && !"list".startsWith(command) || command.isEmpty()) {
      throw failure(
          "Expected show or list, but got '%s': there is no list of users and accounts to be changed."
              .formatted(command));
    }
    String entity = words.size() > 1 ? entity(words.get(1)) : "";
    print(entity);
    return 0;
  }

  /** Takes an option or {@code format=}; true when it was one. */
  private boolean option(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.startsWith("format=")
        || lower.startsWith("--format=")
        || lower.startsWith("names=")) {
      format = word.substring(word.indexOf('=') + 1);
      return true;
    }
    if (!word.startsWith("-")) {
      return false;
    }
    String letters =
        switch (word) {
          case "--noheader" -> "n";
          case "--parsable" -> "p";
          case "--parsable2" -> "P";
          case "--immediate", "--quiet", "--associations", "--oneliner", "--readonly" -> "s";
          default -> word.startsWith("--") ? "?" : word.substring(1);
        };
    for (char letter : letters.toCharArray()) {
      switch (letter) {
        case 'n' -> noHeader = true;
        case 'p' -> {
          parsable = true;
          last = true;
        }
        case 'P' -> parsable = true;
        case 's', 'i', 'Q', 'o', 'r', 'v' -> {}
        default ->
            throw failure("Expected an option of those below, but got '%s'.".formatted(word));
      }
    }
    return true;
  }

  private static String entity(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return USUAL.keySet().stream()
        .sorted()
        .filter(known ->
            known.startsWith(lower) || (known + "s").equals(lower) || lower.equals("qoses"))
        .findFirst()
        .orElseThrow(() ->
            failure(
                "Expected one of %s to be shown, but got '%s'."
                    .formatted(
                        String.join(", ", USUAL.keySet().stream().sorted().toList()), word)));
  }

  private void print(String entity) {
    String usual = USUAL.get(entity);
    if (usual == null) {
      throw failure("Expected what to show, but got nothing.");
    }
    List<Field<ControllerStatus>> fields = fields(entity);
    ColumnFormat<ControllerStatus> columns;
    try {
      columns =
          ColumnFormat.parse(
              format == null ? usual : format,
              fields,
              parsable ? new ColumnFormat.Layout("|", last) : ColumnFormat.Layout.PADDED);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
    PrintStream out = context.terminal().out();
    if (!noHeader) {
      columns.header().forEach(out::println);
    }
    if (entity.equals("cluster")) {
      out.println(
          columns.line(
              ClusterAccess.of(null, false)
                  .connect(context)
                  .one(Request.get(Target.of("status").toString()), ControllerStatus.class)));
    }
  }

  /** All names of all tables: of the cluster with values. */
  private static List<Field<ControllerStatus>> fields(String entity) {
    List<Field<ControllerStatus>> fields = new ArrayList<>();
    if (entity.equals("cluster")) {
      fields.add(
          Field.column("Cluster", 10, status -> status.cluster() == null ? "" : status.cluster()));
      fields.add(
          Field.column(
              "ControlHost",
              15,
              status ->
                  status.members().isEmpty()
                      ? ""
                      : status.members().getFirst().address().replaceFirst(":[0-9]+$", "")));
    }
    for (String names : USUAL.values()) {
      for (String name : names.split(",", -1)) {
        fields.add(Field.column(name, 10, _ -> ""));
      }
    }
    OTHERS.forEach(name -> fields.add(Field.column(name, 10, _ -> "")));
    return fields;
  }

  private static CommandFailure failure(String text) {
    return CommandFailure.operational(text + "\n" + USAGE.stripTrailing());
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pliant sacctmgr");
    spec.usageMessage()
        .description(
            "Lists of Slurm's sacctmgr that clients ask for: empty, but for that of clusters.");
    return spec;
  }
}
