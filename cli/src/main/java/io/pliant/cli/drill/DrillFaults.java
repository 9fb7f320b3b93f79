package io.pliant.cli.drill;

import io.pliant.api.JournalStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.drill.history.History.Rewind;
import io.pliant.cli.drill.history.History.Span;
import io.pliant.cli.drill.history.Recorder;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Does a fault to a cluster of this host and mends it. */
final class DrillFaults {
  private static final Duration PAUSE = Duration.ofSeconds(12);
  private static final Duration FULL = Duration.ofSeconds(8);
  private static final Duration BOTH_DOWN = Duration.ofSeconds(3);
  private static final Duration CUT = Duration.ofSeconds(20);
  private static final Duration WRONG_TIME = Duration.ofSeconds(8);
  private static final long CLOCK_SECONDS = 7_200;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(60);
  private static final Duration EVEN_WITHIN = Duration.ofSeconds(45);
  private static final int TORN_BYTES = 60;
  private static final Duration AGENT_PAUSE = Duration.ofSeconds(10);
  private static final Duration AGENT_LOST = Duration.ofSeconds(80);
  private static final int RESETS = 16;
  private static final Duration BETWEEN_RESETS = Duration.ofMillis(500);
  private static final double RUN_AGAIN_SECONDS = 120;

  private final LocalCluster cluster;
  private final DrillGround ground;
  private final Tools tools;
  private final Controllers client;
  private final Random random;

  /**
   * What faults are done with.
   *
   * @param recorder is told of those after which jobs may be forgotten or run again
   */
  record Tools(Controllers client, DrillMembers members, DrillRestore restore, Recorder recorder) {}

  DrillFaults(LocalCluster cluster, DrillGround ground, Tools tools, Random random) {
    this.cluster = cluster;
    this.ground = ground;
    this.tools = tools;
    this.client = tools.client();
    this.random = random;
  }

  /**
   * What was done to whom, and when (seconds since 1970).
   *
   * @param spared partitions that needed none of them
   */
  record Done(Fault fault, String whom, double at, Set<String> spared) {}

  Done run(Fault fault) throws IOException, InterruptedException {
    if (fault == Fault.KILL_LEADER) {
      uniteLeaders();
    }
    List<ClusterRecord.Controller> victims = victims(fault);
    List<String> names =
        new ArrayList<>(victims.stream().map(ClusterRecord.Controller::name).toList());
    Set<String> spared = spared(names);
    double at = DrillLoad.now();
    switch (fault) {
      case PAUSE -> pause(pids(victims), PAUSE);
      case AGENT_PAUSE, AGENT_LOST -> names.add(pauseAgent(fault, at));
      case RESETS -> {
        for (int i = 0; i < RESETS; i++) {
          DrillResets.all(ground.prefix(names.getFirst()));
          Thread.sleep(BETWEEN_RESETS.toMillis());
        }
      }
      case MEMBERS -> names.add(tools.members().addLeadRemove());
      case RESTORE -> {
        Rewind rewind = tools.restore().run();
        tools.recorder().add(rewind);
        tools.recorder().add(new Span(rewind.from(), rewind.until() + RUN_AGAIN_SECONDS));
      }
      case DISK_FULL -> {
        limit(victims, "4096:");
        Thread.sleep(FULL.toMillis());
        limit(victims, "unlimited:");
      }
      case CUT, CUT_IN, CUT_OUT, CUT_ALL -> {
        cut(cuts(names, fault));
        cluster.startMissing(); // a controller that saw itself cut off has ended
      }
      case CLOCK -> {
        for (long offset : List.of(CLOCK_SECONDS, -CLOCK_SECONDS)) {
          ground.clock().set(offset);
          Thread.sleep(WRONG_TIME.toMillis());
        }
        ground.clock().set(0);
      }
      case KILL_LEADER, KILL_ONE, KILL_TWO, KILL_ALL, TORN_TAIL -> {
        signal(pids(victims), "KILL");
        if (fault == Fault.KILL_TWO) {
          Thread.sleep(BOTH_DOWN.toMillis());
        } else if (fault == Fault.TORN_TAIL) {
          tear(victims.getFirst());
        }
        awaitGone(victims);
        cluster.startMissing();
      }
    }
    return new Done(fault, String.join(" ", names), at, spared);
  }

  /** Partitions that need none of these controllers. */
  private Set<String> spared(List<String> names) {
    Set<String> spared = new TreeSet<>();
    if (!names.isEmpty()) {
      Map<String, String> hosts = hosts();
      groups(hosts.keySet()).stream()
          .filter(group -> !names.contains(group.leader()))
          .flatMap(group -> group.partitions().stream())
          .filter(partition -> !names.contains(hosts.get(partition)))
          .forEach(spared::add);
    }
    return spared;
  }

  private String pauseAgent(Fault fault, double at) throws IOException, InterruptedException {
    List<ClusterRecord.Node> agents = cluster.record().nodes();
    ClusterRecord.Node agent = agents.get(random.nextInt(agents.size()));
    pause(List.of(agent.pid()), fault == Fault.AGENT_LOST ? AGENT_LOST : AGENT_PAUSE);
    if (fault == Fault.AGENT_LOST) {
      tools.recorder().add(new Span(at, DrillLoad.now() + RUN_AGAIN_SECONDS));
    }
    return agent.names();
  }

  private static void pause(List<Long> processes, Duration how)
      throws IOException, InterruptedException {
    signal(processes, "STOP");
    Thread.sleep(how.toMillis());
    signal(processes, "CONT");
  }

  private static List<Long> pids(List<ClusterRecord.Controller> whom) {
    return whom.stream().map(ClusterRecord.Controller::pid).toList();
  }

  /** From one controller to another nothing passes. */
  private record Cut(String from, String to) {}

  /** What to cut between these and all others, and among these. */
  private List<Cut> cuts(List<String> victims, Fault fault) {
    List<Cut> cuts = new ArrayList<>();
    for (ClusterRecord.Controller from : cluster.record().controllers()) {
      for (ClusterRecord.Controller to : cluster.record().controllers()) {
        boolean mute = victims.contains(from.name()) && fault != Fault.CUT_IN;
        boolean deaf = victims.contains(to.name()) && fault != Fault.CUT_OUT;
        if (!from.equals(to) && (mute || deaf)) {
          cuts.add(new Cut(from.name(), to.name()));
        }
      }
    }
    return cuts;
  }

  private void cut(List<Cut> cuts) throws IOException, InterruptedException {
    for (Cut each : cuts) {
      ground.network().cut(each.from(), each.to());
    }
    Thread.sleep(CUT.toMillis());
    for (Cut each : cuts) {
      ground.network().mend(each.from(), each.to());
    }
  }

  private List<ClusterRecord.Controller> victims(Fault fault) {
    List<ClusterRecord.Controller> all = new ArrayList<>(cluster.record().controllers());
    Collections.shuffle(all, random);
    return switch (fault) {
      case KILL_ALL, CUT_ALL -> all;
      case KILL_TWO -> all.subList(0, Math.min(2, all.size()));
      case KILL_ONE, TORN_TAIL -> all.subList(0, 1);
      case KILL_LEADER, PAUSE, DISK_FULL, CUT, CUT_IN, CUT_OUT, RESETS -> List.of(leader(all));
      case CLOCK, AGENT_PAUSE, AGENT_LOST, MEMBERS, RESTORE -> List.of();
    };
  }

  /**
   * Waits until each partition is hosted by the leader of its group: then it is plain who is hit.
   * For a while also until the controllers lead as many groups each. One that has just lost a lead,
   * by a full disk for example, is given none for ten minutes.
   */
  private void uniteLeaders() throws InterruptedException {
    long begun = System.nanoTime();
    Leads leads = leads();
    while (!leads.united() || !leads.even() && System.nanoTime() - begun < EVEN_WITHIN.toNanos()) {
      if (System.nanoTime() - begun > DrillCommand.PATIENCE.toNanos()) {
        throw CommandFailure.operational(
            "Expected each partition's host to lead its group of the journal within %d s, but %s."
                .formatted(DrillCommand.PATIENCE.toSeconds(), leads));
      }
      Thread.sleep(500);
      leads = leads();
    }
  }

  /**
   * Who leads and hosts what.
   *
   * @param controllers all of them
   * @param hosts by partition
   */
  private record Leads(List<String> controllers, List<Led> groups, Map<String, String> hosts) {
    boolean united() {
      return groups.stream()
          .allMatch(group ->
              group.partitions().stream().allMatch(p -> group.leader().equals(hosts.get(p))));
    }

    boolean even() {
      Map<String, Integer> leads = new TreeMap<>();
      controllers.forEach(name -> leads.put(name, 0));
      groups.forEach(group -> leads.merge(group.leader(), 1, Integer::sum));
      return Collections.max(leads.values()) - Collections.min(leads.values()) <= 1;
    }
  }

  private Leads leads() {
    Map<String, String> hosts = hosts();
    List<String> names =
        cluster.record().controllers().stream().map(ClusterRecord.Controller::name).toList();
    return new Leads(names, groups(hosts.keySet()), hosts);
  }

  /**
   * A group of the journal.
   *
   * @param leader its name, or "null" while there is none
   * @param partitions those that it keeps
   */
  private record Led(String leader, Set<String> partitions) {}

  /** The groups; where there is one, an earlier release does not say that it keeps all. */
  private List<Led> groups(Set<String> partitions) {
    List<JournalStatus.Group> groups =
        client.one(Request.get("/v1/journal"), JournalStatus.class).each();
    return groups.stream()
        .map(group ->
            new Led(
                String.valueOf(group.leader()),
                groups.size() == 1 ? partitions : Set.copyOf(group.partitions())))
        .toList();
  }

  /** Which controller hosts each partition. */
  private Map<String, String> hosts() {
    Map<String, String> hosts = new TreeMap<>();
    client
        .list(Request.get("/v1/partitions"), PartitionEntry.class)
        .forEach(partition -> hosts.put(partition.partition().value(), partition.host()));
    return hosts;
  }

  /** The leader of one of the groups that keep a partition. */
  private ClusterRecord.Controller leader(List<ClusterRecord.Controller> all) {
    List<String> leaders =
        groups(hosts().keySet()).stream()
            .filter(group -> !group.partitions().isEmpty())
            .map(Led::leader)
            .toList();
    String leader = leaders.get(random.nextInt(leaders.size()));
    return all.stream().filter(c -> c.name().equals(leader)).findFirst().orElse(all.getFirst());
  }

  static void signal(List<Long> processes, String signal) throws IOException, InterruptedException {
    for (long process : processes) {
      HostCommand.run(List.of("kill", "-" + signal, Long.toString(process)));
    }
  }

  private static void limit(List<ClusterRecord.Controller> whom, String size)
      throws IOException, InterruptedException {
    for (ClusterRecord.Controller controller : whom) {
      HostCommand.run(
          List.of("prlimit", "--pid", Long.toString(controller.pid()), "--fsize=" + size));
    }
  }

  static void awaitGone(List<ClusterRecord.Controller> whom) throws InterruptedException {
    long end = System.nanoTime() + GONE_WITHIN.toNanos();
    for (ClusterRecord.Controller controller : whom) {
      ProcessHandle process = ProcessHandle.of(controller.pid()).orElse(null);
      while (process != null && process.isAlive()) {
        if (System.nanoTime() > end) {
          throw CommandFailure.operational(
              "Expected controller %s to end within %d s, but it still runs."
                  .formatted(controller.name(), GONE_WITHIN.toSeconds()));
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  /** Half an entry behind the last one, as a power cut leaves it; it was never acknowledged. */
  private void tear(ClusterRecord.Controller controller) throws IOException {
    Path log;
    try (Stream<Path> files = Files.walk(cluster.folder().journalFolder(controller.name()))) {
      log =
          files
              .filter(file -> String.valueOf(file.getFileName()).startsWith("log_inprogress_"))
              .findFirst()
              .orElseThrow(() ->
                  CommandFailure.operational(
                      "Expected a log of controller %s, but found none."
                          .formatted(controller.name())));
    }
    byte[] bytes = Files.readAllBytes(log);
    int end = endOfEntries(bytes);
    byte[] torn = new byte[TORN_BYTES];
    random.nextBytes(torn);
    torn[0] = (byte) 200;
    torn[1] = 1; // a length of 200 as a varint
    torn[2] = 8; // what an entry begins with
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(end);
      file.write(torn);
    }
  }

  /**
   * Behind the last whole entry: a header of 8 bytes, then length (varint), entry, checksum (4).
   */
  private static int endOfEntries(byte[] bytes) {
    int at = 8;
    while (at < bytes.length && bytes[at] != 0) {
      int length = 0;
      int shift = 0;
      while (bytes[at] < 0) {
        length |= (bytes[at] & 0x7f) << shift;
        shift += 7;
        at++;
      }
      length |= bytes[at] << shift;
      at += 1 + length + 4;
    }
    return at;
  }
}
