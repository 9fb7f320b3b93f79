package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.submission.NodeFiles;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.option.RunCommandLine;
import io.pliant.core.spec.CommandName;
import io.pliant.core.spec.MpiStart;
import java.util.List;

/**
 * The options of a call of {@code pliant run} that are passed on, with what follows from others.
 */
record StepWords(Context context, RunCommandLine line) {
  private static final String NAME = "--job-name=";
  private static final String NODELIST = "--nodelist=";
  private static final String MPI = "--mpi=";

  /**
   * The words.
   *
   * @param inJob true for a step of a running job
   */
  List<String> options(boolean inJob) {
    List<String> named = NodeFiles.added(line.options(), line.nodeFile());
    boolean relatively = line.attendance().relative() != null;
    List<String> words = relatively ? named : NodeFiles.placed(named, context);
    if (TaskCommand.changes(line.attendance()) && !has(words, NAME)) {
      words = RunCommandLine.withOfJob(words, List.of(NAME + CommandName.of(line.command())));
    }
    Integer relative = line.attendance().relative();
    if (relative != null && relative > 0) {
      String list = NODELIST + from(relative, inJob && !has(words, NODELIST));
      words = RunCommandLine.withOfJob(words, List.of(list));
    }
    return has(words, MPI)
        ? words
        : RunCommandLine.withOfJob(words, List.of(MPI + MpiStart.ALL.word()));
  }

  /** The nodes of the job from that one on. */
  private String from(int relative, boolean possible) {
    String list = context.variable("SLURM_JOB_NODELIST");
    if (!possible || list == null) {
      throw CommandFailure.usage(
          "Expected --relative for a step of a job, without --nodelist, but it is not.");
    }
    List<NodeName> nodes = Hostlist.expand(list);
    if (relative >= nodes.size()) {
      throw CommandFailure.usage(
          "Expected --relative below %d, the number of nodes of the job, but got %d."
              .formatted(nodes.size(), relative));
    }
    return Hostlist.compress(nodes.subList(relative, nodes.size()));
  }

  private static boolean has(List<String> words, String option) {
    return words.stream().anyMatch(word -> word.startsWith(option));
  }
}
