# watch.pl - what a supervisor does while its step runs: waits, reaps, kills, signals, and speaks to the user.
#
# One of the parts of one program, see launcher.pl.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);
use Fcntl qw(O_APPEND O_NOCTTY O_NONBLOCK O_WRONLY);

my $LEASE = 15;                        # seconds for which the mark suspend counts when no agent renews it
my $LEASE_LOOK = 0.5;                  # seconds between looks at the lease of the node
my $LEASE_GRACE = 1;                   # seconds from SIGTERM to SIGKILL when the lease has run out
my $MESSENGER_WAITS = 2;               # seconds for which a file of the user may keep a message waiting

# One turn: waits for anything to happen, and sees to it.
sub watch {
    my ($readable, $writable, $watched) = ('', '', {});
    for my $handle (grep { defined } $signals, $errors, $check) { vec($readable, fileno $handle, 1) = 1 }
    watch_streams(\$readable, \$writable, $watched);
    watch_onlookers(\$readable, \$writable);
    watch_pmi(\$readable, \$writable);
    watch_pmix(\$readable, \$writable);
    watch_starter(\$readable);
    my $count = select $readable, $writable, undef, patience();
    if ($count > 0) {
        if ($signals && vec $readable, fileno $signals, 1) { hear_signals() }
        if ($errors && vec $readable, fileno $errors, 1) { hear_complaints() }
        if ($check && vec $readable, fileno $check, 1) { hear_check() }
        if ($start_asked && vec $readable, fileno $starter->{socket}, 1) { hear_starter() }
        serve_streams($readable, $writable, $watched);
        serve_onlookers($readable, $writable);
        serve_pmi($readable, $writable);
        serve_pmix($readable, $writable);
    }
    reap();
    tend_pmix();
    obey_folder() unless $signals;
    stand_still() if $still;
    my $now = now();
    if (defined $warn_at && $all_run && $now >= $warn_at) { warn_tasks() }
    if (!$reason && defined $ends_at && $now >= $ends_at) { end_tasks('TIME_LIMIT', 'DUE TO TIME LIMIT') }
    if ($spec->{lease} && $now >= $lease_look) { look_at_lease() }
    if (defined $kill_at && $now >= $kill_at) { kill_tree('KILL') }
    write_state() if length $unwritten;
    return;
}

# The signal before the time limit: once, and to no step that is being ended.
sub warn_tasks {
    undef $warn_at;
    signal_tasks($spec->{warnsignal}) unless $reason;
    return;
}

# Ends the step when the agent has heard from no controller for as long as the lease of the node says: another attempt
# may be about to start elsewhere. An agent that keeps no lease any more takes the file away.
sub look_at_lease {
    $lease_look = now() + $LEASE_LOOK;
    my ($heard, $length) = (slurp("$dir/../../lease") // '') =~ /\A(\d+) (\d+)\n/ or return;
    return if uptime() - $heard <= $length;
    my $latest = now() + $LEASE_GRACE;
    if (!$reason) {
        $message = 'Its node heard from no controller for ' . $length / 1000 . ' s, which is its lease.';
        end_tasks('LOST', 'DUE TO NODE FAILURE');
    }
    $kill_at = $latest if !defined $kill_at || $kill_at > $latest;
    $lease_look = $latest + 3600;
    return;
}

# Seconds until something is due by the clock.
sub patience {
    my $wait = $SHORT_WAIT;
    my $now = now();
    my @due = defined $kill_at ? ($kill_at > $now ? $kill_at : $now + 0.02) : ();
    push @due, $now + 1 if $still;
    push @due, $now + 0.5 if length $unwritten;
    push @due, $ends_at if defined $ends_at && !$reason && (%task_by_pid || $check || $start_asked);
    push @due, $warn_at > $now ? $warn_at : $now + 0.05 if defined $warn_at && %task_by_pid;
    push @due, $lease_look if $spec->{lease};
    push @due, onlookers_due(), pmix_due();
    push @due, map { $_ > $now ? $_ : $now + 0.1 } values %messengers;
    for my $at (@due) { $wait = $at - $now if $at - $now < $wait }
    return $wait > 0 ? $wait : 0;
}

sub reap {
    while ((my $pid = wait_for_child()) > 0) { reaped($pid, $?) }
    for my $pid (grep { $messengers{$_} <= now() } keys %messengers) { kill 'KILL', $pid }
    return;
}

sub reaped {
    my ($pid, $status) = @_;
    if (delete $messengers{$pid}) { $unsaid++ if $status }
    return if reaped_pmix($pid, $status) || starter_ended($pid);
    my $task = delete $task_by_pid{$pid} or return;
    @$task{qw(code signal ended)} = ($status >> 8, $status & 127, 1);
    hear_complaints() if $errors;      # one that could not become a task has said so before it ended
    end_as_lost($task);
    drain_task($task) if $attached || $client;
    leave_pmi($task);
    leave_pmix($task);
    return;
}

# True when no process of the step is left; ends what the tasks left behind.
sub over {
    return 0 if %task_by_pid || $errors || $check || $start_asked || $pmix_asked || pmix_leaves();
    my $pid;
    while (($pid = wait_for_child()) > 0) { reaped($pid, $?) }
    return 1 if $pid == -1 && (%CALL || !strays($dir, $$, start_ticks($$))) || starter_alone();
    return messengers_are_late() if !tree();
    $kill_at //= 0;
    kill_tree('KILL');
    kill 'KILL', grep { $_ != $$ && !$messengers{$_} } strays($dir, $$, start_ticks($$)) unless %CALL;
    return 0;
}

# True when nothing but messengers is left, and none of them can even be killed: their file hangs, the step is over.
sub messengers_are_late {
    my $now = now();
    return 0 if !%messengers || grep { $_ > $now - 1 } values %messengers;
    $unsaid += keys %messengers;
    return 1;
}

sub kill_tree {
    my ($signal) = @_;
    if ($signal eq 'KILL' && $cgroup) { kill_cgroup($cgroup) }
    if ($signal eq 'KILL') { kill_groups($groups) }
    my %done;
    for (1 .. 20) {                    # who forks quickly may have done so since the look
        my @pids = grep { !$done{$_} } descendants($$, bystanders());
        return unless @pids;
        kill $signal, @pids;
        return kill 'CONT', @pids if $signal ne 'KILL';
        @done{@pids} = (1) x @pids;
    }
    return;
}

# Begins to end the step: SIGTERM now, SIGKILL after the grace. The first reason stands.
sub end_tasks {
    my ($why, $words) = @_;
    return if $reason || !%task_by_pid && !$check && !$start_asked && !$pmix_asked;
    $reason = $why;
    $kill_at = now() + $spec->{grace};
    kill_tree('TERM');
    my $what = $spec->{batch} ? "JOB $spec->{job}" : "STEP $spec->{job}.$spec->{step}";
    my $at = POSIX::strftime('%Y-%m-%dT%H:%M:%S', localtime(millis() / 1000));
    say_to_user(join ' ', 'error: ***', $what, 'ON', $spec->{node}, 'CANCELLED AT', $at, ($words ? $words : ()), '***');
    return;
}

sub say_to_user {
    my ($text) = @_;
    $text = one_line($text);
    to_onlookers('m ' . length($text) . "\n$text");
    if ($attached && $client) { to_client('m ' . length($text) . "\n$text") }
    elsif ($all_run && !$attached) { send_messenger("pliant: $text\n") }
    elsif (($errors || $start_asked) && !$attached) { push @said_early, "pliant: $text\n" }
    return;
}

# Has a child write to the standard error of the first task, as the user and for as long as it may take. It opens the
# file anew: what it does to it is nothing to the tasks.
sub send_messenger {
    my ($text) = @_;
    my $pid = fork;
    if (!defined $pid) { $unsaid++; return }
    if ($pid) { $messengers{$pid} = now() + $MESSENGER_WAITS; return }
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    my $fine = eval {
        know_user();
        become_user();
        sysopen my $handle, $tasks[0]{err}, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY or die;
        (syswrite($handle, $text) // 0) == length $text;
    };
    POSIX::_exit($fine ? 0 : 1);
}

sub hear_complaints {
    my $count = sysread $errors, $complaints, 4096, length $complaints;
    return if !defined $count && ($! == EAGAIN || $! == EINTR);
    if ($complaints =~ /\A(.+)\n/) { return if fail_as_told($1) }
    return if $count;
    undef $errors;
    return tasks_are_settled();
}

# A task could not be started. False when the step is being ended anyway.
sub fail_as_told {
    my ($why) = @_;
    return 0 if $reason;
    fail_launch($why);
    return 1;
}

# All tasks run, or one has said why it does not.
sub tasks_are_settled {
    return if length $complaints;
    $all_run = 1;
    delete $spec->{env};
    send_messenger($_) for splice @said_early;
    say_to_user($spec->{note}) if defined $spec->{note};
    append_state('started ' . millis() . "\n");
    tell_agent('started', $dir);
    stand_still();
    return;
}

# Signals arrive as records of 128 bytes that begin with their number.
sub hear_signals {
    sysread $signals, my ($records), 4096;
    my %seen = map { $_ => 1 } unpack '(L x124)*', $records // '';
    obey_folder() if $seen{ +POSIX::SIGUSR1 };
    return;
}

# What the agent has left in the folder for us.
sub obey_folder {
    my $text = slurp("$dir/signals") // '';
    my @numbers = split /\n/, substr $text, $signals_read;
    $signals_read = length $text;
    signal_tasks($_) for grep { /\A\d+\z/ } @numbers;
    end_tasks('TERMINATED', '') if -e "$dir/terminate";
    keep_to_terms();
    stand_still();
    hear_onlookers();
    return;
}

# The time limit that was set since the start, once for each change; with it the signal before it.
sub keep_to_terms {
    my ($now, $ends, $stands) = (slurp("$dir/terms") // '') =~ /\A(\d+) (\d+|-)\n(still\n)?/ or return;
    return if $now == $terms;
    $terms = $now;
    $suspended = defined $stands;
    $ends_at = $ends eq '-' ? undef : now() + ($ends - uptime()) / 1000;
    $warn_at = defined $ends_at && defined $spec->{warnsignal} ? $ends_at - $spec->{warnbefore} : undef;
    return;
}

# Has all processes of the step stand still, also those that were made since the last look, or go on when the terms do
# not say so and the mark is gone or was not renewed. Tasks that have not been started yet are stopped once they are; a step that is being ended goes on.
sub stand_still {
    return if $errors || $check || $start_asked;
    my $seen = $reason ? undef : (stat "$dir/suspend")[9];
    if (defined $seen && (!defined $mark || $mark ne $seen)) { $marked_at = now() }
    $mark = $seen;
    my $leased = defined $seen && now() - $marked_at <= $LEASE;
    if ($reason || !$leased && !$suspended) {
        kill 'CONT', tree() if $still;
        $still = 0;
        return;
    }
    $still = 1;
    for (1 .. 10) {
        my @moving = grep { (slurp("/proc/$_/stat") // '') =~ /\) [^TtZX] \d+ \d+ \d+ [^()]*\z/ } tree();
        return unless @moving;
        kill 'STOP', @moving;
        nap(0.002);                    # what was about to fork has done so
    }
    return;
}

# All processes of the step.
sub tree {
    my @strays = %CALL ? () : strays($dir, $$, start_ticks($$));
    my %pids = map { $_ => 1 } descendants($$, bystanders()), grep { $_ != $$ && !$messengers{$_} } @strays;
    return keys %pids;
}

# A signal of the user's choice: to the batch script alone, or to the process groups of a step's tasks.
sub signal_tasks {
    my ($signal) = @_;
    return if $signal < 1 || $signal > 64;
    my @pids = keys %task_by_pid;
    kill $signal, $spec->{batch} ? @pids : map { -$_ } @pids if @pids;
    return;
}
