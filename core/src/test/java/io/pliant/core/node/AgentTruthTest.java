package io.pliant.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Topology;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentTruthTest {
  private static final NodeName OWN = new NodeName("n1");
  private static final NodeName OTHER = new NodeName("n2");
  private static final StepId STEP = StepId.batch(new JobId(1), 1);

  @Test
  void shouldBelieveWhatANodeSaysOfItself() {
    for (AgentMessage message : said(OWN)) {
      assertThat(AgentTruth.refusal(OWN, message)).as("%s", message).isNull();
      assertThat(AgentTruth.excess(message)).isNull();
    }
  }

  @Test
  void shouldBelieveNothingThatANodeSaysOfAnother() {
    for (AgentMessage message : said(OTHER)) {
      assertThat(AgentTruth.refusal(OWN, message))
          .as("%s", message)
          .contains("Expected")
          .contains("n1")
          .contains("n2");
    }
  }

  @Test
  void shouldRefuseCapacitiesThatNoNodeHas() {
    for (int cpus : new int[] {-5, 0, 65_537, Integer.MAX_VALUE}) {
      assertThat(AgentTruth.hello(hello(OWN, cpus, 1))).contains("cpus").contains("" + cpus);
    }
    for (int memory : new int[] {-5, 0, 64 * 1024 * 1024 + 1, Integer.MAX_VALUE}) {
      assertThat(AgentTruth.hello(hello(OWN, 1, memory))).contains("memory").contains("" + memory);
    }
    assertThat(AgentTruth.hello(hello(OWN, 65_536, 64 * 1024 * 1024))).isNull();
    assertThat(AgentTruth.hello(hello(OWN, with(65_537))))
        .isEqualTo("Expected node n1 to have at most 65536 gpu:a100, but it says 65537.");
    assertThat(AgentTruth.hello(hello(OWN, with(65_536)))).isNull();
    assertThat(AgentTruth.hello(hello(OWN, withTmp(AgentTruth.MOST_TMP_MB)))).isNull();
    assertThat(AgentTruth.hello(hello(OWN, withTmp(AgentTruth.MOST_TMP_MB + 1))))
        .isEqualTo(
            "Expected node n1 to have at most 1073741824 MB of /tmp, but it says 1073741825. Set"
                + " pliant.node.tmp there.");
    assertThat(AgentTruth.hello(hello(OWN, with(new Topology(1, 2, 2))))).isNull();
    assertThat(AgentTruth.hello(hello(OWN, with(new Topology(65_536, 65_536, 65_536)))))
        .isEqualTo(
            "Expected node n1 to have 4 cpus in sockets:cores:threads, but it says"
                + " 65536:65536:65536. Set pliant.node.cores-per-socket there.");
    assertThatThrownBy(() -> new Topology(1, 0, 1)).hasMessageContaining("but got 1, 0 and 1");
    assertThatThrownBy(() -> new NodeTraits(0, NodeTraits.MOST_WEIGHT + 1))
        .hasMessageContaining("a weight of 0 to 65535");
  }

  @Test
  void shouldRefuseListsAndTextsLargerThanANodeHas() {
    List<StepId> steps = Collections.nCopies(AgentTruth.MOST_RUNNING + 1, STEP);
    assertThat(AgentTruth.refusal(OWN, new AgentMessage.Heartbeat(steps, null, null, null)))
        .contains("4096");
    NodeDescription host = description(new NodeCapacity(1, 1), "s".repeat(300), List.of());
    assertThat(AgentTruth.hello(new AgentMessage.Hello(1, OWN, "w", host, List.of(), null, null)))
        .contains("256");
    NodeDescription many =
        description(new NodeCapacity(1, 1), "Linux", Collections.nCopies(65, "rapl"));
    assertThat(AgentTruth.hello(new AgentMessage.Hello(1, OWN, "w", many, List.of(), null, null)))
        .contains("sensors");
    StepReport.Ended chatty =
        new StepReport.Ended(
            STEP, OWN, Instant.EPOCH, List.of(), StepEnd.EXITED, "x".repeat(65_537));
    assertThat(AgentTruth.refusal(OWN, new AgentMessage.Report(chatty, null))).contains("message");
    int most = OutputAnswer.MOST_BYTES / 3 * 4;
    assertThat(AgentTruth.refusal(OWN, output("", "x".repeat(most)))).isNull();
    assertThat(AgentTruth.refusal(OWN, output("", "x".repeat(most + 1)))).contains("output");
    assertThat(AgentTruth.refusal(OWN, output("w".repeat(5_000), ""))).contains("reason");
  }

  @Test
  void shouldDropButForgiveAStandingThatAProgramMadeTooLarge() {
    TaskStanding task = TaskStanding.hello("1-1-0.0", "a".repeat(5_000));
    AgentMessage message = new AgentMessage.Adapt(standing(OWN, task));

    assertThat(AgentTruth.refusal(OWN, message)).isNull();
    assertThat(AgentTruth.excess(message)).contains("address");
  }

  private static AgentMessage output(String why, String data) {
    return new AgentMessage.OutputRead(
        new OutputAnswer(1, OutputAnswer.Result.READ, why, 1, 0, data));
  }

  private static List<AgentMessage> said(NodeName node) {
    return List.of(
        hello(node, 4, 1000),
        new AgentMessage.Report(new StepReport.Started(STEP, node, Instant.EPOCH), null),
        new AgentMessage.Report(
            new StepReport.Ended(STEP, node, Instant.EPOCH, List.of(), StepEnd.EXITED, ""), null),
        new AgentMessage.Adapt(standing(node, TaskStanding.hello("1-1-0.0", "host:1"))),
        new AgentMessage.Power(
            new PowerReport("rapl", List.of(new EnergySpan(node, 1, 2, 3, false)))));
  }

  private static NodeCapacity with(int gpus) {
    return new NodeCapacity(1, 1, Kinds.of("gpu:a100", gpus));
  }

  private static NodeCapacity with(Topology topology) {
    return new NodeCapacity(4, 1, null, null, new NodeTraits(0, 1, topology));
  }

  private static NodeCapacity withTmp(int megabytes) {
    return new NodeCapacity(1, 1, null, null, new NodeTraits(megabytes, 1));
  }

  private static AgentMessage.Hello hello(NodeName node, int cpus, int memory) {
    return hello(node, new NodeCapacity(cpus, memory));
  }

  private static AgentMessage.Hello hello(NodeName node, NodeCapacity capacity) {
    return new AgentMessage.Hello(
        AgentMessage.PROTOCOL,
        node,
        "word",
        description(capacity, "Linux", List.of("rapl")),
        List.of(STEP),
        null,
        null);
  }

  private static NodeDescription description(
      NodeCapacity capacity, String system, List<String> sensors) {
    return new NodeDescription(
        "host", capacity, system, "1", "subreaper", false, "me", false, sensors);
  }

  private static AgentReport standing(NodeName node, TaskStanding task) {
    return new AgentReport(
        new JobId(1), 1, node, List.of(task), List.of(), List.of(), List.of(), List.of());
  }
}
