package io.pliant.cli.drill.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseFaultTest {
  @Test
  void shouldMendAnAgentAtOnceWhenTheJobCannotBeginWithoutIt() {
    assertThat(fault(LeaseStep.LAUNCHING, LeaseParty.AGENT, 6).mendedLast()).isFalse();
    assertThat(fault(LeaseStep.COLLECTING, LeaseParty.AGENT, 6).mendedLast()).isFalse();
    assertThat(fault(LeaseStep.GROWING, LeaseParty.AGENT, 3).mendedLast()).isFalse();
  }

  @Test
  void shouldMendLastWhenTheJobCanDoWithoutWhatWasKilled() {
    assertThat(fault(LeaseStep.LAUNCHING, LeaseParty.AGENT, 5).mendedLast()).isTrue();
    assertThat(fault(LeaseStep.RUNNING, LeaseParty.AGENT, 6).mendedLast()).isTrue();
    assertThat(fault(LeaseStep.LAUNCHING, LeaseParty.LENDER, 6).mendedLast()).isTrue();
  }

  private static LeaseFault fault(LeaseStep step, LeaseParty party, int nodes) {
    return new LeaseFault(step, party, true, 0, 0, nodes);
  }
}
