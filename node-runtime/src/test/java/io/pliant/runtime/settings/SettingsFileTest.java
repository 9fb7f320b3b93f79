package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.core.id.PartitionName;
import io.pliant.core.option.SubmissionLimits;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.FairShare;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.spec.ListedAccount;
import io.pliant.core.spec.ListedQos;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.Member;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.confinement.HostDevices;
import io.pliant.runtime.power.EmulatedProfile;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsFileTest {
  @TempDir Path dir;

  @Test
  void shouldTakeDefaultsWhenOnlyTheStateFolderIsGiven() throws IOException {
    ControllerSettings settings = read("").controller();

    assertThat(settings.clusterName()).isEqualTo("pliant");
    assertThat(settings.dir()).isEqualTo(Path.of("/srv/p/controllers/c1"));
    assertThat(settings.seeds()).containsExactly(new HostPort("127.0.0.1", 7101));
    assertThat(settings.journal())
        .isEqualTo(
            new JournalSettings.Raft(
                new GroupSettings(
                    "pliant",
                    Path.of("/srv/p/journal/c1"),
                    "c1",
                    List.of(new Member("c1", "127.0.0.1", 7401)),
                    0,
                    GroupSettings.Timing.defaults(),
                    20_000,
                    null)));
    assertThat(settings.partitions())
        .containsExactly(
            new PartitionSettings(
                new PartitionName("main"),
                true,
                "*",
                "easy",
                Duration.ofHours(1),
                null,
                false,
                30));
    assertThat(settings.security()).isEqualTo(new SecuritySettings(null, null, null));
  }

  @Test
  void shouldReadWhatTheCommandLineWritesForThreeControllers() throws IOException {
    SettingsFile file =
        read(
            """
            pliant {
              cluster-name = "demo"
              controller {
                name = "c2", dir = "/srv/p/controllers/c2"
                cluster { host = "127.0.0.1", port = 7102, seeds = ["127.0.0.1:7101", "127.0.0.1:7102"] }
                agents { host = "127.0.0.1", port = 7202 }
                http { host = "127.0.0.1", port = 7302, socket = "/srv/p/controllers/c2/http.sock" }
                operators = ["root", "ada"]
              }
              partitions = [
                { name = "main", default = true, nodes = "*", default-time = "2:30:00", max-time = "2-0", kill-grace = 500ms }
                { name = "big", nodes = "n[001-004]", policy = "fcfs", exclusive = true }
              ]
              node { names = "n[001-004]", controllers = ["127.0.0.1:7201", "[::1]:7202"], cpus = 4, memory = 1024 }
              timing { node-timeout = 6s, heartbeat = 500ms, audit = 1s }
            }
            """);

    assertThat(file.controller().seeds()).hasSize(2);
    assertThat(file.controller().operators()).containsExactly("ada", "root");
    assertThat(file.controller().partitions().getFirst().maxTime()).isEqualTo(Duration.ofDays(2));
    assertThat(file.controller().partitions().getFirst().killGraceSeconds()).isEqualTo(1);
    assertThat(file.controller().partitions().getLast().exclusive()).isTrue();
    assertThat(file.node().controllers())
        .containsExactly(new HostPort("127.0.0.1", 7201), new HostPort("::1", 7202));
    assertThat(file.node().dir()).isEqualTo(Path.of("/srv/p/nodes"));
    assertThat(file.node().lease()).isNull();
    assertThat(read("pliant.node.lease = 40s").node().lease()).isEqualTo(Duration.ofSeconds(40));
    assertThat(file.controller().timing().entities().heartbeat()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void shouldReadHowMuchUsersMayHandIn() throws IOException {
    LimitsSettings set =
        read("pliant.limits { script = 64KiB, live-steps = 7, user-jobs = 3, keep-keys = 90d }")
            .controller()
            .limits();
    assertThat(set.submission().script()).isEqualTo(65_536);
    assertThat(set.steps().live()).isEqualTo(7);
    assertThat(set.ledger().userJobs()).isEqualTo(3);
    assertThat(set.ledger().keepKeys()).isEqualTo(Duration.ofDays(90));
    assertThatThrownBy(() -> read("pliant.limits { script = 2MiB, environment = 2MiB }"))
        .hasMessageContaining("limits.environment")
        .hasMessageContaining("together with script");
    assertThatThrownBy(() -> read("pliant.limits { script = 1TiB }"))
        .hasMessageContaining("3145728B");
  }

  @Test
  void shouldReadFilesAndPlacesOfDevices() throws IOException {
    String devices = "pliant.node { devices = [\"gpu:v100:1\", \"gpu:a100:1\", \"lscratch:400\"], ";
    assertThat(
            read(devices
                    + "device-files { gpu = [/dev/nvidia0, /dev/nvidia1] }, device-cpus { gpu = [\"0-7\", \"8-15\"] } }")
                .node()
                .devices()
                .units()
                .get("gpu"))
        .containsEntry(
            "1", new HostDevices.Unit(List.of(Path.of("/dev/nvidia1")), CpuList.parse("8-15")))
        .hasSize(2);
    assertThatThrownBy(() -> read(devices + "device-files { gpu = [/dev/nvidia0] } }"))
        .hasMessageContaining("node.device-files")
        .hasMessageContaining("of gpu these are 2, but here are 1");
    assertThatThrownBy(() -> read(devices + "device-files { lscratch = [/dev/sda] } }"))
        .hasMessageContaining("of lscratch these are 0, but here are 1");
    assertThatThrownBy(() -> read(devices + "device-files { gpu = [nvidia0, nvidia1] } }"))
        .hasMessageContaining("absolute paths");
    assertThatThrownBy(() -> read(devices + "device-files { gpu = [\"/dev/\\u0000\", x] } }"))
        .hasMessageContaining("absolute paths");
    assertThatThrownBy(() -> read(devices + "device-cpus { gpu = [all, none] } }"))
        .hasMessageContaining("node.device-cpus")
        .hasMessageContaining("'all'");
  }

  @Test
  void shouldNumberTheDevicesOfANodeInTheirOrder() throws IOException {
    NodeSection node =
        read("pliant.node.devices = [\"gpu:v100:1\", \"gpu:A100:2\", ssd, \"lscratch:400\"]")
            .node();
    assertThat(node.declared().kinds().unitWord())
        .isEqualTo("gpu=3/0/1/2,gpu:a100=2/1/2,gpu:v100=1/0,lscratch=400,ssd=1/0");
    assertThat(node.findsDevices()).isFalse();
    assertThat(read("").node().findsDevices()).isTrue();
    assertThat(read("pliant.node.features = [rack1, ib, ib]").node().features().names())
        .containsExactly("ib", "rack1");
    assertThat(read("pliant.node.tmp = 5000, pliant.node.weight = 7").node().traits())
        .isEqualTo(new NodeTraits(5000, 7));
    assertThat(read("").node().traits()).isEqualTo(NodeTraits.NONE);
  }

  /** Whatever is legal must fit into one message between controllers and one write. */
  @Test
  void shouldSendWhatIsLegal() throws IOException {
    Config pekko = read("").actorSystem().config().get();
    assertThat(pekko.getBytes("pekko.remote.artery.advanced.maximum-frame-size"))
        .isEqualTo(LimitsSettings.LARGEST_MESSAGE);
    assertThat(pekko.getInt("pekko.remote.artery.advanced.buffer-pool-size")).isEqualTo(4);
    SubmissionLimits most = SubmissionLimits.USUAL;
    assertThat(2L * (most.script() + most.environment() + most.arguments()))
        .isLessThanOrEqualTo(LimitsSettings.LARGEST_MESSAGE);
  }

  @Test
  void shouldReadHowPowerIsMeasured() throws IOException {
    PowerSettings usual = read("").node().power();
    assertThat(usual.sensor()).isEqualTo(PowerSettings.Choice.AUTO);
    assertThat(usual.hertz()).isEqualTo(1);
    assertThat(usual.gpu().command()).first().isEqualTo("nvidia-smi");
    assertThat(usual.mayCap()).isFalse();
    assertThat(read("").node().confinement()).isEqualTo(ConfinementSettings.auto());
    assertThat(
            read("pliant.node.confinement { mode = required, folder = /pliant, cpus = none }")
                .node()
                .confinement())
        .isEqualTo(
            new ConfinementSettings(ConfinementSettings.Mode.REQUIRED, "/pliant", null, 32_768));
    assertThat(read("pliant.node.power.cap = allow").node().power().mayCap()).isTrue();

    PowerSettings power =
        read("""
        pliant.node.power {
          sensor = emulated, hertz = 100, ipmi { command = [/opt/dcmi, -x], interval = 1m }
          emulated { idle = 71, busy = "200", jobs { pi = 170, "my job.x" = 250.5 } }
        }
        """)
            .node()
            .power();
    assertThat(power.sensor()).isEqualTo(PowerSettings.Choice.EMULATED);
    assertThat(power.hertz()).isEqualTo(100);
    assertThat(power.ipmi())
        .isEqualTo(new PowerSettings.Program(List.of("/opt/dcmi", "-x"), Duration.ofMinutes(1)));
    assertThat(power.emulated())
        .isEqualTo(
            new EmulatedProfile(71, 200, new TreeMap<>(Map.of("pi", 170.0, "my job.x", 250.5))));
  }

  @Test
  void shouldReadWhatAPartitionMayDoForItsCorridor() throws IOException {
    String text =
        "pliant.partitions = [{ name = main, policy = elastic, power { idle-watts = 71, job-watts-min = 150, job-watts-max = 250%s } }]";
    assertThat(read(text.formatted("")).controller().partitions().getFirst().power())
        .isEqualTo(new NodeWatts(71, Watts.declared(150, 250), Set.of()));
    assertThat(
            read(text.formatted(", levers = [suspend, cap]"))
                .controller()
                .partitions()
                .getFirst()
                .power())
        .isEqualTo(
            new NodeWatts(
                71, Watts.declared(150, 250), Set.of(PowerLever.CAP, PowerLever.SUSPEND)));
  }

  @Test
  void shouldReadTheOrderOfAQueue() throws IOException {
    SettingsFile file =
        read(
            """
            pliant {
              state-dir = "/srv/p"
              partitions = [{
                name = "main"
                priority {
                  age = 0.8, size = 0.1, fair-share = 2, accuracy = 1, full-age = 3d, half-life = 12h
                  accounts = [{ name = "physics", shares = 3 }, { name = "theory", parent = "physics", users = ["ada"] }]
                }
              }]
            }
            """);
    PriorityRule rule = file.controller().partitions().getFirst().priority();
    assertThat(rule.weights()).isEqualTo(new PriorityWeights(0.8, 0.1, 0, 0, 2, 1));
    assertThat(rule.fullAge()).isEqualTo(Duration.ofDays(3));
    assertThat(rule.halfLife()).isEqualTo(Duration.ofHours(12));
    assertThat(rule.accounts())
        .containsEntry("physics", new FairShare.Account(null, 3, 0))
        .containsEntry("theory", new FairShare.Account("physics", 1, 0));
    assertThat(rule.accountOf()).containsExactly(Map.entry("ada", "theory"));
  }

  @Test
  void shouldReadAccountsAndQualitiesOfServiceAndTheirPartInTheOrder() throws IOException {
    ControllerSettings settings =
        read("""
        pliant {
          state-dir = "/srv/p"
          accounts = [
            { name = physics, description = "All of it", shares = 3 }
            { name = theory, parent = physics, users = [bob, ada], qos = [high] }
            { name = lab, users = [ada] }
          ]
          qos = [{ name = high, priority = 200, max-time = "30" }, { name = low, priority = 50 }]
          partitions = [{ name = "main", priority { qos = 5 } }]
        }
        """)
            .controller();
    assertThat(settings.names().accounts())
        .containsExactly(
            new ListedAccount("physics", null, "All of it", 3, null, List.of()),
            new ListedAccount(
                "theory", "physics", "", 1, new TreeSet<>(List.of("ada", "bob")), List.of("high")),
            new ListedAccount("lab", null, "", 1, new TreeSet<>(List.of("ada")), List.of()));
    assertThat(settings.names().qos())
        .containsExactly(
            new ListedQos("high", 200, "", Duration.ofMinutes(30)),
            new ListedQos("low", 50, "", null));
    PriorityRule rule = settings.partitions().getFirst().priority();
    assertThat(rule.weights()).isEqualTo(new PriorityWeights(1, 0, 0, 5, 0, 0));
    assertThat(rule.qos()).containsExactly(Map.entry("high", 1.0), Map.entry("low", 0.25));
    assertThat(rule.accounts())
        .containsEntry("physics", new FairShare.Account(null, 3, 0))
        .containsEntry("theory", new FairShare.Account("physics", 1, 0));
    assertThat(rule.accountOf())
        .containsExactly(Map.entry("ada", "theory"), Map.entry("bob", "theory"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          controller.http.port = 70000              | pliant.controller.http.port = 70000. Expected a whole number from 0 to 65535
          controller.http.port = "x"                | pliant.controller.http.port = "x". Expected a whole number
          controller.cluster.port = 0               | pliant.controller.cluster.port = 0. Expected a whole number from 1
          controller.http.socket = "run/s"          | pliant.controller.http.socket = "run/s". Expected an absolute path
          controller.name = "c 1"                   | pliant.controller.name = "c 1". Expected 1 to 64 letters
          controller.cluster.seeds = ["h:1"]        | pliant.controller.cluster.seeds = ["h:1"]. Expected a list with this controller's own 127.0.0.1:7101
          controller.cluster.seeds = ["h"]          | Expected host:port, but got 'h'
          controller.htp.port = 1                   | unknown key pliant.controller.htp. Maybe you meant 'http'
          controllers { }                           | unknown key pliant.controllers. Maybe you meant 'controller'
          something = 1                             | unknown key pliant.something. Expected one of: accounting, accounts, cluster-name
          placement = "here"                        | pliant.placement = "here". Expected leader or spread
          journal.plugin = "mysql"                  | pliant.journal.plugin = "mysql". Expected raft or postgresql
          journal.raft.members = ["c2=h:1"]         | pliant.journal.raft.members = ["c2=h:1"]. Expected a list of name=host:port with this controller's own, c1=127.0.0.1:7401
          journal.raft.members = ["c1"]             | pliant.journal.raft.members = ["c1"]. Expected a list of name=host:port
          journal.raft.election-max = 500ms         | pliant.journal.raft.election-max = "500ms". Expected more than election-min
          journal.plugin = "postgresql"             | pliant.journal.postgresql.user = "". Expected a database user
          timing.node-timeout = "soon"              | pliant.timing.node-timeout = "soon". Expected a time from 1s to 3600s
          timing.node-timeout = 5                   | pliant.timing.node-timeout = 5. Expected a time from 1s
          timing.heartbeat = 30s                    | pliant.timing.heartbeat = "30s". Expected at most a third of node-timeout
          partitions = []                           | pliant.partitions = []. Expected at least one partition
          partitions = [{name=a},{name=b}]          | Expected exactly one partition with default = true, but found 0
          partitions = [{name=a,policy=best}]       | pliant.partitions[0].policy = "best". Expected a scheduling policy
          partitions = [{name=a,policy=power-aware}] | pliant.partitions[0].power = nothing. Expected the watts of the nodes
          partitions = [{name=a,power={idle-watts=71,job-watts-min=60,job-watts-max=250}}] | pliant.partitions[0].power.job-watts-min = 60. Expected a number from 71.0
          partitions = [{name=a,power={idle-watts=71,job-watts-min=100}}] | pliant.partitions[0].power.job-watts-max is missing
          partitions = [{name=a,policy=elastic,power={idle-watts=71,job-watts-min=100,job-watts-max=200,levers=[cap,off]}}] | pliant.partitions[0].power.levers = ["cap","off"]. Expected a list of cap and suspend
          partitions = [{name=a,policy=easy,power={idle-watts=71,job-watts-min=100,job-watts-max=200,levers=[cap]}}] | pliant.partitions[0].policy = "easy". Expected power-aware or elastic
          node.power.cap = "yes"                    | pliant.node.power.cap = "yes". Expected off or allow
          partitions = [{name=a,nods="*"}]          | unknown key pliant.partitions[0].nods. Maybe you meant 'nodes'
          partitions = [{name=a,nodes="n[1-"}]      | pliant.partitions[0].nodes = "n[1-". Expected "*" or a host list
          partitions = [{name=a,priority={age=-1}}] | pliant.partitions[0].priority.age = -1. Expected a number from 0
          partitions = [{name=a,priority={partition=1}}] | unknown key pliant.partitions[0].priority.partition. Expected one of: accounts, accuracy, age
          partitions = [{name=a,priority={qos=1}}]  | pliant.partitions[0].priority.qos = 1. Expected 0, since pliant.qos lists none
          accounts = [{name=a,parent=b}]            | Expected accounts and qualities of service that fit together. (Expected account 'a' to lead to the root, but got unknown 'b'.)
          accounts = [{name=a,parent=b},{name=b,parent=a}] | to lead to the root, but got a circle
          accounts = [{name=a},{name=A}]            | Expected each account once, but got 'A' again
          accounts = [{name="a b"}]                 | pliant.accounts[0].name = "a b". Expected 1 to 64 letters
          accounts = [{name=a,users=["x,y"]}]       | pliant.accounts[0].users = ["x,y"]. Expected login names
          accounts = [{name=a,qos=[fast]}]          | Expected account 'a' to have qualities of service that are listed, but got 'fast'
          accounts = [{name=a,user=[x]}]            | unknown key pliant.accounts[0].user. Maybe you meant 'users'
          accounts = [{name=a,description="x\\ty"}] | pliant.accounts[0].description
          qos = [{name=a},{name=a}]                 | Expected each quality of service once
          qos = [{name=a,priority=-1}]              | pliant.qos[0].priority = -1. Expected a whole number from 0
          qos = [{name=a,max-time=soon}]            | pliant.qos[0].max-time = "soon". Expected a time limit
          limits.accounts = [a]                     | unknown key pliant.limits.accounts
          partitions = [{name=a,priority={full-age=0s}}] | pliant.partitions[0].priority.full-age = "0s". Expected a time from 1s
          partitions = [{name=a,priority={accounts=[{name=p,parent=q}]}}] | Expected accounts whose parents are accounts of the list. (Expected account 'p' to lead to the root, but got unknown 'q'.)
          partitions = [{name=a,priority={accounts=[{name=p,users=[x]},{name=q,users=[x]}]}}] | pliant.partitions[0].priority.accounts[1].users = ["x"]. Expected each user in one account
          partitions = [{default=true}]             | pliant.partitions[0].name is missing
          partitions = [{name=a,max-time=soon}]     | pliant.partitions[0].max-time = "soon". Expected a time limit
          partitions = [{name=a,max-time="5",default-time="6"}]     | pliant.partitions[0].default-time = "6". Expected at most max-time
          partitions = [{name=a,default=true},{name=a}]             | pliant.partitions[1].name = "a". Expected a name that no other
          partitions = [{name=a,default=true},{name=b}]             | Expected partitions that share no node
          security.tls.certificate = "/c.pem"       | pliant.security.tls.key = "". Expected a PEM file
          node.pmix-helper = "pliant-pmix"          | pliant.node.pmix-helper = "pliant-pmix". Expected an absolute path
          node.lease = "soon"                       | pliant.node.lease = "soon". Expected off, or a time from 1s to 3600s
          node.lease = 0s                           | pliant.node.lease = "0s". Expected off, or a time from 1s to 3600s
          security.identity.certificate = "/c.pem"  | pliant.security.identity.key = "". Expected a PEM file
          security.identity.controllers-authority = "/a.pem" | pliant.security.identity.certificate = "". Expected a PEM file
          node.features = ["a&b"]                   | pliant.node.features = ["a&b"]. Expected a list of features
          node.weight = 70000                       | pliant.node.weight = 70000. Expected
          node.tmp = -1                             | pliant.node.tmp = -1. Expected
          node.devices = ["gpu:2:3:4"]              | pliant.node.devices = ["gpu:2:3:4"]. Expected a list of "auto" or of kinds
          node.devices = ["gpu:2","gpu:a100:2"]     | either all 'gpu' have a type or none
          node.devices = ["gpu:a100","gpu:a100"]    | 'gpu:a100' stands there twice
          node.devices = ["gpu,ssd"]                | 'gpu,ssd' must name one kind
          node.devices = ["ssd:0"]                  | at least one unit
          node.devices = ["ssd:70000"]              | at most 65536 of 'ssd'
          node.cpus = -1                            | pliant.node.cpus = -1. Expected a whole number from 0
          node.power.sensor = "rpl"                 | pliant.node.power.sensor = "rpl". Expected auto, rapl, hwmon, ipmi, model, emulated, none
          node.power.hertz = 1001                   | pliant.node.power.hertz = 1001. Expected a whole number from 1 to 1000
          node.power.hertz = 0                      | pliant.node.power.hertz = 0. Expected a whole number from 1 to 1000
          node.confinement.mode = on                | pliant.node.confinement.mode = "on". Expected auto, required or off
          node.confinement.folder = pliant          | pliant.node.confinement.folder = "pliant". Expected an absolute path, or ""
          node.confinement.folder = /a/../b         | pliant.node.confinement.folder = "/a/../b". Expected an absolute path, or ""
          node.confinement.cpus = "3-1"             | pliant.node.confinement.cpus = "3-1". Expected none, "" for all, or a list such as 2-15
          node.confinement.processes = 5            | pliant.node.confinement.processes = 5. Expected a whole number from 16 to 4194304
          node.power.sensor = model                 | pliant.node.power.peak-watts = 0. Expected more watts than idle-watts
          node.power.idle-watts = 90                | pliant.node.power.peak-watts = 0. Expected more watts than idle-watts
          node.power.peak-watts = -1                | pliant.node.power.peak-watts = -1. Expected a number from 0.0 to 100000.0
          node.power.rapl.folder = "sys"            | pliant.node.power.rapl.folder = "sys". Expected an absolute path
          node.power.hwmon.chips = []               | pliant.node.power.hwmon.chips = []. Expected the name of at least one chip
          node.power.ipmi.interval = 100ms          | pliant.node.power.ipmi.interval = "100ms". Expected a time from 1s to 600s
          node.power.gpu.comand = [a]               | unknown key pliant.node.power.gpu.comand. Maybe you meant 'command'
          node.power.sensor = emulated              | pliant.node.power.emulated.busy = 0. Expected more than 0 watts for the sensor emulated
          node.power.emulated.jobs.pi = many        | pliant.node.power.emulated.jobs.pi = "many". Expected a number from 0.0
          node.power.watts = 1                      | unknown key pliant.node.power.watts
          accounting.events = 0                     | pliant.accounting.events = 0. Expected a whole number from 1
          state-dir = ""                            | pliant.state-dir = "". Expected an absolute path
          """)
  void shouldNameKeyValueAndRemedyWhenASettingIsBroken(String line, String expected) {
    assertThatThrownBy(() -> read("pliant." + line + "\n"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldNameFileAndLineWhenASettingIsBroken() {
    assertThatThrownBy(() -> read("\n\npliant.controller.http.port = 70000\n"))
        .hasMessageStartingWith(dir.resolve("site.conf") + " line 4: ");
  }

  @Test
  void shouldNameFileAndLineWhenTheFileIsNoHocon() {
    assertThatThrownBy(() -> read("pliant { controller = [ \n"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("site.conf");
  }

  @Test
  void shouldSuggestWhenTheTopLevelIsMisspelt() {
    assertThatThrownBy(() -> read("plaint.controller.name = c2\n"))
        .hasMessageContaining("line 2: unknown key plaint. Maybe you meant 'pliant'.");
  }

  @Test
  void shouldRefuseWhenTheFileIsMissing() {
    assertThatThrownBy(() -> SettingsFile.read(dir.resolve("none.conf")))
        .hasMessageContaining("none.conf");
  }

  @Test
  void shouldRefuseALongSocketPathWhenTheKernelWouldCutIt() {
    String path = "/" + "s".repeat(107);
    assertThatThrownBy(() -> read("pliant.controller.http.socket = \"" + path + "\"\n"))
        .hasMessageContaining("at most 107 bytes");
  }

  @Test
  void shouldReadThePasswordOfPostgresqlFromItsFile() throws IOException {
    Path password = Files.writeString(dir.resolve("pw"), "secret\n");

    JournalSettings journal =
        read("pliant.journal { plugin = postgresql, postgresql { url = \"jdbc:postgresql://h/p\","
                + " user = u, password-file = \""
                + password
                + "\" } }\n")
            .controller()
            .journal();

    assertThat(journal)
        .isEqualTo(new JournalSettings.PostgreSql("jdbc:postgresql://h/p", "u", "secret"));
  }

  @Test
  void shouldUseVariablesOfTheSiteBlock() throws IOException {
    ControllerSettings settings =
        read("site.base = \"/big\"\npliant.controller.dir = ${site.base}/c1\n").controller();

    assertThat(settings.dir()).isEqualTo(Path.of("/big/c1"));
  }

  @Test
  void shouldExplainEveryDefault() throws IOException {
    Path reference = Path.of("src/main/resources/reference.conf");
    List<String> lines = Files.readAllLines(reference);
    Config ours = ConfigFactory.parseFile(reference.toFile());

    ours.entrySet().stream()
        .map(entry -> entry.getValue().origin().lineNumber())
        .forEach(number -> {
          String line = lines.get(number - 1);
          String above = lines.get(number - 2);
          assertThat(above.strip().startsWith("#") || isSibling(line, above))
              .as("a comment above line %d: %s", number, line)
              .isTrue();
        });
  }

  private static boolean isSibling(String line, String above) {
    List<String> clear = List.of("host =", "port =", "name =", "file =", "url =", "user =");
    return above.endsWith("{") || clear.stream().anyMatch(c -> line.strip().startsWith(c));
  }

  @Test
  void shouldLetAComputeNodeReadAFileOfControllersOnOtherHosts() throws IOException {
    String text =
        """
        pliant.state-dir = "/srv/p"
        pliant.controller.cluster.seeds = ["10.0.0.1:7101", "10.0.0.2:7101"]
        pliant.journal.raft.members = ["ctl1=10.0.0.1:7401", "ctl2=10.0.0.2:7401"]
        pliant.node { names = "cn001", controllers = ["10.0.0.1:7201"] }
        """;
    Path file = Files.writeString(dir.resolve("node.conf"), text);

    assertThat(SettingsFile.readNode(file).node().controllers())
        .containsExactly(new HostPort("10.0.0.1", 7201));
    assertThatThrownBy(() -> SettingsFile.read(file)).hasMessageContaining("own");
  }

  private SettingsFile read(String text) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + text);
    return SettingsFile.read(file);
  }
}
