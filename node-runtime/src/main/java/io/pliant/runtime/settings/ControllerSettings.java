package io.pliant.runtime.settings;

import io.pliant.actors.accounting.AccountingLimits;
import io.pliant.actors.cluster.ClusterNodeSettings.DecisionLogging;
import io.pliant.actors.cluster.ClusterNodeSettings.Resilience;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.spec.KnownNames;
import io.pliant.runtime.mail.MailSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a controller must know to start.
 *
 * @param clusterName name that all members share
 * @param stateDir folder of what must survive a restart
 * @param name name of this controller
 * @param dir folder of this controller's own files
 * @param cluster where controllers talk to each other
 * @param seeds all controllers, this one among them, in the same order everywhere
 * @param agents where node agents dial in
 * @param http where clients dial in
 * @param spread jobs, partitions and nodes live on all controllers, not beside the journal's leader
 * @param operators login names that may act on jobs of others and on nodes
 * @param decisions where partitions write their rounds down
 * @param limits how big what users hand in may be
 * @param names accounts and qualities of service that the site lists
 * @param resilience what is done about things that go wrong again and again
 * @param mail how users are told of their jobs
 */
public record ControllerSettings(
    String clusterName,
    Path stateDir,
    String name,
    Path dir,
    HostPort cluster,
    List<HostPort> seeds,
    HostPort agents,
    HttpSettings http,
    boolean spread,
    SortedSet<String> operators,
    List<PartitionSettings> partitions,
    JournalSettings journal,
    AccountingLimits accounting,
    DecisionLogging decisions,
    LimitsSettings limits,
    KnownNames names,
    TimingSettings timing,
    Resilience resilience,
    MailSettings mail,
    SecuritySettings security) {
  /** Whether users are told of their jobs by mail. */
  public boolean sendsMail() {
    return mail.sends();
  }

  /** What the role begins with by which a member tells the others on which port agents dial in. */
  public static final String AGENTS_ROLE = "agents-on-";

  /**
   * The HTTP API's addresses.
   *
   * @param socket path of the Unix domain socket, or null for none
   * @param maxStreams event streams open at a time
   * @param maxConnections connections open at a time
   * @param maxConnectionsByPeer connections of one user of the host, or of one address
   * @param console what is served to browsers
   */
  public record HttpSettings(
      HostPort address,
      @Nullable Path socket,
      int maxStreams,
      int maxConnections,
      int maxConnectionsByPeer,
      ConsoleSettings console) {}

  /**
   * The web console.
   *
   * @param serve whether there is one
   * @param url by which browsers reach this controller, or null for the address and port
   * @param session how long a login by a link lasts
   */
  public record ConsoleSettings(boolean serve, @Nullable String url, Duration session) {}

  /** Where browsers reach this controller, without a path; null when that is not known. */
  public @Nullable String httpUrl() {
    if (http.console().url() != null) {
      return http.console().url();
    }
    HostPort address = http.address();
    boolean plain = address.loopback() && security.http() == null;
    boolean any = address.host().equals("0.0.0.0") || address.host().equals("::");
    return address.port() == 0
        ? null
        : (plain ? "http://" : "https://")
            + new HostPort(any ? cluster.host() : address.host(), address.port());
  }
}
