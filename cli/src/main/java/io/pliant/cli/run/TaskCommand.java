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
      around=$1 prolog=$2 epilog=$3
      shift 3
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
      exec perl -e "$around" -- "$epilog" "$@"
      """;

  /**
   * Passes signals on to the task, and runs the epilog when it is over. They are held until it
   * waits for them: a shell loses one that comes as it begins to wait.
   */
  private static final String WITH_EPILOG =
      """
      use POSIX ();
      my ($epilog, @task) = @ARGV;
      my @passed = qw(TERM INT HUP USR1 USR2 CONT);
      my $held = POSIX::SigSet->new((map { POSIX->can("SIG$_")->() } @passed), POSIX::SIGCHLD());
      my $before = POSIX::SigSet->new;
      POSIX::sigprocmask(POSIX::SIG_BLOCK(), $held, $before);
      my $task = fork // die "task: $!";
      if (!$task) {
        POSIX::sigprocmask(POSIX::SIG_SETMASK(), $before);
        exec { $task[0] } @task;
        my $code = $!{ENOENT} ? 127 : 126;
        print STDERR "task: $task[0]: $!\n";
        POSIX::_exit($code);
      }
      my @heard;
      $SIG{$_} = sub { push @heard, $_[0] } for @passed;
      $SIG{CHLD} = sub { };
      while (waitpid($task, POSIX::WNOHANG()) == 0) {
        POSIX::sigsuspend($before);
        kill $_, $task for splice @heard;
      }
      my $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
      $SIG{$_} = 'DEFAULT' for @passed, 'CHLD';
      POSIX::sigprocmask(POSIX::SIG_SETMASK(), $before);
      my $last = fork // die "task: $!";
      if (!$last) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec { $epilog } $epilog;
        POSIX::_exit(127);
      }
      waitpid $last, 0;
      exit $code;
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
    List<String> words = new ArrayList<>(List.of("/bin/bash", "-c", BETWEEN, "task", WITH_EPILOG));
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
