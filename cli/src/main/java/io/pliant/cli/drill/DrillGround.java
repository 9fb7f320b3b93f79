package io.pliant.cli.drill;

import io.pliant.cli.cluster.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the cluster of a drill runs: as plain processes, or with a network or a clock to break; all
 * of one release, or of two.
 */
final class DrillGround implements Placement, AutoCloseable {
  private final @Nullable DrillNetwork network;
  private final @Nullable DrillClock clock;
  private final @Nullable DrillReleases releases;

  private DrillGround(
      @Nullable DrillNetwork network,
      @Nullable DrillClock clock,
      @Nullable DrillReleases releases) {
    this.network = network;
    this.clock = clock;
    this.releases = releases;
  }

  /** What this host lacks for a fault, or null. */
  static @Nullable String missing(Fault fault) throws IOException, InterruptedException {
    return switch (fault.needs()) {
      case NOTHING -> null;
      case NETWORK -> DrillNetwork.missing();
      case RESETS -> {
        String network = DrillNetwork.missing();
        yield network == null ? DrillResets.missing() : network;
      }
      case CLOCK -> DrillClock.library().isPresent() ? null : "libfaketime (package faketime)";
    };
  }

  /**
   * The ground that these faults need.
   *
   * @param folder of the drill; made when it is not there
   * @param releases of its processes, or null when all are of this one
   */
  static DrillGround of(
      List<Fault> faults, int controllers, Path folder, @Nullable DrillReleases releases)
      throws IOException, InterruptedException {
    List<String> names = new ArrayList<>();
    int spare = Collections.frequency(faults, Fault.MEMBERS); // each adds one of a new name
    for (int i = 1; i <= controllers + spare; i++) {
      names.add("c" + i);
    }
    Files.createDirectories(folder);
    boolean cuts =
        faults.stream()
            .anyMatch(f -> f.needs() == Fault.Need.NETWORK || f.needs() == Fault.Need.RESETS);
    boolean turns = faults.stream().anyMatch(fault -> fault.needs() == Fault.Need.CLOCK);
    DrillClock clock =
        turns
            ? DrillClock.create(DrillClock.library().orElseThrow(), folder.resolve("clock"))
            : null;
    return new DrillGround(cuts ? DrillNetwork.create(names) : null, clock, releases);
  }

  DrillNetwork network() {
    if (network == null) {
      throw new IllegalStateException("Expected a network, since a fault of the drill needs one.");
    }
    return network;
  }

  DrillClock clock() {
    if (clock == null) {
      throw new IllegalStateException("Expected a clock, since a fault of the drill needs one.");
    }
    return clock;
  }

  @Override
  public String host(String controller) {
    return network == null ? Placement.super.host(controller) : network.host(controller);
  }

  @Override
  public List<String> prefix(String process) {
    return network == null ? List.of() : network.prefix(process);
  }

  @Override
  public Path home(String process, Path own) {
    return releases == null ? own : releases.home(process, own);
  }

  /** Which release runs where, in words to follow a fault's; empty when there is one. */
  String releases() {
    return releases == null ? "" : ", " + releases.now();
  }

  @Override
  public Map<String, String> environment(String process) {
    return clock == null || process.startsWith("c") ? Map.of() : clock.environment();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (network != null) {
      network.close();
    }
  }
}
