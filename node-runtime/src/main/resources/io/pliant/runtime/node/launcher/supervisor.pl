# supervisor.pl - the life of one step: its state file, its preparation, and its end.
#
# One of the parts of one program, see launcher.pl. A supervisor waits for nothing that its user could hold up: his folders
# and files are entered, opened and written by children, as him. Times that end something are counted by the clock since
# the host's start, which nobody can set.
use strict;
use warnings;
use Errno qw(ENOENT);
use Fcntl qw(O_WRONLY);

my ($dir, $spec, $state);
my $signals_read;       # bytes of the file signals that were seen
my $still;              # true while the tasks stand still
my $cgroup;             # of version 2, into which tasks are forked
my $groups;             # all groups with limits, see confine.pl
my @tasks;              # { rank, env, out, err, in, pid, code, signal, ended }
my %task_by_pid;
my $reason;             # why the tasks are being ended, or undef
my $message;
my $kill_at;            # when SIGTERM becomes SIGKILL
my $errors;             # read end of the pipe by which tasks say that they cannot start; closes when all run
my $complaints;
my $starter;            # { socket, pid, here } of the program that starts plain tasks, or undef; serves several steps
my $start_asked;        # true from the order that it start the task until that runs, or does not
my $client;             # connection to `pliant run`, or undef
my $attached;           # true when the step has streams to a client
my $to_client;
my $from_client;
my $early_input;        # standard input that came before there were tasks
my ($input_got, $input_acknowledged, $input_closed);
my $ends_at;            # when the time limit passes, or undef
my $warn_at;            # when the tasks get the signal that the user asked for before the limit, or undef
my $terms;              # number of the terms of which $ends_at is, 0 for those of the launch
my $lease_look;         # when the lease of the node is looked at next
my $suspended;          # true while the terms say that the tasks are to stand still
my ($mark, $marked_at); # the mark suspend as it was seen last, and since when it looks so
my $check;              # read end of the pipe of the child that looks at the files of several tasks, or undef
my $checked;
my $begun;              # true once tasks are being started
my $pmix_asked;         # true until it is known whether there is PMIx, and that is ready; 2 when the tasks wait for it
my $all_run;            # true once all tasks have been executed
my @said_early;         # lines for the user that wait until then: before, there may be no file to take them
my %messengers;         # children that write messages to the user => when each has to be done
my $unsaid;
my $unwritten;          # lines for the state file that a full disk did not take yet

# All of the above as it is before a step.
sub begin_afresh {
    undef $_ for $spec, $state, $cgroup, $groups, $reason, $kill_at, $errors, $client, $attached, $ends_at, $warn_at, $mark, $marked_at,
      $check, $begun, $all_run, $input_closed, $start_asked;
    $_ = 0 for $signals_read, $still, $terms, $lease_look, $suspended, $pmix_asked, $unsaid, $input_got, $input_acknowledged;
    $_ = '' for $message, $complaints, $to_client, $from_client, $early_input, $checked, $unwritten;
    (@tasks, %task_by_pid, %messengers, @said_early) = ();
    forget_children();
    return;
}

sub supervise {
    ($dir) = @_;
    begin_afresh();
    return unless eval { open_state(); 1 } || do { tell_agent('failed', $dir, one_line($@)); 0 };
    my $fine = eval { prepare(); prepare_pmix(); look_first() ? begin_check() : begin_tasks(); 1 };
    fail_launch($@) unless $fine;
    watch() until over();
    drain_client() if $attached;
    my $used = used();
    tell_of_oom($used);
    clean_pmix();
    clean_shared_memory();
    if (%messengers) { watch() until over() }    # what has just been said
    remove_cgroup_soon();
    finish($reason // 'EXITED', $message, $used);
    flush_client();
    return flush_onlookers();
}

sub look_first { return @tasks > 1 || is_plain_start() && !recall_user() }

sub one_line {
    my ($text) = @_;
    $text =~ s/\s+/ /g;
    $text =~ s/ \z//;
    return substr $text, 0, 2000;
}

# What any job would have met here: the job is repeated elsewhere, and the node is watched. The mark survives the pipes by
# which children complain.
sub blame_node { die "NODE_FAULT $_[0]\n" }

# Nothing was begun, or not all of it; what there is ends at once.
sub fail_launch {
    my ($why) = @_;
    my $node_fault = $why =~ s/\ANODE_FAULT //;
    $reason //= $node_fault ? 'NODE_FAULT' : 'LAUNCH_FAILED';
    $message = one_line($why);
    undef $errors;
    undef $check;
    $kill_at = 0;
    kill_tree('KILL');
    say_to_user($message);
    return;
}

sub append_state {
    my ($text) = @_;
    $unwritten .= $text;
    return write_state();
}

# True when all is written. A full disk is no reason to wait here: what is known is kept, and tried again.
sub write_state {
    while (length $unwritten) {
        my $count = syswrite $state, $unwritten;
        return 0 unless $count;
        substr $unwritten, 0, $count, '';
    }
    return 1;
}

# Whoever renames the spec is the one supervisor that the step ever has; a second one leaves without a word.
sub open_state {
    if (!rename "$dir/spec", "$dir/state") {
        POSIX::_exit(0) if $! == ENOENT;
        die "Expected to rename $dir/spec to state, but $!.";
    }
    $spec = read_spec("$dir/state");
    sysopen $state, "$dir/state", O_WRONLY or die "Expected to write $dir/state, but $!.";
    $0 = "pliant-step $spec->{key} on $spec->{node}";
    $groups = plan_groups($spec);
    $cgroup = group_to_fork_into($groups) // make_cgroup($spec->{key});
    my $line = "pid $$ " . start_ticks($$) . " $boot_id" . ($cgroup ? " $cgroup" : '') . "\n"
      . "slice $spec->{slicecpus} $spec->{slicememory} " . @tasks . "\n"
      . (length($spec->{slicekinds} // '') ? "kinds $spec->{slicekinds}\n" : '')
      . (length($spec->{slicelist} // '') ? "cpus $spec->{slicelist}\n" : '')
      . (defined $spec->{granted} ? "granted $spec->{granted}\n" : '')
      . join '', map { "group $_\n" } group_paths($groups);
    truncate $state, length $line;     # not to nothing: the file keeps its first block, so that a full disk does not matter
    append_state($line);
    return;
}

sub read_spec {
    my ($path) = @_;
    my $text = slurp($path) // die "Expected to read $path, but $!.";
    my @words = split /\0/, $text, -1;
    pop @words;
    my %spec = (env => [], arg => [], rlimit => []);
    while (@words) {
        my ($key, $value) = splice @words, 0, 2;
        if ($key eq 'env' || $key eq 'arg' || $key eq 'rlimit') { push @{ $spec{$key} }, $value }
        elsif ($key eq 'task') { push @tasks, { rank => $value, local => scalar @tasks, env => [] } }
        elsif ($key eq 'taskenv') { push @{ $tasks[-1]{env} }, $value }
        elsif ($key =~ /^task(out|err|in|cpus|mem)$/) { $tasks[-1]{$1} = $value }
        else { $spec{$key} = $value }
    }
    die "Expected a whole step in $path, but it is cut off." unless delete $spec{end};
    return \%spec;
}

# Everything that can go wrong before a task exists. Dies with a message for the user.
sub prepare {
    $attached = defined $spec->{iohost} && !$spec->{iofiles};
    if ($attached) { connect_client() }
    elsif (defined $spec->{iohost} && defined $spec->{mpi} && !alone()) { connect_for_mpi() }
    $spec->{impersonate} = $> == 0 && $spec->{uid} != 0;
    $ends_at = time_limit();
    $warn_at = $ends_at - $spec->{warnbefore} if defined $ends_at && defined $spec->{warnsignal};
    $reason = -e "$dir/terminate" ? 'TERMINATED' : defined $ends_at && now() >= $ends_at ? 'TIME_LIMIT' : undef;
    die $reason eq 'TERMINATED' ? "It was ended before it was started.\n" : "Its time limit passed before it was started.\n"
      if defined $reason;
    make_groups($groups);
    plan_shared_memory();
    return;
}

# A node that could not take part in its exchange would have the others wait for it until the time limit.
sub connect_for_mpi {
    return if eval { connect_client(); 1 };
    die one_line($@) . ' Its nodes tell each other of MPI programs through it; srun --mpi=none needs no connection for output to files.' . "\n";
}

# When the time limit passes. What is left of it was told when the order came; older agents tell a time of day.
sub time_limit {
    if (defined $spec->{left}) {
        my $waited = uptime() - ($spec->{at} // uptime());
        return now() + ($spec->{left} - ($waited > 0 ? $waited : 0)) / 1000;
    }
    return $spec->{deadline} ? now() + ($spec->{deadline} - millis()) / 1000 : undef;
}

sub remove_cgroup_soon {
    return unless $cgroup || $groups;
    my $alone = defined $cgroup && !grep { $_ eq $cgroup } group_paths($groups);
    for (1 .. 100) {
        return if remove_groups(group_paths($groups)) & (!$alone || remove_cgroup($cgroup));
        kill_cgroup($cgroup) if $cgroup;
        kill_groups($groups);
        nap(0.01);
    }
    return;
}

# What the step has used; nothing when no task was started.
sub used {
    return undef if !grep { $_->{pid} } @tasks or ($reason // '') eq 'LAUNCH_FAILED';
    my %rusage = (killed => scalar grep { ($_->{signal} // 0) == POSIX::SIGKILL } @tasks);
    @rusage{qw(user system peak read written)} = used_by_children() if %CALL;
    return used_by($groups, \%rusage);
}

# Processes that were ended because the job's memory was used up decide how the step ended, but for what was decided.
sub tell_of_oom {
    my ($used) = @_;
    return unless $used && $used->{oom};
    my $what = $used->{oom} == 1 ? '1 oom_kill event' : "$used->{oom} oom_kill events";
    my $step = $spec->{batch} ? 'batch' : $spec->{step};
    my $text = "Detected $what in StepId=$spec->{job}.$step. Some of the step tasks have been OOM Killed.";
    say_to_user("error: $text");
    ($reason, $message) = ('OUT_OF_MEMORY', $text) unless $reason;
    return;
}

sub finish {
    my ($why, $text, $used) = @_;
    my @ended = $why eq 'LAUNCH_FAILED' ? () : grep { $_->{ended} } @tasks;
    my $lines = join '', map { "exit $_->{rank} $_->{code} $_->{signal}\n" } @ended;
    $lines .= "unsaid $unsaid\n" if $unsaid;
    $lines .= join(' ', 'used', map { $_ // '-' } @$used{qw(by oom peak user system read written)}) . "\n" if $used;
    append_state($lines . 'ended ' . millis() . " $why" . (length $text ? " $text" : '') . "\n");
    until (write_state()) { nap(0.5) }
    tell_agent('ended', $dir);
    return;
}
