package io.pliant.journal.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.journal.TestGroups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.persistence.CapabilityFlag;
import org.apache.pekko.persistence.japi.journal.JavaJournalSpec;
import org.apache.pekko.persistence.japi.snapshot.JavaSnapshotStoreSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scalatest.Args;
import org.scalatest.Args$;
import org.scalatest.Reporter;
import org.scalatest.Suite;
import org.scalatest.events.Event;
import org.scalatest.events.SuiteAborted;
import org.scalatest.events.TestFailed;
import org.scalatest.events.TestSucceeded;
import scala.Option;

/** Pekko's own contract of journals and snapshot stores, on a group of one. */
final class PekkoContractTest {
  @TempDir Path folder;

  private Config config() {
    return ConfigFactory.parseMap(
            RaftGroups.keys(TestGroups.of(folder, 1, 1_000).getFirst()), "group")
        .withFallback(
            ConfigFactory.parseResources(
                RaftGroups.class.getClassLoader(), "io/pliant/journal/raft.conf"))
        .withFallback(ConfigFactory.parseString("pekko.loglevel = OFF, pekko.test.timefactor = 10"))
        .withFallback(ConfigFactory.load());
  }

  @Test
  void shouldKeepPekkosContractOfJournals() {
    Outcomes outcomes = run(new Journal(config()));
    assertThat(outcomes.failures).isEmpty();
    assertThat(outcomes.passed).isGreaterThan(15);
  }

  @Test
  void shouldKeepPekkosContractOfSnapshotStores() {
    Outcomes outcomes = run(new Snapshots(config()));
    assertThat(outcomes.failures).isEmpty();
    assertThat(outcomes.passed).isGreaterThan(6);
  }

  private static final class Journal extends JavaJournalSpec {
    Journal(Config config) {
      super(config);
    }

    @Override
    public CapabilityFlag supportsRejectingNonSerializableObjects() {
      return CapabilityFlag.on();
    }
  }

  private static final class Snapshots extends JavaSnapshotStoreSpec {
    Snapshots(Config config) {
      super(config);
    }
  }

  private static final class Outcomes implements Reporter {
    private final List<String> failures = new ArrayList<>();
    private int passed;

    @Override
    public void apply(Event event) {
      switch (event) {
        case TestFailed failed -> failures.add(failed.testName() + ": " + failed.message());
        case SuiteAborted aborted -> failures.add(aborted.message());
        case TestSucceeded _ -> passed++;
        default -> {
          // beginnings and notes
        }
      }
    }
  }

  private static Outcomes run(Suite suite) {
    Outcomes outcomes = new Outcomes();
    Args args =
        new Args(
            outcomes,
            Args$.MODULE$.apply$default$2(),
            Args$.MODULE$.apply$default$3(),
            Args$.MODULE$.apply$default$4(),
            Args$.MODULE$.apply$default$5(),
            Args$.MODULE$.apply$default$6(),
            Args$.MODULE$.apply$default$7(),
            false,
            Option.empty(),
            Option.empty());
    suite.run(Option.empty(), args);
    return outcomes;
  }
}
