package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.node.TestLaunch;
import org.junit.jupiter.api.Test;

class LaunchCheckTest {
  private static final StepLaunch OF_ALICE = TestLaunch.of(1, Resources.NONE);
  private static final NodeName N1 = new NodeName("n1");

  @Test
  void shouldRefuseToImpersonateWhenAgentIsNotRoot() {
    assertThat(LaunchCheck.refusal(OF_ALICE, N1, host("bob", 1001)))
        .contains("alice (uid 1000)")
        .contains("bob (uid 1001)")
        .contains("only root");
    assertThat(LaunchCheck.refusal(OF_ALICE, N1, host("root", 0))).isNull();
    assertThat(LaunchCheck.refusal(OF_ALICE, N1, host("alice", 1000))).isNull();
  }

  @Test
  void shouldRefuseAnOrderForAnotherNode() {
    assertThat(LaunchCheck.refusal(OF_ALICE, new NodeName("n2"), host("root", 0)))
        .contains("Expected an order for node n2, but it is for node n1.");
  }

  private static HostFacts host(String user, int uid) {
    return new HostFacts("host", user, uid, 1, 1, 0, null);
  }
}
