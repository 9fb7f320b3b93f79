package io.pliant.runtime.node.folder;

import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.runtime.power.RunningJob;
import java.util.List;

/** What a step is called: two lines, the names of its job and of its program. */
public final class StepLabel {
  private StepLabel() {}

  public static RunningJob of(StepLaunch launch) {
    boolean script = launch.script() != null || launch.command().isEmpty();
    String program = script ? "" : launch.command().getFirst();
    return new RunningJob(
        launch.step().job(),
        line(launch.jobName()),
        line(program.substring(program.lastIndexOf('/') + 1)));
  }

  public static RunningJob nameless(StepId step) {
    return new RunningJob(step.job(), "", "");
  }

  static String text(RunningJob job) {
    return job.name() + "\n" + job.program() + "\n";
  }

  /** Reads {@link #text}; what a crash of the host cut off is empty. */
  static RunningJob parse(StepId step, String text) {
    List<String> lines = text.lines().toList();
    return new RunningJob(
        step.job(), lines.isEmpty() ? "" : lines.get(0), lines.size() < 2 ? "" : lines.get(1));
  }

  private static String line(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
