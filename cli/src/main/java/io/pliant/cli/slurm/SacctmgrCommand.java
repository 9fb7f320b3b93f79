package io.pliant.cli.slurm;

import io.pliant.api.AccountList;
import io.pliant.api.ControllerStatus;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.slurm.ManagerQuery.Condition;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.resource.Kinds;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What clients ask of Slurm's {@code sacctmgr}: the accounts and qualities of service that the
 * configuration lists. They are changed there, not here.
 */
public final class SacctmgrCommand implements RawCommand {
  private static final int MOST_USERS = 100;

  private static final String USAGE =
      """
      Usage: pliant sacctmgr [-n] [-p|-P] [-s] show|list ENTITY [NAME,...] [where] [WORD=NAME,...] [format=NAME[%WIDTH],...]
      Accounts, users and qualities of service as the configuration lists them; they are changed there.

      ENTITY is account, association, cluster, qos, tres or user. WORD is names, users, accounts, parents or clusters.
      Without lists in the configuration every account is taken, and none is listed.

        -s, --associations  users and accounts with a line for each account that a user may use; also the word withassoc
        -n, --noheader      leave out the titles
        -p, --parsable      cells with | behind each; -P, --parsable2: between them
            --help, --version

      The word tree indents accounts below those above them. -i, -Q, -o, -r and -v change nothing of a list.

      Examples:
        sacctmgr -nP show assoc where user=$USER format=account,qos
        sacctmgr -n -s list user "$USER" format=account%256
        sacctmgr show qos format=name,priority,maxwall -nP
      """;

  private final Context context;

  public SacctmgrCommand(Context context) {
    this.context = context;
  }

  @Override
  public int run(List<String> arguments) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      context.terminal().out().print(USAGE);
      return 0;
    }
    ManagerQuery query;
    ColumnFormat<Map<String, String>> columns;
    try {
      query = ManagerQuery.parse(arguments);
      columns = ManagerTable.columns(query);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(e.getMessage() + "\n" + USAGE.stripTrailing());
    }
    List<Map<String, String>> rows = rows(query);
    PrintStream out = context.terminal().out();
    if (!query.noHeader()) {
      columns.header().forEach(out::println);
    }
    rows.forEach(row -> out.println(columns.line(row)));
    return 0;
  }

  private List<Map<String, String>> rows(ManagerQuery query) {
    Controllers controllers = ClusterAccess.of(null, false).connect(context);
    return switch (query.entity()) {
      case ACCOUNT -> listed(query, controllers).accounts();
      case ASSOCIATION -> listed(query, controllers).associations();
      case QOS -> listed(query, controllers).qualities();
      case USER -> listed(query, controllers).users();
      case CLUSTER -> cluster(query, status(controllers));
      case TRES -> ManagerRows.counted(kinds(controllers));
      // there are no coordinators, every key is taken, and no job is lost to accounting
      case COORDINATOR, WCKEY, RUNAWAYJOBS -> List.of();
    };
  }

  private static ManagerRows listed(ManagerQuery query, Controllers controllers) {
    Set<String> users = query.wanted(Condition.USER);
    Target target = Target.of("accounts");
    if (!users.isEmpty() && users.size() <= MOST_USERS) {
      target = target.with("user", String.join(",", users));
    }
    String body = controllers.text(Request.get(target.toString()));
    String cluster = status(controllers).cluster();
    return new ManagerRows(
        query, Answers.exact(body, AccountList.class), cluster == null ? "" : cluster);
  }

  private static ControllerStatus status(Controllers controllers) {
    return controllers.one(Request.get(Target.of("status").toString()), ControllerStatus.class);
  }

  private static List<Map<String, String>> cluster(ManagerQuery query, ControllerStatus status) {
    String name = status.cluster() == null ? "" : status.cluster();
    String address = status.members().isEmpty() ? "" : status.members().getFirst().address();
    int colon = address.lastIndexOf(':');
    return query.takes(Condition.CLUSTER, name)
        ? List.of(
            Map.of(
                ManagerTable.CLUSTER,
                name,
                ManagerTable.CONTROL_HOST,
                colon < 0 ? address : address.substring(0, colon),
                ManagerTable.CONTROL_PORT,
                colon < 0 ? "" : address.substring(colon + 1)))
        : List.of();
  }

  private static Set<String> kinds(Controllers controllers) {
    Set<String> kinds = new TreeSet<>();
    for (NodeEntry node : list(controllers, "nodes", NodeEntry.class)) {
      Kinds.orNone(node.devices()).amounts().keySet().forEach(kind -> kinds.add("gres/" + kind));
    }
    for (PartitionEntry partition : list(controllers, "partitions", PartitionEntry.class)) {
      Kinds.orNone(partition.licences())
          .amounts()
          .keySet()
          .forEach(kind -> kinds.add("license/" + kind));
    }
    return kinds;
  }

  private static <T> List<T> list(Controllers controllers, String what, Class<T> type) {
    return Answers.exactList(controllers.text(Request.get(Target.of(what).toString())), type);
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pliant sacctmgr");
    spec.usageMessage()
        .description("Accounts and qualities of service as Slurm's sacctmgr shows them.");
    return spec;
  }
}
