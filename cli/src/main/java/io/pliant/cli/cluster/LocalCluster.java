package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.cluster.ClusterRecord.Node;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A cluster of this host in a state folder, locked against other commands that start or stop it.
 * Not thread-safe.
 */
public final class LocalCluster implements AutoCloseable {
  private final StateFolder folder;
  private final Placement placement;
  private final ClusterStarts starts;
  private final ClusterLock lock;
  private volatile ClusterRecord record;
  private boolean ended;

  private LocalCluster(
      StateFolder folder, Launcher launcher, ClusterLock lock, ClusterRecord record) {
    this.folder = folder;
    this.placement = launcher.placement();
    this.starts = new ClusterStarts(folder, launcher, new Identities(folder, record.clusterName()));
    this.lock = lock;
    this.record = record;
  }

  /** Makes the files of a new cluster; nothing is started. */
  public static LocalCluster create(
      StateFolder folder, Path home, ClusterLayout layout, String operator) {
    return create(folder, home, layout, operator, Placement.PLAIN);
  }

  /** The same with processes in a place of their own. */
  public static LocalCluster create(
      StateFolder folder, Path home, ClusterLayout layout, String operator, Placement placement) {
    try {
      Folders.make(folder.path(), "rwxr-xr-x");
      ClusterLock lock = ClusterLock.take(folder);
      ClusterRecord record = NewCluster.make(folder, layout, operator, placement);
      return new LocalCluster(folder, new Launcher(home, placement), lock, record);
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to make a cluster in %s, but %s. Is the disk full or the folder read-only?"
              .formatted(folder.path(), e));
    }
  }

  /** Opens the cluster that {@code record} describes. */
  public static LocalCluster open(StateFolder folder, Path home, ClusterRecord record) {
    return open(folder, home, record, Duration.ZERO, () -> {});
  }

  /**
   * The same once another command that starts or stops it has ended.
   *
   * @param patience for how long that is waited for
   * @param waits called once when there is something to wait for
   */
  public static LocalCluster open(
      StateFolder folder, Path home, ClusterRecord record, Duration patience, Runnable waits) {
    try {
      folder.requireMadeHere(record);
      ClusterLock lock = ClusterLock.take(folder, patience, waits);
      OwnFolder.make(folder.socketFolder(uid(folder.path())), uid(folder.path()));
      Folders.make(folder.logFolder(), "rwx------");
      ClusterRecord newest = folder.read();
      return new LocalCluster(
          folder, new Launcher(home, Placement.PLAIN), lock, newest == null ? record : newest);
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to open the cluster in %s, but %s.".formatted(folder.path(), e));
    }
  }

  public StateFolder folder() {
    return folder;
  }

  public ClusterRecord record() {
    return record;
  }

  /**
   * A controller that was added.
   *
   * @param member its place in the journal, as {@code name=host:port}
   */
  public record Added(String name, String member) {}

  /**
   * Makes one more controller and starts it; the journal's groups do not know of it yet.
   *
   * @param members names of all controllers there are
   * @param groups how many groups the journal has
   */
  public Added addController(List<String> members, int groups) {
    ControllerLists lists = ControllerLists.read(record.controllers());
    int number = ClusterPlan.nextNumber(folder, record, members);
    ControllerAddress address =
        ControllerAddress.choose(placement, number, 1, folder.path().hashCode() * 17).getFirst();
    try {
      ClusterPlan.Addition plan =
          ClusterPlan.add(folder, folder.socketFolder(uid(folder.path())), number, lists, address);
      Path journal = folder.journalFolder(plan.controller().name());
      Folders.make(journal, "rwx------");
      Files.writeString(journal.resolve("join"), "groups=" + groups + "\n");
      Files.writeString(Path.of(plan.controller().config()), plan.text());
      List<Controller> controllers = new ArrayList<>(record.controllers());
      controllers.add(starts.start(plan.controller()));
      replace(controllers, record.nodes());
      return new Added(plan.controller().name(), plan.member());
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to make a controller in %s, but %s.".formatted(folder.path(), e));
    }
  }

  /** Stops a controller and forgets it; its files stay. */
  public void removeController(String name) {
    List<Controller> kept = new ArrayList<>();
    for (Controller controller : record.controllers()) {
      if (!controller.name().equals(name)) {
        kept.add(controller);
      } else if (ProcessIdentity.runs(controller.pid(), controller.config())) {
        Launcher.stop(List.of(controller.pid()), Duration.ofSeconds(15));
      }
    }
    replace(kept, record.nodes());
  }

  /** Writes the lists of controllers into all configuration files, for the next start of each. */
  public void rewriteLists() {
    ControllerLists.read(record.controllers())
        .write(
            record.controllers().stream().map(Controller::config).toList(),
            record.nodes().stream().map(Node::config).toList());
  }

  /** Starts the node agents anew, so that they know all controllers; running tasks go on. */
  public void restartAgents() {
    List<Long> running =
        record.nodes().stream()
            .filter(node -> ProcessIdentity.runs(node.pid(), node.config()))
            .map(Node::pid)
            .toList();
    Launcher.stop(running, Duration.ofSeconds(15));
    startMissing();
  }

  /** Refuses when any controller runs. */
  public void requireStopped() {
    for (Controller controller : record.controllers()) {
      if (ProcessIdentity.runs(controller.pid(), controller.config())) {
        throw CommandFailure.operational(
            "Expected the cluster to be down, but controller %s runs. Run: pliant down --dir %s"
                .formatted(controller.name(), folder.path()));
      }
    }
  }

  /** Starts each process that is not running; returns their names. */
  public synchronized List<String> startMissing() {
    if (ended) {
      throw CommandFailure.operational("Interrupted: the cluster in " + folder.path() + " ends.");
    }
    List<String> started = new ArrayList<>();
    List<Controller> controllers = new ArrayList<>();
    for (Controller controller : record.controllers()) {
      boolean runs = ProcessIdentity.runs(controller.pid(), controller.config());
      controllers.add(runs ? controller : starts.start(controller));
      if (!runs) {
        started.add(controller.name());
      }
    }
    List<Node> nodes = new ArrayList<>();
    for (Node node : record.nodes()) {
      boolean runs = ProcessIdentity.runs(node.pid(), node.config());
      nodes.add(runs ? node : starts.start(node));
      if (!runs) {
        started.add(node.names());
      }
    }
    replace(controllers, nodes);
    return started;
  }

  /**
   * Kills all processes, and starts none any more: for the end of this process, whose other threads
   * may be about to start some.
   */
  public synchronized void end() {
    ended = true;
    int unused = stop(Duration.ZERO);
  }

  /**
   * Stops all processes: the nodes first. Running tasks live on. Returns the number stopped.
   *
   * @param grace how long each may take before it is killed; zero kills at once
   */
  public synchronized int stop(Duration grace) {
    List<Long> nodes =
        record.nodes().stream()
            .filter(node -> ProcessIdentity.runs(node.pid(), node.config()))
            .map(Node::pid)
            .toList();
    List<Long> controllers =
        record.controllers().stream()
            .filter(controller -> ProcessIdentity.runs(controller.pid(), controller.config()))
            .map(Controller::pid)
            .toList();
    Launcher.stop(nodes, grace);
    Launcher.stopTogether(controllers, grace);
    replace(
        record.controllers().stream().map(controller -> controller.withPid(0)).toList(),
        record.nodes().stream().map(node -> node.withPid(0)).toList());
    return nodes.size() + controllers.size();
  }

  /** First process that should run but does not, with the end of its log; empty when all run. */
  public String firstDead() {
    Predicate<Controller> deadController = c -> !ProcessIdentity.runs(c.pid(), c.config());
    for (Controller controller : record.controllers()) {
      if (deadController.test(controller)) {
        return controller.name() + " ended" + Launcher.tail(Path.of(controller.log()));
      }
    }
    for (Node node : record.nodes()) {
      if (!ProcessIdentity.runs(node.pid(), node.config())) {
        return "the agent of " + node.names() + " ended" + Launcher.tail(Path.of(node.log()));
      }
    }
    return "";
  }

  private void replace(List<Controller> controllers, List<Node> nodes) {
    record =
        new ClusterRecord(
            record.clusterName(),
            record.layout().withControllers(controllers.size()),
            controllers,
            nodes);
    folder.write(record);
  }

  static long uid(Path path) throws IOException {
    return ((Number) Files.getAttribute(path, "unix:uid")).longValue();
  }

  @Override
  public void close() {
    lock.close();
  }
}
