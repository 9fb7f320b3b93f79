package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.accounting.AccountingLimits;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.StepLimits;
import io.pliant.core.option.SubmissionLimits;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.priority.PriorityRule;
import io.pliant.journal.GroupSettings;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.power.PowerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Defaults that are known where no configuration is read are those of reference.conf. */
final class UsualValuesTest {
  @TempDir Path dir;

  @Test
  void shouldBeTheSameInCoreAsInTheReference() throws IOException {
    ControllerSettings usual = read("").controller();

    assertThat(usual.limits().submission()).isEqualTo(SubmissionLimits.USUAL);
    assertThat(usual.limits().steps()).isEqualTo(StepLimits.USUAL);
    assertThat(usual.limits().ledger()).isEqualTo(LedgerLimits.USUAL);
    assertThat(usual.resilience().requeues()).isEqualTo(RequeueRules.USUAL);
    PartitionSettings partition = usual.partitions().getFirst();
    assertThat(partition.faults()).isEqualTo(FaultRules.USUAL);
    assertThat(partition.priority()).isEqualTo(PriorityRule.SUBMISSION);
  }

  @Test
  void shouldBeTheSameInJournalAccountingAndNodeAsInTheReference() throws IOException {
    SettingsFile usual = read("");

    assertThat(usual.controller().accounting()).isEqualTo(AccountingLimits.defaults());
    assertThat(usual.controller().journal())
        .isInstanceOfSatisfying(
            JournalSettings.Raft.class,
            raft -> {
              assertThat(raft.group().timing()).isEqualTo(GroupSettings.Timing.defaults());
              assertThat(raft.group().snapshotEvery()).isEqualTo(GroupSettings.SNAPSHOT_EVERY);
            });
    assertThat(usual.node().confinement()).isEqualTo(ConfinementSettings.auto());
    PowerSettings power = usual.node().power();
    PowerSettings none = PowerSettings.none();
    assertThat(none.hertz()).isEqualTo(power.hertz());
    assertThat(none.powercap()).isEqualTo(power.powercap());
    assertThat(none.hwmon()).isEqualTo(power.hwmon());
    assertThat(none.chips()).isEqualTo(power.chips());
    assertThat(none.emulated()).isEqualTo(power.emulated());
    assertThat(none.mayCap()).isEqualTo(power.mayCap());
  }

  /** A list of a site replaces ours, but its partitions do not begin from nothing. */
  @Test
  void shouldTakeOurPartitionForWhatAPartitionOfASiteDoesNotSay() throws IOException {
    List<PartitionSettings> ours = read("").controller().partitions();

    assertThat(partitions("{ name = main }")).isEqualTo(ours);
    assertThat(partitions("{ name = main, priority {} }")).isEqualTo(ours);
  }

  @Test
  void shouldTakeTheRestOfAPriorityThatASiteBegins() throws IOException {
    PriorityRule rule = partitions("{ name = main, priority { size = 2 } }").getFirst().priority();

    assertThat(rule.weights().size()).isEqualTo(2);
    assertThat(rule.weights().age()).isEqualTo(PriorityRule.SUBMISSION.weights().age());
    assertThat(rule.fullAge()).isEqualTo(PriorityRule.SUBMISSION.fullAge());
    assertThat(rule.halfLife()).isEqualTo(PriorityRule.SUBMISSION.halfLife());
  }

  @Test
  void shouldNotGiveJobsMoreTimeThanTheyMayAskFor() throws IOException {
    PartitionSettings brief = partitions("{ name = main, max-time = \"0:30:00\" }").getFirst();

    assertThat(brief.defaultTime()).isEqualTo(Duration.ofMinutes(30));
  }

  private List<PartitionSettings> partitions(String block) throws IOException {
    return read("pliant.partitions = [" + block + "]").controller().partitions();
  }

  private SettingsFile read(String text) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + text);
    return SettingsFile.read(file);
  }
}
