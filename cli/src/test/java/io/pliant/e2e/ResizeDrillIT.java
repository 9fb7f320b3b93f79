package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of {@code pliant drill resizes}: three of its faults, of which one is a task, one
 * an agent and one a controller, and a sequence of each of two applications; in C two faults and
 * one sequence.
 */
final class ResizeDrillIT {
  @TempDir Path cluster;
  @TempDir Path work;

  @Test
  void shouldFindOneOutcomeWhateverDiesAndTheRigidAnswer() {
    PliantCommand pliant = PliantCommand.of(PliantCommand.root(), cluster, work);

    PliantCommand.Result report =
        pliant.drill(
            "resizes",
            "--fault=expand/adapting/member",
            "--fault=release/armed/moving-agent",
            "--fault=grow/preparing/dialogue",
            "--sequences=2");

    assertThat(report.expectSuccess()).as(report.err()).contains("3 faults, 2 sequences, 0 wrong");
  }

  @Test
  void shouldFindThemForProgramsInCToo() {
    PliantCommand pliant = PliantCommand.of(PliantCommand.root(), cluster, work);
    assumeThat(
            new SlurmShell(pliant, work, Duration.ofMinutes(5))
                .bash("command -v mpicc.mpich make")
                .exit())
        .as("without MPICH (Debian: make gcc mpich libmpich-dev) its programs are not drilled")
        .isZero();

    PliantCommand.Result report =
        pliant.drill(
            "resizes",
            "--programs=c",
            "--fault=expand/adapting/member",
            "--fault=grow/preparing/mover",
            "--sequences=1");

    assertThat(report.expectSuccess()).as(report.err()).contains("2 faults, 1 sequences, 0 wrong");
  }
}
