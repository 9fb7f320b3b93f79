package io.pliant.runtime.settings;

import io.pliant.actors.accounting.AccountingLimits;
import io.pliant.actors.cluster.ClusterNodeSettings.DecisionLogging;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.spec.KnownNames;
import io.pliant.runtime.settings.ControllerSettings.ConsoleSettings;
import io.pliant.runtime.settings.ControllerSettings.HttpSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads and checks what a controller must know: the top of the file and {@code pliant.controller}.
 */
final class ControllerReader {
  /** Longest path of a Unix domain socket on Linux, without its closing zero. */
  private static final int SOCKET_PATH_BYTES = 107;

  /** The origin of a page, as browsers write it. */
  private static final Pattern URL =
      Pattern.compile("https?://([a-z0-9._-]{1,255}|\\[[0-9a-f:.]{2,45}])(:[0-9]{1,5})?");

  private ControllerReader() {}

  /**
   * Reads what a file says of its controller.
   *
   * @param own true when that is the process that reads: then it must be in its own lists
   */
  static ControllerSettings read(Section pliant, boolean own) {
    String clusterName = pliant.parsed("cluster-name", Word.ALLOWED, Word::check);
    Path stateDir = pliant.requiredPath("state-dir");
    LimitsSettings limits = LimitsSettings.read(pliant.section("limits"));
    KnownNames names = NamesReader.read(pliant);
    List<PartitionSettings> partitions =
        PoolReader.read(pliant, PartitionReader.read(pliant, limits.ledger(), names));
    TimingSettings timing = TimingSettings.read(pliant.section("timing"));
    SecuritySettings security = SecuritySettings.read(pliant.section("security"));
    Section controller = pliant.section("controller");
    String name = controller.parsed("name", Word.ALLOWED, Word::check);
    JournalSettings journal =
        JournalReader.read(
            pliant.section("journal"),
            new RaftReader(clusterName, name, stateDir, security.identity(), own));
    Section cluster = controller.section("cluster");
    HostPort address = cluster.address(1);
    return controller.closed(
        new ControllerSettings(
            clusterName,
            stateDir,
            name,
            controller.pathOr("dir", stateDir.resolve("controllers").resolve(name)),
            address,
            cluster.closed(seeds(cluster, address, own)),
            controller.section("agents").onlyAddress(1),
            http(controller.section("http")),
            spread(pliant),
            new TreeSet<>(controller.texts("operators")),
            partitions,
            journal,
            accounting(pliant.section("accounting")),
            decisions(pliant.section("decision-log")),
            limits,
            names,
            timing,
            ResilienceReader.read(pliant),
            MailReader.read(pliant.section("mail")),
            security));
  }

  private static boolean spread(Section pliant) {
    return switch (pliant.text("placement")) {
      case "leader" -> false;
      case "spread" -> true;
      default -> throw pliant.broken("placement", "leader or spread", null);
    };
  }

  private static List<HostPort> seeds(Section cluster, HostPort address, boolean own) {
    List<HostPort> seeds = cluster.addresses("seeds");
    if (seeds.isEmpty()) {
      return List.of(address);
    }
    if (own && !seeds.contains(address)) {
      throw cluster.broken("seeds", "a list with this controller's own " + address, null);
    }
    return seeds;
  }

  private static AccountingLimits accounting(Section section) {
    return section.closed(
        new AccountingLimits(
            section.number("finished-jobs", 0, 1_000_000_000),
            section.duration("keep", Duration.ofDays(1), Duration.ofDays(36_500)),
            section.number("events", 1, 10_000_000)));
  }

  private static DecisionLogging decisions(Section section) {
    return section.closed(
        new DecisionLogging(
            section.path("folder"),
            (long) section.number("max-megabytes", 1, 1_000_000) * 1024 * 1024));
  }

  private static HttpSettings http(Section section) {
    HostPort address = section.address(0);
    Path socket = section.path("socket");
    if (socket != null
        && socket.toString().getBytes(StandardCharsets.UTF_8).length > SOCKET_PATH_BYTES) {
      throw section.broken(
          "socket",
          "a path of at most " + SOCKET_PATH_BYTES + " bytes (a limit of the kernel)",
          null);
    }
    return section.closed(
        new HttpSettings(
            address,
            socket,
            section.number("max-streams", 0, 10_000),
            section.number("max-connections", 1, 100_000),
            section.number("max-connections-by-peer", 1, 100_000),
            console(section.section("console"))));
  }

  private static ConsoleSettings console(Section section) {
    String url = section.text("url");
    if (!url.isEmpty() && !URL.matcher(url).matches()) {
      throw section.broken(
          "url", "as https://ctl1.cluster.site:7301, without a path, or \"\"", null);
    }
    return section.closed(
        new ConsoleSettings(
            section.flag("serve"),
            url.isEmpty() ? null : url,
            section.duration("session", Duration.ofMinutes(1), Duration.ofDays(30))));
  }
}
