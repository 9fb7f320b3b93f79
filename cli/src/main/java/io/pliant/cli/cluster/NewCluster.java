package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The folders and files of a cluster that begins. */
final class NewCluster {
  private NewCluster() {}

  /** Makes them in a state folder that is locked, and returns what the cluster consists of. */
  static ClusterRecord make(
      StateFolder folder, ClusterLayout layout, String operator, Placement placement)
      throws IOException {
    Path sockets = folder.socketFolder(LocalCluster.uid(folder.path()));
    OwnFolder.make(sockets, LocalCluster.uid(folder.path()));
    for (Path own : List.of(folder.configFolder(), folder.logFolder(), folder.journalFolder())) {
      Folders.make(own, "rwx------");
    }
    List<ControllerAddress> addresses =
        ControllerAddress.choose(placement, 1, layout.controllers(), folder.path().hashCode() * 31);
    ClusterPlan plan = ClusterPlan.of(folder, layout, sockets, addresses, operator);
    for (Map.Entry<Path, String> file : plan.files().entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
    for (Controller controller : plan.record().controllers()) {
      foundJournal(folder.journalFolder(controller.name()));
    }
    folder.write(plan.record());
    return plan.record();
  }

  /**
   * An empty journal of a group may only be begun where this mark is: an empty disk is a lost one.
   */
  private static void foundJournal(Path folder) throws IOException {
    Folders.make(folder, "rwx------");
    Files.writeString(folder.resolve("found"), "");
  }
}
