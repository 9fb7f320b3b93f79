package io.pliant.cli.slurm;

import io.pliant.api.ControllerStatus;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.CommonWords;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.command.NodeStateWords;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.AnyWord;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.Field;
import io.pliant.core.format.SlurmFormat;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Partitions and nodes in the words and columns of Slurm's {@code sinfo}, which clients parse.
 * Nodes that a line tells the same of are on one line.
 */
@Command(
    name = "sinfo",
    description = "Show partitions and nodes as Slurm's sinfo does. For people: pliant nodes.",
    footer = {
      "",
      "Examples:",
      "  sinfo -N -l                  a line for each node",
      "  sinfo -h -o '%%P %%F'          partitions with numbers of nodes by state",
      "  sinfo -h -N -O nodehost:20,gres:40,gresused:40,statelong"
    })
public final class SinfoCommand implements Callable<Integer> {
  /** {@code #} is a width that fits the longest. */
  private static final String USUAL = "%#P %.5a %.10l %.6D %.6t %N";

  private static final String LONG = "%#P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %N";
  private static final String EACH = "%#N %.6D %#P %6t";
  private static final String EACH_LONG = "%#N %.6D %#P %.11T %.4c %.8z %.6m %.8d %.6w %.8f %20E";
  private static final String SUMMARY = "%#P %.5a %.10l %.16F %N";
  private static final String REASONS = "%20E %9u %19H %N";

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-N", "--Node"},
      description = "One line for each node.")
  private boolean each;

  @Option(
      names = {"-l", "--long"},
      description = "More columns.")
  private boolean all;

  @Option(
      names = {"-s", "--summarize"},
      description = "One line for each partition.")
  private boolean summary;

  @Option(
      names = {"-R", "--list-reasons"},
      description = "Only nodes that are down or drained, with the reason.")
  private boolean reasons;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "FORMAT",
      description = "For example '%%P %%.6D %%t %%N'; an unknown letter lists the known.")
  private @Nullable String format;

  @Option(
      names = {"-O", "--Format"},
      paramLabel = "NAME[:[.]WIDTH[TEXT]],...",
      description = "For example 'nodehost:20,gres:40,statelong'; an unknown name lists the known.")
  private @Nullable String named;

  @Option(
      names = {"-h", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-e", "--exact"},
      description = "Nodes with other numbers of cpus or memory on other lines.")
  private boolean exact;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "NAME,...",
      description = "Only these partitions.")
  private @Nullable String partitions;

  @Option(
      names = {"-S", "--sort"},
      paramLabel = "LETTERS",
      preprocessor = AnyWord.class,
      description =
          "By these letters of formats, each falling behind a '-'; #P is the order of the configuration.")
  private @Nullable String sort;

  @Option(
      names = {"-n", "--nodes"},
      paramLabel = "NODES",
      description = "Only these nodes, a host list.")
  private @Nullable String nodes;

  @Option(
      names = {"-t", "--states"},
      paramLabel = "STATE,...",
      split = ",",
      hideParamSyntax = true,
      description = "Only nodes in these states.")
  private List<String> states = List.of();

  @Option(
      names = {"-d", "--dead"},
      description = "Only nodes that are down.")
  private boolean dead;

  @Option(
      names = {"-r", "--responding"},
      description = "Only nodes that are not down.")
  private boolean responding;

  @Option(
      names = {"-a", "--all"},
      description = "Changes nothing: no partition is hidden.")
  private boolean hidden;

  @Option(
      names = {"-T", "--reservation"},
      description = "List reservations.")
  private boolean reservations;

  @Mixin private OneCluster cluster = new OneCluster();

  @Mixin private CommonWords words = new CommonWords();

  public SinfoCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Set<String> meant = NodeStateWords.meant(states);
    cluster.check(context);
    words.check(context, access);
    Controllers controllers = access.connect(context);
    if (access.json()) {
      throw CommandFailure.usage("Expected no --json. Use pliant nodes --json.");
    }
    if (reservations && (each || summary || reasons || nodes != null || partitions != null)) {
      throw CommandFailure.usage("Expected -T without -N, -s, -R, -n and -p, but got one of them.");
    }
    if (reservations) {
      context.terminal().out().print(ReservationLines.of(controllers, !noHeader));
      return 0;
    }
    List<NodeGroup> pairs = pairs(controllers, meant);
    SlurmFormat<NodeGroup> lines = lines(pairs, controllers);
    List<NodeGroup> groups = grouped(pairs, lines.fields());
    if (sort != null) {
      List<PartitionName> partitions =
          pairs.stream().map(pair -> pair.partition().partition()).distinct().toList();
      groups = groups.stream().sorted(NodeOrder.parse(sort, partitions)).toList();
    }
    PrintStream out = context.terminal().out();
    if (!noHeader) {
      out.println(lines.header());
    }
    groups.forEach(group -> out.println(lines.line(group)));
    return 0;
  }

  /** A group for each node, and one for each partition without any. */
  private List<NodeGroup> pairs(Controllers controllers, Set<String> meant) {
    Set<NodeName> names = nodes == null ? Set.of() : new TreeSet<>(expand(nodes));
    Set<String> chosen = partitions == null ? Set.of() : Set.of(partitions.split(",", -1));
    List<NodeEntry> known = list(controllers, "nodes", NodeEntry.class);
    boolean filtered = !states.isEmpty() || nodes != null || dead || responding || reasons || each;
    List<NodeGroup> pairs = new ArrayList<>();
    for (PartitionEntry partition : list(controllers, "partitions", PartitionEntry.class)) {
      if (!chosen.isEmpty() && !chosen.contains(partition.partition().value())) {
        continue;
      }
      List<NodeGroup> own =
          known.stream()
              .filter(node -> node.partition().equals(partition.partition()))
              .filter(node -> meant.contains(node.state()) && selected(node, names))
              .sorted(Comparator.comparing(NodeEntry::state).thenComparing(NodeEntry::node))
              .map(node -> new NodeGroup(partition, List.of(node)))
              .toList();
      pairs.addAll(own.isEmpty() && !filtered ? List.of(new NodeGroup(partition, List.of())) : own);
    }
    return pairs;
  }

  private boolean selected(NodeEntry node, Set<NodeName> names) {
    boolean down = node.state().equals("down");
    boolean closed = down || node.state().startsWith("drain");
    return (names.isEmpty() || names.contains(node.node()))
        && (!dead || down)
        && (!responding || !down)
        && (!reasons || closed);
  }

  private static List<NodeName> expand(String list) {
    try {
      return Hostlist.expand(list);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private SlurmFormat<NodeGroup> lines(List<NodeGroup> pairs, Controllers controllers) {
    List<Field<NodeGroup>> fields = NodeFields.all(clusterName(controllers));
    try {
      return named != null
          ? SlurmFormat.named(named, fields)
          : SlurmFormat.parse(fitted(format == null ? usual() : format, pairs, fields), fields);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private String clusterName(Controllers controllers) {
    boolean wanted =
        format != null && format.contains("V") || named != null && named.contains("luster");
    String name =
        wanted
            ? controllers
                .one(Request.get(Target.of("status").toString()), ControllerStatus.class)
                .cluster()
            : null;
    return name == null ? "N/A" : name;
  }

  private String usual() {
    return reasons
        ? REASONS
        : summary ? SUMMARY : each ? (all ? EACH_LONG : EACH) : all ? LONG : USUAL;
  }

  /** The format with widths in place of {@code #}. */
  private static String fitted(
      String format, List<NodeGroup> pairs, List<Field<NodeGroup>> fields) {
    String fitted = format;
    for (Field<NodeGroup> field : fields) {
      String mark = "%#" + field.letter();
      if (field.letter() != Field.NO_LETTER && fitted.contains(mark)) {
        int widest = pairs.stream().map(field.value()).mapToInt(String::length).max().orElse(0);
        int width = Math.max(widest, field.title().length());
        fitted = fitted.replace(mark, "%" + width + field.letter());
      }
    }
    return fitted;
  }

  /** Nodes that all these fields tell the same of, but for what is counted, in one group. */
  private List<NodeGroup> grouped(List<NodeGroup> pairs, List<Field<NodeGroup>> fields) {
    List<Function<NodeGroup, String>> key = new ArrayList<>();
    for (Field<NodeGroup> field : fields) {
      if (!NodeFields.isCount(field, exact)) {
        key.add(field.value());
      }
    }
    if (each) {
      key.add(NodeGroup::list);
    }
    Map<List<String>, NodeGroup> groups = new LinkedHashMap<>();
    for (NodeGroup pair : pairs) {
      groups
          .computeIfAbsent(
              key.stream().map(value -> value.apply(pair)).toList(),
              _ -> new NodeGroup(pair.partition(), new ArrayList<>()))
          .nodes()
          .addAll(pair.nodes());
    }
    return List.copyOf(groups.values());
  }

  private static <T> List<T> list(Controllers controllers, String what, Class<T> type) {
    String body = controllers.text(Request.get(Target.of(what).toString()));
    return Answers.exactList(body, type);
  }
}
