package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.option.Attendance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task runs in place of the command, where options want more of it: one program of many,
 * programs before and after it, or a terminal.
 */
final class TaskCommand {
  /**
   * Takes lines of the prolog as Slurm does, runs the task, then the epilog, which says nothing.
   */
  private static final String BETWEEN =
      """
      prolog=$1 epilog=$2
      shift 2
      if [[ $prolog ]]; then
        while IFS= read -r line; do
          case $line in
            'export '*=*) export "${line#export }" ;;
            'unset '*) unset -v "${line#unset }" ;;
            'print '*) printf '%s\n' "${line#print }" ;;
          esac
        done < <("$prolog" < /dev/null)
      fi
      [[ $epilog ]] || exec "$@"
      task= early=
      for signal in TERM INT HUP USR1 USR2 CONT; do
        trap "if [[ \\$task ]]; then kill -$signal \\$task 2> /dev/null; else early+=' $signal'; fi" "$signal"
      done
      (trap - TERM INT HUP USR1 USR2 CONT QUIT; exec "$@") <&0 & # which would not hear of interrupts else
      task=$!
      for signal in $early; do kill "-$signal" "$task" 2> /dev/null; done
      wait "$task"
      while kill -0 "$task" 2> /dev/null; do wait "$task"; done # a signal to be passed on ends a wait
      trap - TERM INT HUP USR1 USR2 CONT
      wait "$task" # tells again how it ended
      code=$?
      "$epilog" < /dev/null > /dev/null 2>&1
      exit "$code"
      """;

  private TaskCommand() {}

  /** True when the command is not run as it is. */
  static boolean changes(Attendance attendance) {
    return attendance.manyPrograms()
        || attendance.terminal()
        || attendance.taskProlog() != null
        || attendance.taskEpilog() != null;
  }

  /** The command of each task. */
  static List<String> of(List<String> command, Attendance attendance) {
    List<String> words = withPrograms(command, attendance);
    return attendance.terminal() ? TaskTerminal.around(words) : words;
  }

  private static List<String> withPrograms(List<String> command, Attendance attendance) {
    List<String> program = attendance.manyPrograms() ? ofList(command) : command;
    if (attendance.taskProlog() == null && attendance.taskEpilog() == null) {
      return program;
    }
    List<String> words = new ArrayList<>(List.of("/bin/bash", "-c", BETWEEN, "task"));
    words.add(attendance.taskProlog() == null ? "" : attendance.taskProlog());
    words.add(attendance.taskEpilog() == null ? "" : attendance.taskEpilog());
    words.addAll(program);
    return words;
  }

  private static List<String> ofList(List<String> command) {
    String file = command.getFirst();
    if (command.size() > 1) {
      throw CommandFailure.usage(
          "Expected nothing behind the file of --multi-prog, but got '%.80s'."
              .formatted(command.get(1)));
    }
    try {
      String text = Files.readString(Path.of(file), StandardCharsets.UTF_8);
      return List.of("/bin/bash", "-c", ProgramList.script(file, text), "task");
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to read the file of --multi-prog, %s, but %s.".formatted(file, e));
    }
  }
}
