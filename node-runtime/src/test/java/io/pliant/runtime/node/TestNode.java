package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Resources;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.node.folder.StepState;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node role in a temporary folder, connected to a {@link TestController}; makes launch orders.
 */
public final class TestNode implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static {
    TestNatives.offer(true);
  }

  static final Submitter ME = me();

  final TestController controller;
  public final Path dir;
  public final Path work;
  private final List<NodeName> names;
  private PowerSettings power = PowerSettings.none();
  private ConfinementSettings confinement = ConfinementSettings.auto();
  private HostDevices devices = HostDevices.NONE;
  private Kinds kinds = Kinds.NONE;
  private String pmixHelper = "";
  private @Nullable NodeRole role;

  private TestNode(TestController controller, Path dir, List<NodeName> names) {
    this.controller = controller;
    this.dir = dir;
    this.work = dir.resolve("work");
    this.names = names;
  }

  public static TestNode start(TestController controller) {
    return start(controller, 1);
  }

  public static TestNode start(TestController controller, int nodes) {
    try {
      Path dir = Files.createTempDirectory("pliant-node");
      Files.createDirectory(dir.resolve("work"));
      Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
      TestNode node =
          new TestNode(
              controller,
              dir,
              IntStream.rangeClosed(1, nodes).mapToObj(i -> new NodeName("n" + i)).toList());
      node.startRole();
      return node;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Starts the role anew with these power settings. */
  void measure(PowerSettings settings) {
    endRole();
    power = settings;
    startRole();
  }

  /** Starts the role anew with jobs confined like this. */
  void confine(ConfinementSettings settings) {
    endRole();
    confinement = settings;
    startRole();
  }

  /** Starts the role anew with this program in the place of the helper that serves PMIx. */
  void serve(Path helper) {
    endRole();
    pmixHelper = helper.toString();
    startRole();
  }

  /** Starts the role anew with these devices. */
  void equip(Kinds counted, HostDevices known) {
    endRole();
    kinds = counted;
    devices = known;
    startRole();
  }

  /** What the controller hears of a role later would be taken for the next one's connection. */
  private void endRole() {
    if (role != null) {
      names.forEach(controller::awaitConnection);
    }
    stopRole();
    controller.forget();
  }

  void startRole() {
    role =
        NodeRole.start(
            new NodeSettings(
                names,
                dir.resolve("state"),
                List.of(InetSocketAddress.createUnresolved("127.0.0.1", controller.port())),
                new Resources(2, 1000, kinds),
                devices,
                Features.NONE,
                NodeTraits.NONE,
                TestTls.CLUSTER,
                TestTls.agentOf(names),
                null,
                power,
                confinement,
                null,
                pmixHelper));
  }

  public void stopRole() {
    NodeRole running = role;
    role = null;
    if (running != null) {
      try {
        running.stop().toCompletableFuture().get(30, TimeUnit.SECONDS);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  String containment() {
    return Objects.requireNonNull(role).containment();
  }

  public NodeName name() {
    return names.getFirst();
  }

  Path stepDir(StepId step) {
    return dir.resolve("state").resolve(name().value()).resolve("steps").resolve(step.key());
  }

  /** Number of the process that supervises a step. */
  public long supervisor(StepId step) {
    try {
      await(() -> Files.exists(stepDir(step).resolve("state")), "a state file of " + step);
      return Objects.requireNonNull(
              StepState.parse(Files.readString(stepDir(step).resolve("state"))).supervisor())
          .pid();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String output(String name) {
    try {
      return Files.readString(work.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public static void await(BooleanSupplier condition, String what) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(until);
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** A number that a script has written to a file of the working folder. */
  public long number(String name) {
    Path file = work.resolve(name);
    await(() -> Files.exists(file) && output(name).endsWith("\n"), "a number in " + name);
    return Long.parseLong(output(name).strip());
  }

  /** True for a process that has not ended; one that only waits to be reaped has. */
  public static boolean alive(long pid) {
    try {
      return !Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") Z ");
    } catch (IOException e) {
      return false;
    }
  }

  public Order script(long job, String text) {
    return new Order(this, StepId.batch(new JobId(job), 1)).script("#!/bin/bash\n" + text + "\n");
  }

  Order tasks(long job, int step, int count, String... command) {
    Order order = new Order(this, new StepId(new JobId(job), 1, step));
    order.count = count;
    order.command = List.of(command);
    return order;
  }

  @Override
  public void close() {
    stopRole();
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Submitter me() {
    try {
      int uid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      int gid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:gid");
      return new Submitter(System.getProperty("user.name"), uid, gid);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A launch order in the making. */
  public static final class Order {
    private final TestNode node;
    private final StepId step;
    private @Nullable String script;
    private List<String> command = List.of();
    private int count = 1;
    private int firstRank;
    private long term = 1;
    private @Nullable Long granted;
    private Submitter user = ME;
    private StreamFiles files;
    private String directory;
    private final Map<String, String> environment = new TreeMap<>(Map.of("PATH", "/usr/bin:/bin"));
    private @Nullable StepIo io;
    private @Nullable Instant deadline;
    private @Nullable Duration timeLeft;
    private int grace = 5;
    private int cpus = 1;
    private int memoryMb;
    private Kinds kinds = Kinds.NONE;
    private @Nullable Kinds stepKinds;

    private Order(TestNode node, StepId step) {
      this.node = node;
      this.step = step;
      this.files = new StreamFiles(node.work.resolve("out").toString(), null, null, false);
      this.directory = node.work.toString();
    }

    public StepId step() {
      return step;
    }

    private Order script(String text) {
      script = text;
      return this;
    }

    Order arguments(String... words) {
      command = List.of(words);
      return this;
    }

    Order firstRank(int rank) {
      firstRank = rank;
      return this;
    }

    public Order term(long number) {
      term = number;
      return this;
    }

    public Order granted(long millis) {
      granted = millis;
      return this;
    }

    Order user(Submitter other) {
      user = other;
      return this;
    }

    Order files(StreamFiles other) {
      files = other;
      return this;
    }

    Order output(String name) {
      return files(new StreamFiles(node.work.resolve(name).toString(), null, null, false));
    }

    Order directory(String path) {
      directory = path;
      return this;
    }

    Order variable(String name, String value) {
      environment.put(name, value);
      return this;
    }

    Order io(StepIo attached) {
      io = attached;
      return this;
    }

    Order deadline(Instant at) {
      deadline = at;
      return this;
    }

    /** What the job holds of the node. */
    Order slice(int cpuCount, int megabytes) {
      cpus = cpuCount;
      memoryMb = megabytes;
      return this;
    }

    /** What else the job holds of the node. */
    Order kinds(Kinds others) {
      kinds = others;
      return this;
    }

    /** What of them the step alone has. */
    Order stepKinds(Kinds own) {
      stepKinds = own;
      return this;
    }

    Order timeLeft(Duration left) {
      timeLeft = left;
      return this;
    }

    public Order grace(int seconds) {
      grace = seconds;
      return this;
    }

    public StepLaunch order() {
      return new StepLaunch(
          step,
          "test",
          node.name(),
          new PartitionName("main"),
          term,
          user,
          script,
          command,
          firstRank,
          count,
          firstRank + count,
          0,
          environment,
          directory,
          files,
          io,
          deadline,
          grace,
          cpus,
          memoryMb,
          granted,
          timeLeft,
          kinds,
          null,
          null,
          null,
          null,
          stepKinds);
    }

    /** Sends the order. */
    StepId launch() {
      node.controller.launch(order());
      return step;
    }
  }
}
