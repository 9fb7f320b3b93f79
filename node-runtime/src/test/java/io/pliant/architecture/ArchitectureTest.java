package io.pliant.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ArchitectureTest {
  private static final HouseRules RULES = new HouseRules("io.pliant");
  private static final HouseRules RULES_FOR_PLANTED =
      new HouseRules("io.pliant.architecture.planted");
  private static final JavaClasses HOUSE = HouseClasses.ofTheHouse();
  private static final JavaClasses PLANTED = HouseClasses.planted();

  private static final Map<String, String> PLANTED_FAULTS =
      Map.ofEntries(
          entry("core is pure", "Impure.file"),
          entry("core reads no clock and no random number", "Impure.clock"),
          entry("core keeps iteration order", "Impure.unordered"),
          entry("no static field changes", "Impure.calls"),
          entry("policies are final without changing fields", "Remembering.rounds"),
          entry("policies are asked what they can do", "Guessing.remembers"),
          entry("policies see views, not life cycles", "Remembering.seen"),
          entry("ids know nothing above them", "TooHigh.event"),
          entry("messages are records or enums", "OddEvent$Mutable"),
          entry("actors do not know the node runtime", "Launching.builder"),
          entry("the simulator knows core only", "Talking.actor"),
          entry("the API knows core only", "Answering.shell"),
          entry("clients do not know the actors", "Listing.shell"),
          entry("the journal knows nothing of scheduling", "Knowing.meaning"),
          entry("imp-client needs the JDK only", "Embedding.id"),
          entry("identity needs Bouncy Castle only", "Trusting.id"),
          entry("packages have no cycles", "Remembering.seen"),
          entry("only settings read our configuration", "ReadsConfig.config"));

  static Collection<String> ruleNames() {
    return RULES.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("ruleNames")
  void shouldHoldInTheHouse(String rule) {
    RULES.all().get(rule).check(HOUSE);
  }

  @ParameterizedTest
  @MethodSource("ruleNames")
  void shouldCatchThePlantedFault(String rule) {
    // when
    String report =
        String.join(
            "\n",
            RULES_FOR_PLANTED.all().get(rule).evaluate(PLANTED).getFailureReport().getDetails());

    // then
    assertThat(report).as(rule).contains(PLANTED_FAULTS.get(rule));
  }

  @Test
  void shouldSeeTheClassesOfEveryModule() {
    assertThat(HOUSE.contain("io.pliant.core.job.JobEvent")).isTrue();
    assertThat(HOUSE.contain("io.pliant.api.QueueEntry")).isTrue();
    assertThat(HOUSE.contain("io.pliant.identity.RoleTrust")).isTrue();
    assertThat(HOUSE.contain("io.pliant.journal.raft.JournalGroup")).isTrue();
    assertThat(HOUSE.contain("io.pliant.actors.api.ClusterGateway")).isTrue();
    assertThat(HOUSE.contain("io.pliant.sim.engine.RigidEngine")).isTrue();
    assertThat(HOUSE.contain("io.pliant.imp.Imp")).isTrue();
    assertThat(HOUSE.contain("io.pliant.imp.examples.Heat")).isTrue();
    assertThat(HOUSE.contain("io.pliant.cli.Main")).isTrue();
    assertThat(HOUSE.stream().noneMatch(c -> c.getName().contains(".planted."))).isTrue();
  }
}
