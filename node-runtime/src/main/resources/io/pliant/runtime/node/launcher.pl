# launcher.pl - starts the tasks of steps for a node agent and watches over them.
#
# The agent runs one launcher. For each "launch" line the launcher forks (no exec) a supervisor: a process in a session
# of its own that outlives launcher and agent, is the reaper of every process its tasks leave behind, enforces the time
# limit, and writes how it all ended into the step's folder. docs/adr/0002-step-supervisor.md says why it is made so.
# It needs nothing but perl-base: no module outside of it may be used here.
#
#   agent -> launcher, lines:  launch DIR     poke DIR     sweep DIR
#   launcher -> agent, lines with a tab between words:
#     ready CONTAINMENT WORDS...     what can be confined here, as confine.pl says it
#     started DIR, ended DIR     from the supervisors; may be lost, the state file is the truth
#     failed DIR TEXT            nothing was started, and the node is to blame: no fork, no state file
#     gone DIR, swept DIR        from the launcher, when the process it forked has ended
#
# The agent feeds this program to perl on standard input and sends no order before it has read "ready".
#
# A step's folder (making a file costs more than all else that is done for a short step, so there are few):
#   slurm_script  written by the agent: the batch script
#   terminate     made by the agent: the step is to end, or must not start; then it has the supervisor poked
#   signals       appended to by the agent: numbers of signals to pass on, a line each; likewise
#   suspend       written by the agent, again and again: the tasks are to stand still while it is there and new
#   spec          written by the agent: "key\0value\0" ...; the supervisor makes it its own by renaming it to
#   label         names of job and program, written by an agent whose power meter is emulated, for itself
#   state         what the supervisor writes, whole lines, only ever appended to:
#                   pid PID START_TICKS BOOT_ID [CGROUP]
#                   slice CPUS MEGABYTES TASKS
#                   kinds NAME=COUNT,...
#                   cpus LIST
#                   granted MILLIS
#                   group FOLDER      each control group that is made for it
#                   started MILLIS
#                   exit RANK CODE SIGNAL
#                   used BY OOM_KILLS PEAK_BYTES USER_MICROS SYSTEM_MICROS READ_BYTES WRITTEN_BYTES
#                   unsaid COUNT       messages to the user that his file did not take
#                   ended MILLIS REASON [MESSAGE]
#
# A supervisor waits for nothing that its user could hold up: his folders and files are entered, opened and written
# by children, as him. Times that end something are counted by the clock since the host's start, which nobody can set.
use strict;
use warnings;
use Errno qw(EAGAIN ECONNREFUSED EINPROGRESS EINTR EIO EMFILE ENFILE ENOENT ENOMEM ETIMEDOUT ETXTBSY);
use Fcntl qw(F_GETFL F_SETFL O_APPEND O_CREAT O_NOCTTY O_NONBLOCK O_RDONLY O_TRUNC O_WRONLY);
use POSIX ();
use Socket ();

my $MACHINE = (POSIX::uname())[4];
my %CALL =
    length(pack 'L!', 0) != 8 ? ()
  : $MACHINE eq 'x86_64' ? (prctl => 157, clock => 228, rusage => 98, signalfd => 289, clone3 => 435)
  : $MACHINE =~ /^(?:aarch64|riscv64|loongarch64)$/ ? (prctl => 167, clock => 113, rusage => 165, signalfd => 74, clone3 => 435)
  :   ();
my $SHORT_WAIT = %CALL ? 60 : 0.05;    # without signalfd children are looked for in this rhythm, in seconds
my $CLIENT_WAITS = 1 << 20;            # bytes for the client at which tasks are no longer read
my $INPUT_WINDOW = 262_144;            # bytes of standard input that a client may have under way
my $FRAME = 65_536;
my $LEASE = 15;                        # seconds for which the mark suspend counts when no agent renews it
my $LEASE_LOOK = 0.5;                  # seconds between looks at the lease of the node
my $LEASE_GRACE = 1;                   # seconds from SIGTERM to SIGKILL when the lease has run out
my $SCRIPT_WAITS = 30;                 # seconds for which a script may still be open for writing
my $MESSENGER_WAITS = 2;               # seconds for which a file of the user may keep a message waiting
my $DRAIN = 1 << 20;                   # bytes that a pipe may hold when its task ends

my $boot_id = slurp('/proc/sys/kernel/random/boot_id') // 'unknown';
chomp $boot_id;
my $cgroup_base;                       # folder in which a cgroup per step is made, or undef
my $children_of_launcher;              # pid => [what, dir]
my $note;                              # handle to the agent
my $signals;                           # see child_signals
my $null;                              # handle to /dev/null
my $NO_SIGNALS = POSIX::SigSet->new();

# ---------------------------------------------------------------- small things

sub clock {
    my ($which) = @_;
    my $buffer = "\0" x 16;
    syscall($CALL{clock}, $which, $buffer);
    return unpack 'qq', $buffer;
}

# Seconds since the host was started, its sleep included.
sub now {
    return uptime() / 1000 unless %CALL;
    my ($seconds, $nanos) = clock(7);
    return $seconds + $nanos / 1e9;
}

# The same as the agent reads it, in milliseconds.
sub uptime {
    my ($seconds) = (slurp('/proc/uptime') // '') =~ /\A([\d.]+)/;
    return int(($seconds // 0) * 1000);
}

# The time of day. Where the two ways to ask for it differ by more than their grain, somebody has the C library show
# another time than the kernel's (as drills do), and means it.
sub millis {
    return 1000 * time unless %CALL;
    my $shown = time;
    my ($seconds, $nanos) = clock(0);
    my $offset = $shown - $seconds;
    return 1000 * ($seconds + (abs $offset > 1 ? $offset : 0)) + int($nanos / 1e6);
}

sub slurp {
    my ($path) = @_;
    my $fd = POSIX::open($path, O_RDONLY) // return undef;    # less is done behind the back than by open
    my $text = '';
    my $count;
    do {
        $count = POSIX::read($fd, my ($piece), 4096) // 0;
        $text .= substr $piece, 0, $count if $count > 0;
    } while ($count == 4096);
    POSIX::close($fd);
    return $text;
}

sub nonblocking {
    my ($handle, $on) = @_;
    my $flags = fcntl $handle, F_GETFL, 0;
    fcntl $handle, F_SETFL, $on ? $flags | O_NONBLOCK : $flags & ~O_NONBLOCK;
    return $handle;
}

sub nap { select undef, undef, undef, $_[0] }

# Says something to the agent; gives up when it does not read.
sub tell_agent {
    syswrite $note, join("\t", @_) . "\n";
    return;
}

# Start time of a process in ticks since boot: with the pid it names a process for good. Undef when there is none.
sub start_ticks {
    my ($pid) = @_;
    my $stat = slurp("/proc/$pid/stat") // return undef;
    my $rest = substr $stat, 1 + rindex $stat, ')';
    my @field = split ' ', $rest;      # the first of them is field 3 of proc(5)
    return defined $field[19] && $field[0] ne 'Z' ? $field[19] : undef;
}

# A handle that becomes readable when a child of the reading process ends, or undef where the kernel interface is not
# known. Supervisors inherit it. All signals are blocked, not ignored, because a task then needs but one call to be as new.
sub child_signals {
    my $all = POSIX::SigSet->new();
    $all->fillset();
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $all);
    return undef unless %CALL;
    my $mask = pack 'Q', 1 << (POSIX::SIGCHLD - 1) | 1 << (POSIX::SIGUSR1 - 1);
    my $fd = syscall $CALL{signalfd}, -1, $mask, 8, 0x80800;
    return undef if $fd < 0;
    open my $handle, '<&=', $fd or return undef;
    return $handle;
}

# ---------------------------------------------------------------- the launcher

sub launcher {
    $0 = 'pliant-launcher';
    open $note, '>&', \*STDOUT or die "Expected to duplicate standard output, but $!.\n";
    nonblocking($note, 1);
    open $null, '+<', '/dev/null' or die "Expected to open /dev/null, but $!.\n";
    $signals = child_signals();        # ^C on a terminal is for the agent, whose end is our end
    # an agent that was started in the background of a script ignores some, and so would all jobs
    $SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT PIPE ALRM TERM USR1 USR2 TSTP TTIN TTOU);
    # tasks get their own environment; what each child need not free costs it nothing
    %ENV = (PATH => '/usr/bin:/bin', map { $_ => $ENV{$_} } grep { /\AFAKETIME/ } keys %ENV);
    my @ignored = getpwuid $>;         # so that supervisors find the name service loaded
    $cgroup_base = usable_cgroup() unless grep { $_ eq 'no-cgroups' } @ARGV;
    confinement_begins(kill => $cgroup_base, map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } @ARGV);
    tell_agent('ready', $cgroup_base ? 'cgroup-v2' : %CALL ? 'subreaper' : 'session', confinement_words());
    my $input = '';
    while (1) {
        my $readable = '';
        vec($readable, 0, 1) = 1;
        vec($readable, fileno $signals, 1) = 1 if $signals;
        select $readable, undef, undef, $SHORT_WAIT;
        if ($signals && vec $readable, fileno $signals, 1) {
            sysread $signals, my ($ignored), 4096;
        }
        reap_for_launcher();
        next unless vec $readable, 0, 1;
        my $count = sysread STDIN, $input, $FRAME, length $input;
        next if !defined $count && ($! == EINTR || $! == EAGAIN);
        if (!$count) { confinement_ends(); exit 0 }    # the agent is gone; supervisors live on
        while ($input =~ s/\A(.*?)\n//s) { obey($1) }
    }
}

sub obey {
    my ($line) = @_;
    my ($verb, $dir) = $line =~ /\A(launch|poke|sweep) (.+)\z/s;
    if (!defined $verb) { print STDERR "launcher: expected an order, but got '$line'\n"; return }
    return poke($dir) if $verb eq 'poke';
    my $pid = fork;
    if (!defined $pid) { tell_agent('failed', $dir, "Expected to fork a supervisor, but $!."); return }
    if ($pid) { $children_of_launcher->{$pid} = [$verb, $dir]; return }
    $children_of_launcher = undef;
    POSIX::dup2(fileno $null, $_) for 0 .. 2;
    $verb eq 'launch' ? supervise($dir) : sweep($dir);
    POSIX::_exit(0);
}

# Has a supervisor look into its folder. The process is pinned before it is checked: a number that was used again for
# another process is never signalled.
sub poke {
    my ($dir) = @_;
    my ($pid, $ticks, $boot) = supervisor_of($dir) or return;
    return if $boot ne $boot_id;
    my $pinned = %CALL ? syscall 434, $pid + 0, 0 : -1;    # pidfd_open; a string would go as a pointer
    return if %CALL && $pinned < 0;
    my $now = start_ticks($pid);
    if (defined $now && $now eq $ticks) {
        %CALL ? syscall 424, $pinned, POSIX::SIGUSR1, 0, 0 : kill 'USR1', $pid;    # pidfd_send_signal
    }
    POSIX::close($pinned) if $pinned >= 0;
    return;
}

# Process number, start time, boot id and cgroup of a step's supervisor, or nothing when none has begun.
sub supervisor_of {
    my ($dir) = @_;
    return (slurp("$dir/state") // '') =~ /\Apid (\d+) (\d+) (\S+)(?: (\S+))?\n/;
}

sub reap_for_launcher {
    while ((my $pid = waitpid -1, POSIX::WNOHANG) > 0) {
        my $child = delete $children_of_launcher->{$pid} or next;
        my $line = ($child->[0] eq 'launch' ? 'gone' : 'swept') . "\t$child->[1]";
        until (defined syswrite $note, "$line\n") {
            last unless $! == EAGAIN;
            nap(0.01);
        }
    }
    return;
}

# ---------------------------------------------------------------- cgroups

# The agent's own cgroup (version 2) when a child may be made in it and a process moved there.
sub usable_cgroup {
    return undef unless %CALL;
    my ($own) = (slurp('/proc/self/cgroup') // '') =~ /^0::(\S+)$/m;
    return undef unless defined $own;
    for my $root ('/sys/fs/cgroup', '/sys/fs/cgroup/unified') {
        my $base = $own eq '/' ? $root : "$root$own";
        next unless -e "$base/cgroup.procs";
        my $probe = "$base/pliant-probe-$$";
        next unless mkdir $probe;
        my $pid = -e "$probe/cgroup.kill" ? fork_into($probe) : undef;
        POSIX::_exit(0) if defined $pid && !$pid;
        waitpid $pid, 0 if $pid;
        rmdir $probe;
        return $base if $pid;
    }
    return undef;
}

# Forks into a cgroup. Moving a process there afterwards would cost an RCU grace period, some 10 ms on an idle host.
sub fork_into {
    my ($cgroup) = @_;
    sysopen my $handle, $cgroup, O_RDONLY or return undef;
    my $arguments = pack 'Q11', 1 << 33, 0, 0, 0, POSIX::SIGCHLD, 0, 0, 0, 0, 0, fileno $handle;
    my $pid = syscall $CALL{clone3}, $arguments, length $arguments;
    return $pid < 0 ? undef : $pid;
}

sub make_cgroup {
    my ($key) = @_;
    return undef unless $cgroup_base;
    my $path = "$cgroup_base/pliant-$$-$key";
    return mkdir($path) ? $path : undef;
}

sub kill_cgroup {
    my ($path) = @_;
    sysopen my $handle, "$path/cgroup.kill", O_WRONLY or return;
    syswrite $handle, "1\n";
    return;
}

sub remove_cgroup {
    my ($path) = @_;
    return 1 if rmdir $path || $! == ENOENT;
    opendir my $listing, $path or return 1;
    for my $entry (readdir $listing) {
        remove_cgroup("$path/$entry") if $entry !~ /^\.\.?$/ && -d "$path/$entry";
    }
    return rmdir($path) || $! == ENOENT;
}

# ---------------------------------------------------------------- process trees

sub children_of {
    my ($pid) = @_;
    my @children;
    opendir my $threads, "/proc/$pid/task" or return;
    for my $thread (grep { /^\d+$/ } readdir $threads) {
        push @children, split ' ', slurp("/proc/$pid/task/$thread/children") // '';
    }
    return @children;
}

# All processes below $top, parents first, without those of %$but and what is below them.
sub descendants {
    my ($top, $but) = @_;
    return descendants_by_scan($top, $but) unless -e "/proc/$top/task/$top/children";
    my @found;
    my @open = grep { !$but->{$_} } children_of($top);
    while (defined(my $pid = shift @open)) {
        push @found, $pid;
        push @open, children_of($pid);
    }
    return @found;
}

sub descendants_by_scan {
    my ($top, $but) = @_;
    my %children;
    for my $pid (all_pids()) {
        my ($parent) = (slurp("/proc/$pid/stat") // '') =~ /\) \S (\d+)/;
        push @{ $children{$parent} }, $pid if defined $parent;
    }
    my @found;
    my @open = grep { !$but->{$_} } @{ $children{$top} // [] };
    while (defined(my $pid = shift @open)) {
        push @found, $pid;
        push @open, @{ $children{$pid} // [] };
    }
    return @found;
}

sub all_pids {
    opendir my $proc, '/proc' or return;
    return grep { /^\d+$/ } readdir $proc;
}

# Processes of a step that has no supervisor to be below of: by session, by the mark in their environment.
sub strays {
    my ($dir, $session, $ticks) = @_;
    my $mark = "\0PLIANT_STEP_DIR=$dir\0";
    my $leader = defined $session ? start_ticks($session) : undef;
    undef $session if defined $leader && $leader ne $ticks;    # the number belongs to somebody else by now
    my @found;
    for my $pid (all_pids()) {
        next if $pid == $$;
        my $stat = slurp("/proc/$pid/stat") // next;
        my ($state, $sid) = $stat =~ /\) (\S) \d+ \d+ (\d+)/ or next;
        next if $state eq 'Z' || $state eq 'X';
        push @found, $pid
          if defined $session && $sid == $session
          || index("\0" . (slurp("/proc/$pid/environ") // ''), $mark) >= 0;
    }
    return @found;
}

# Ends what a supervisor that was killed has left behind.
sub sweep {
    my ($dir) = @_;
    $0 = "pliant-sweep $dir";
    my ($session, $ticks, $boot, $cgroup) = supervisor_of($dir);
    undef $session if defined $boot && $boot ne $boot_id;
    my @groups = defined $boot && $boot eq $boot_id ? (slurp("$dir/state") // '') =~ /^group (\S+)$/mg : ();
    my $pause = 0.01;
    while (1) {
        kill_cgroup($cgroup) if defined $cgroup;
        kill_group($_) for @groups;
        my @found = strays($dir, $session, $ticks);
        last unless @found;
        kill 'KILL', @found;
        nap($pause);
        $pause = $pause < 0.5 ? 2 * $pause : 1;
    }
    if (defined $cgroup) {
        for (1 .. 50) { last if remove_cgroup($cgroup); nap(0.02) }
    }
    for (1 .. 50) { last if remove_groups(@groups); kill_group($_) for @groups; nap(0.02) }
    return;
}

# ---------------------------------------------------------------- the supervisor

my ($dir, $spec, $state);
my $signals_read = 0;   # bytes of the file signals that were seen
my $still = 0;          # true while the tasks stand still
my $cgroup;             # of version 2, into which tasks are forked
my $groups;             # all groups with limits, see confine.pl
my @tasks;              # { rank, env, out, err, in, pid, code, signal, ended }
my %task_by_pid;
my $reason;             # why the tasks are being ended, or undef
my $message = '';
my $kill_at;            # when SIGTERM becomes SIGKILL
my $errors;             # read end of the pipe by which tasks say that they cannot start; closes when all run
my $complaints = '';
my $client;             # connection to `pliant run`, or undef
my $attached;           # true when the step has streams to a client
my $to_client = '';
my $from_client = '';
my ($input_got, $input_acknowledged, $input_closed) = (0, 0, 0);
my $ends_at;            # when the time limit passes, or undef
my $lease_look = 0;     # when the lease of the node is looked at next
my ($mark, $marked_at); # the mark suspend as it was seen last, and since when it looks so
my $check;              # read end of the pipe of the child that looks at the files of several tasks, or undef
my $checked = '';
my $all_run;            # true once all tasks have been executed
my %messengers;         # children that write messages to the user => when each has to be done
my $unsaid = 0;
my $unwritten = '';     # lines for the state file that a full disk did not take yet

sub supervise {
    ($dir) = @_;
    POSIX::setsid();
    syscall $CALL{prctl}, 36, 1, 0, 0, 0 if %CALL;    # PR_SET_CHILD_SUBREAPER
    umask 022;
    return unless eval { open_state(); 1 } || do { tell_agent('failed', $dir, one_line($@)); 0 };
    my $fine = eval { prepare(); @tasks > 1 ? begin_check() : start_tasks(); 1 };
    fail_launch($@) unless $fine;
    watch() until over();
    drain_client() if $attached;
    my $used = used();
    tell_of_oom($used);
    watch() until over();              # what has just been said
    remove_cgroup_soon();
    finish($reason // 'EXITED', $message, $used);
    return flush_client();
}

sub one_line {
    my ($text) = @_;
    $text =~ s/\s+/ /g;
    $text =~ s/ \z//;
    return substr $text, 0, 2000;
}

# Nothing was begun, or not all of it; what there is ends at once.
# What any job would have met here: the job is repeated elsewhere, and the node is watched. The mark survives the pipes by
# which children complain.
sub blame_node { die "NODE_FAULT $_[0]\n" }

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
    my %spec = (env => [], arg => []);
    while (@words) {
        my ($key, $value) = splice @words, 0, 2;
        if ($key eq 'env' || $key eq 'arg') { push @{ $spec{$key} }, $value }
        elsif ($key eq 'task') { push @tasks, { rank => $value, env => [] } }
        elsif ($key eq 'taskenv') { push @{ $tasks[-1]{env} }, $value }
        elsif ($key =~ /^task(out|err|in)$/) { $tasks[-1]{$1} = $value }
        else { $spec{$key} = $value }
    }
    die "Expected a whole step in $path, but it is cut off." unless delete $spec{end};
    return \%spec;
}

# Everything that can go wrong before a task exists. Dies with a message for the user.
sub prepare {
    $attached = defined $spec->{iohost};
    connect_client() if $attached;
    $spec->{impersonate} = $> == 0 && $spec->{uid} != 0;
    $ends_at = time_limit();
    $reason = -e "$dir/terminate" ? 'TERMINATED' : defined $ends_at && now() >= $ends_at ? 'TIME_LIMIT' : undef;
    die $reason eq 'TERMINATED' ? "It was ended before it was started.\n" : "Its time limit passed before it was started.\n"
      if defined $reason;
    make_groups($groups);
    return;
}

# When the time limit passes. What is left of it was told when the order came; older agents tell a time of day.
sub time_limit {
    if (defined $spec->{left}) {
        my $waited = uptime() - ($spec->{at} // uptime());
        return now() + ($spec->{left} - ($waited > 0 ? $waited : 0)) / 1000;
    }
    return $spec->{deadline} ? now() + ($spec->{deadline} - millis()) / 1000 : undef;
}

# In a child, because the name service may let one wait.
sub know_user {
    return if $spec->{login};
    my %given = map { /\A([^=]*)=/ ? ($1 => 1) : () } @{ $spec->{env} // [] };
    $spec->{login} = [];
    return if !$spec->{impersonate} && 5 == grep { $given{$_} } qw(USER LOGNAME HOME SHELL PATH);
    $! = 0;
    my @entry = getpwuid $spec->{uid};
    blame_node("Expected to look up user $spec->{user} (uid $spec->{uid}), but $!.")
      if !@entry && grep { $! == $_ } EIO, ENOMEM, EMFILE, ENFILE, EAGAIN, ETIMEDOUT, ECONNREFUSED;
    my %default = (
        USER => $spec->{user},
        LOGNAME => $spec->{user},
        HOME => $entry[7] // '/',
        SHELL => length($entry[8] // '') ? $entry[8] : '/bin/sh',
        PATH => '/usr/local/bin:/usr/bin:/bin',
    );
    $spec->{login} = [map { $given{$_} ? () : "$_=$default{$_}" } sort keys %default];
    return unless $spec->{impersonate};
    my $groups = `id -G -- $entry[0] 2>/dev/null` if defined $entry[0] && $entry[0] =~ /\A[\w.][\w.-]*\z/;
    $spec->{groups} = join ' ', $spec->{gid}, split ' ', length($groups // '') ? $groups : $spec->{gid};
    return;
}

# In a child: becomes the user and enters his folder, so that nothing is reached or made that he could not reach or make.
sub go_there {
    know_user();
    become_user();
    chdir $spec->{dir}
      or die "Expected to change to the working directory $spec->{dir} as user $spec->{user}, but $!.\n";
    die "Expected user $spec->{user} to be able to run $dir/slurm_script, but a folder on the way to it is closed to him."
      . " Maybe choose a state folder that others may pass through.\n"
      if $spec->{batch} && !-x "$dir/slurm_script";
    return;
}

# In the child that is to become the task.
sub open_streams {
    my ($task) = @_;
    my $how = O_WRONLY | O_CREAT | O_APPEND | ($spec->{truncate} ? O_TRUNC : 0);
    $task->{stdin} = open_file($task->{in} // '/dev/null', O_RDONLY, 'input');
    $task->{stdout} = open_file($task->{out}, $how, 'output');
    $task->{stderr} = $task->{err} eq $task->{out} ? $task->{stdout} : open_file($task->{err}, $how, 'error');
    return;
}

sub open_file {
    my ($path, $how, $kind) = @_;
    sysopen my $handle, $path, $how | O_NONBLOCK, 0666
      or die "Expected to open the $kind file $path in $spec->{dir} as user $spec->{user}, but $!.\n";
    return nonblocking($handle, 0);
}

# Several tasks: a child looks first whether all of them will find their folder and files, and empties those, so that
# no task begins when another one can not, and none empties what another one has written.
sub begin_check {
    pipe $check, my $report or blame_node("Expected to make a pipe, but $!.");
    nonblocking($check, 1);
    my $pid = fork;
    blame_node("Expected to fork, but $!.") unless defined $pid;
    return if $pid;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    my $fine = eval { go_there(); check_files() unless $attached; 1 };
    my $text = $fine ? join("\0", 'fine', $spec->{groups} // '', @{ $spec->{login} }) : one_line($@);
    syswrite $report, $text;
    POSIX::_exit(0);
}

sub check_files {
    my %seen;
    my $how = O_WRONLY | O_CREAT | O_APPEND | ($spec->{truncate} ? O_TRUNC : 0);
    for my $task (@tasks) {
        for (['in', O_RDONLY, 'input'], ['out', $how, 'output'], ['err', $how, 'error']) {
            my ($stream, $mode, $kind) = @$_;
            my $path = $task->{$stream} // next;
            next if $seen{"$mode $path"}++ || -p $path || -c _ || -S _;    # a pipe's other end would see it close
            open_file($path, $mode, $kind);
        }
    }
    return;
}

sub hear_check {
    my $count = sysread $check, $checked, 4096, length $checked;
    return if $count && length $checked < $FRAME || !defined $count && ($! == EAGAIN || $! == EINTR);
    undef $check;
    return $message = 'It was ended before it was started.' if $reason;
    return fail_launch(length $checked ? $checked : 'Expected to look at the files of the tasks, but what did so was killed.')
      unless $checked =~ s/\Afine\0//;
    ($spec->{groups}, my @login) = split /\0/, $checked, -1;
    $spec->{login} = \@login;
    delete $spec->{truncate};
    eval { start_tasks(); 1 } || fail_launch($@);
    return;
}

sub start_tasks {
    pipe $errors, my $complain or blame_node("Expected to make a pipe, but $!.");
    nonblocking($errors, 1);
    for my $task (@tasks) {
        open_pipes($task) if $attached;
        my $pid = $cgroup ? fork_into($cgroup) : undef;
        $pid //= fork unless $groups && group_to_fork_into($groups);    # where there are limits nothing runs without
        if (!defined $pid) {
            my $why = "Expected to fork task $task->{rank}, but $!.";
            $groups ? die $why : blame_node($why);    # under limits it may be the job's own that is reached
        }
        run_task($task, $complain) unless $pid;
        POSIX::setpgid($pid, $pid);    # so does the child: whoever is first, a signal from now on finds the group
        $task->{pid} = $pid;
        $task_by_pid{$pid} = $task;
        delete @$task{qw(stdin stdout stderr)};
    }
    close $complain;
    delete $spec->{env};
    return;
}

# In the child: becomes the task, or says why not. Never returns.
sub run_task {
    my ($task, $complain) = @_;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    POSIX::setpgid(0, 0);
    my $fine = eval { enter_groups($groups); go_there(); open_streams($task) unless $attached; 1 };
    if (!$fine) { syswrite $complain, one_line($@) . "\n"; POSIX::_exit(1) }
    POSIX::dup2(fileno $task->{stdin}, 0);
    POSIX::dup2(fileno $task->{stdout}, 1);
    POSIX::dup2(fileno $task->{stderr}, 2);
    %ENV = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } @{ $spec->{login} }, @{ $spec->{env} }, @{ $task->{env} };
    $ENV{PLIANT_STEP_DIR} = $dir;
    my @command = $spec->{batch} ? ("$dir/slurm_script", @{ $spec->{arg} }) : @{ $spec->{arg} };
    execute(@command);
    my $errno = $! + 0;
    my $lacks = lacking($command[0]);
    if (defined $lacks) { syswrite $complain, 'NODE_FAULT ' . one_line($lacks) . "\n"; POSIX::_exit(1) }
    syswrite STDERR, "pliant: error: execve(): $command[0]: $!\n";
    POSIX::_exit($errno || 1);
}

# Returns when it does not work, with $! saying why. A child that the agent forked while it wrote the script, to ask a
# sensor perhaps, has the script open until it executes its own program: that is waited for.
sub execute {
    my @command = @_;
    my $until = now() + $SCRIPT_WAITS;
    while (1) {
        { no warnings 'exec'; exec { $command[0] } @command }
        return if !$spec->{batch} || $! != ETXTBSY || now() >= $until;
        nap(0.002);
    }
}

# Why the node could not run a script that exec could not start, or undef when that may be the user's own doing: what he
# can bring about must not close a node.
sub lacking {
    my ($command) = @_;
    return undef unless $spec->{batch} && $! == ENOENT;
    my $script = slurp($command) // return "Expected the script $command, but it is gone.";
    my ($shell) = $script =~ m{\A#!\s*(/bin/sh|/bin/bash|/usr/bin/env)(?!\S)} or return undef;
    return -e $shell ? undef : "Expected $shell on this node, but there is none.";
}

sub become_user {
    return unless $spec->{impersonate};
    $) = $spec->{groups};
    POSIX::setgid($spec->{gid});
    POSIX::setuid($spec->{uid});
    blame_node("Expected to become user $spec->{user} (uid $spec->{uid}), but $!.")
      unless $< == $spec->{uid} && $> == $spec->{uid} && $( == $spec->{gid};
    return;
}

# ---------------------------------------------------------------- watching

# One turn: waits for anything to happen, and sees to it.
sub watch {
    my ($readable, $writable, $watched) = ('', '', {});
    for my $handle (grep { defined } $signals, $errors, $check) { vec($readable, fileno $handle, 1) = 1 }
    watch_streams(\$readable, \$writable, $watched) if $attached;
    my $count = select $readable, $writable, undef, patience();
    if ($count > 0) {
        if ($signals && vec $readable, fileno $signals, 1) { hear_signals() }
        if ($errors && vec $readable, fileno $errors, 1) { hear_complaints() }
        if ($check && vec $readable, fileno $check, 1) { hear_check() }
        serve_streams($readable, $writable, $watched) if $attached;
    }
    reap();
    obey_folder() unless $signals;
    stand_still() if $still;
    my $now = now();
    if (!$reason && defined $ends_at && $now >= $ends_at) { end_tasks('TIME_LIMIT', 'DUE TO TIME LIMIT') }
    if ($spec->{lease} && $now >= $lease_look) { look_at_lease() }
    if (defined $kill_at && $now >= $kill_at) { kill_tree('KILL') }
    write_state() if length $unwritten;
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
    push @due, $ends_at if defined $ends_at && !$reason && (%task_by_pid || $check);
    push @due, $lease_look if $spec->{lease};
    push @due, map { $_ > $now ? $_ : $now + 0.1 } values %messengers;
    for my $at (@due) { $wait = $at - $now if $at - $now < $wait }
    return $wait > 0 ? $wait : 0;
}

sub reap {
    while ((my $pid = waitpid -1, POSIX::WNOHANG) > 0) { reaped($pid, $?) }
    for my $pid (grep { $messengers{$_} <= now() } keys %messengers) { kill 'KILL', $pid }
    return;
}

sub reaped {
    my ($pid, $status) = @_;
    if (delete $messengers{$pid}) { $unsaid++ if $status }
    my $task = delete $task_by_pid{$pid} or return;
    @$task{qw(code signal ended)} = ($status >> 8, $status & 127, 1);
    hear_complaints() if $errors;      # one that could not become a task has said so before it ended
    drain_task($task) if $attached;
    return;
}

# True when no process of the step is left; ends what the tasks left behind.
sub over {
    return 0 if %task_by_pid || $errors || $check;
    my $pid;
    while (($pid = waitpid -1, POSIX::WNOHANG) > 0) { reaped($pid, $?) }
    return 1 if $pid == -1 && (%CALL || !strays($dir, $$, start_ticks($$)));
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
        my @pids = grep { !$done{$_} } descendants($$, \%messengers);
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
    return if $reason || !%task_by_pid && !$check;
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
    if ($attached && $client) { to_client('m ' . length($text) . "\n$text") }
    elsif ($all_run && !$attached) { send_messenger("pliant: $text\n") }
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
    if ($complaints =~ /\A(.+)\n/) { return fail_launch($1) unless $reason }
    return if $count;
    undef $errors;
    return if length $complaints;
    $all_run = 1;
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
    stand_still();
    return;
}

# Has all processes of the step stand still, also those that were made since the last look, or go on when the mark is
# gone or was not renewed. Tasks that have not been started yet are stopped once they are; a step that is being ended goes on.
sub stand_still {
    return if $errors || $check;
    my $seen = $reason ? undef : (stat "$dir/suspend")[9];
    if (defined $seen && (!defined $mark || $mark ne $seen)) { $marked_at = now() }
    $mark = $seen;
    if (!defined $seen || now() - $marked_at > $LEASE) {
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
    my %pids = map { $_ => 1 } descendants($$, \%messengers), grep { $_ != $$ && !$messengers{$_} } @strays;
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

sub remove_cgroup_soon {
    return unless $cgroup || $groups;
    for (1 .. 100) {
        return if remove_groups(group_paths($groups)) & (!$cgroup || remove_cgroup($cgroup));
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
    my $buffer = "\0" x 144;
    if (%CALL && syscall($CALL{rusage}, -1, $buffer) == 0) {    # all that were waited for, also by their parents
        my @number = unpack 'q16', $buffer;
        @rusage{qw(user system peak read written)} = (
            $number[0] * 1_000_000 + $number[1], $number[2] * 1_000_000 + $number[3],
            $number[4] * 1024, $number[11] * 512, $number[12] * 512);
    }
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

# ---------------------------------------------------------------- streams to an attached client: docs/protocol/step-io.md

sub connect_client {
    my $where = "the attached client at $spec->{iohost} port $spec->{ioport}";
    my ($error, @addresses) =
      Socket::getaddrinfo($spec->{iohost}, $spec->{ioport}, { socktype => Socket::SOCK_STREAM() });
    die "Expected to find $where, but $error.\n" if $error;
    my $until = now() + 10;
    my $why = 'it has no address';
    for my $address (@addresses) {
        socket my $socket, $address->{family}, Socket::SOCK_STREAM(), $address->{protocol} or next;
        nonblocking($socket, 1);
        if (my $errno = connect_error($socket, $address->{addr}, $until)) {
            $why = $errno < 0 ? 'it did not answer within 10 s' : do { local $! = $errno; "$!" };
            next;
        }
        $client = $socket;
        last;
    }
    die "Expected to reach $where, but $why.\n" unless $client;
    setsockopt $client, Socket::IPPROTO_TCP(), Socket::TCP_NODELAY(), 1;
    setsockopt $client, Socket::SOL_SOCKET(), Socket::SO_KEEPALIVE(), 1;
    setsockopt $client, Socket::IPPROTO_TCP(), 4, 30;    # TCP_KEEPIDLE, in seconds
    to_client(join(' ', 'pliant-io 1', @$spec{qw(iosecret key node nodeindex firstrank)}, scalar @tasks, $spec->{totaltasks}) . "\n");
    return;
}

# 0 when connected, an errno, or -1 when time is up.
sub connect_error {
    my ($socket, $address, $until) = @_;
    return 0 if connect $socket, $address;
    return $! + 0 if $! != EINPROGRESS;
    my $writable = '';
    vec($writable, fileno $socket, 1) = 1;
    my $left = $until - now();
    return -1 unless select undef, $writable, undef, $left > 0 ? $left : 0;
    return unpack 'i', getsockopt $socket, Socket::SOL_SOCKET(), Socket::SO_ERROR();
}

# Gives a task pipes instead of files; the user owns them, so that /dev/stdout may be opened anew.
sub open_pipes {
    my ($task) = @_;
    pipe $task->{stdin}, $task->{feed} or die "Expected to make a pipe, but $!.";
    for my $stream ('out', 'err') {
        pipe $task->{"read$stream"}, $task->{"std$stream"} or die "Expected to make a pipe, but $!.";
        nonblocking($task->{"read$stream"}, 1);
    }
    nonblocking($task->{feed}, 1);
    chown $spec->{uid}, $spec->{gid}, @$task{qw(stdin stdout stderr)} if $spec->{impersonate};
    $task->{waiting} = '';
    return;
}

sub to_client {
    my ($text) = @_;
    return unless $client;
    $to_client .= $text;
    push_client();
    return;
}

sub push_client {
    return unless $client && length $to_client;
    my $count = syswrite $client, $to_client;
    if (defined $count) { substr $to_client, 0, $count, '' }
    elsif ($! != EAGAIN && $! != EINTR) { lose_client('went away') }
    return;
}

# Without its client a step ends; what it still says is read and dropped.
sub lose_client {
    my ($how) = @_;
    undef $client;
    $to_client = '';
    stop_feeding($_) for @tasks;
    return unless %task_by_pid && !$reason;
    $message = "The attached client $how.";
    end_tasks('TERMINATED', '');
    return;
}

sub watch_streams {
    my ($readable, $writable, $watched) = @_;
    if ($client) {
        vec($$readable, fileno $client, 1) = 1 unless $check;    # there is nobody yet to get its input
        vec($$writable, fileno $client, 1) = 1 if length $to_client;
    }
    my $room = length $to_client < $CLIENT_WAITS;
    for my $task (@tasks) {
        for my $stream ('out', 'err') {
            my $pipe = $task->{"read$stream"} or next;
            next unless $room;
            vec($$readable, fileno $pipe, 1) = 1;
            push @{ $watched->{read} }, [$task, $stream, fileno $pipe];
        }
        next unless $task->{feed} && length $task->{waiting};
        vec($$writable, fileno $task->{feed}, 1) = 1;
        push @{ $watched->{feed} }, [$task, fileno $task->{feed}];
    }
    return;
}

sub serve_streams {
    my ($readable, $writable, $watched) = @_;
    if ($client) {
        my $fd = fileno $client;
        push_client() if vec $writable, $fd, 1;
        hear_client() if $client && vec $readable, $fd, 1;
    }
    for (@{ $watched->{read} // [] }) {
        my ($task, $stream, $fd) = @$_;
        forward($task, $stream) if $task->{"read$stream"} && vec $readable, $fd, 1;
    }
    for (@{ $watched->{feed} // [] }) {
        my ($task, $fd) = @$_;
        feed($task) if $task->{feed} && vec $writable, $fd, 1;
    }
    acknowledge_input();
    return;
}

# Passes on one piece of output and returns its length; false when there is none to be had now.
sub forward {
    my ($task, $stream) = @_;
    my $count = sysread $task->{"read$stream"}, my ($bytes), $FRAME;
    return 0 if !defined $count && ($! == EAGAIN || $! == EINTR);
    if (!$count) { delete $task->{"read$stream"}; return 0 }
    to_client(substr($stream, 0, 1) . " $task->{rank} $count\n$bytes") if $client;
    return $count;
}

# What the pipes held when the task ended; who writes on behind it is not waited for.
sub drain_streams {
    my ($task) = @_;
    for my $stream ('out', 'err') {
        for (my $drained = 0; $drained <= $DRAIN && $task->{"read$stream"};) {
            $drained += forward($task, $stream) || last;
        }
    }
    return;
}

# A task has ended: all that it wrote goes before the news of it.
sub drain_task {
    my ($task) = @_;
    drain_streams($task);
    stop_feeding($task);
    return if ($reason // '') eq 'LAUNCH_FAILED';
    to_client("x $task->{rank} $task->{code} $task->{signal}\n");
    return;
}

sub drain_client {
    drain_streams($_) for @tasks;
    return;
}

sub feed {
    my ($task) = @_;
    my $count = syswrite $task->{feed}, $task->{waiting};
    if (defined $count) { substr $task->{waiting}, 0, $count, '' }
    elsif ($! != EAGAIN && $! != EINTR) { return stop_feeding($task) }
    stop_feeding($task) if $input_closed && !length $task->{waiting};
    return;
}

sub stop_feeding {
    my ($task) = @_;
    delete $task->{feed};
    $task->{waiting} = '';
    return;
}

sub acknowledge_input {
    my $behind = 0;
    for my $task (@tasks) {
        my $waiting = length($task->{waiting} // '');
        $behind = $waiting if $waiting > $behind;
    }
    my $more = $input_got - $behind - $input_acknowledged;
    return unless $more > 0;
    $input_acknowledged += $more;
    to_client("a $more\n");
    return;
}

sub hear_client {
    my $count = sysread $client, $from_client, $FRAME, length $from_client;
    return if !defined $count && ($! == EAGAIN || $! == EINTR);
    return lose_client('went away') unless $count;
    while ($client && length $from_client) {
        if ($from_client =~ /\Ai (\d{1,5})\n/) {
            my ($start, $length) = ($+[0], $1);
            return if length $from_client < $start + $length;
            take_input(substr $from_client, $start, $length);
            substr $from_client, 0, $start + $length, '';
        }
        elsif ($from_client =~ s/\Ac\n//) { close_input() }
        elsif ($from_client =~ s/\As (\d{1,2})\n//) { $1 ? signal_tasks($1) : end_tasks('TERMINATED', '') }
        elsif ($from_client =~ /\A(?:[isc]|[is] \d{0,5}|)\z/) { return }
        else { return refuse_client('a frame that is not known here') }
    }
    return;
}

sub take_input {
    my ($bytes) = @_;
    $input_got += length $bytes;
    return refuse_client("more input than $INPUT_WINDOW bytes at a time")
      if $input_got - $input_acknowledged > $INPUT_WINDOW || $input_closed;
    for my $task (grep { $_->{feed} } @tasks) {
        $task->{waiting} .= $bytes;
        feed($task);
    }
    acknowledge_input();
    return;
}

sub close_input {
    $input_closed = 1;
    for my $task (@tasks) { stop_feeding($task) unless length($task->{waiting} // '') }
    return;
}

sub refuse_client {
    my ($what) = @_;
    say_to_user("Expected the frames of version 1 of step I/O from the client, but got $what.");
    lose_client("sent $what");
    return;
}

# The step is over and reported; what its client has not read yet is still his.
sub flush_client {
    return unless $client;
    my $until = now() + 60;
    while ($client && length $to_client) {
        my ($readable, $writable) = ('', '');
        vec($writable, fileno $client, 1) = 1;
        vec($readable, fileno $client, 1) = 1;
        return unless select $readable, $writable, undef, $until - now() > 0 ? $until - now() : 0;
        if (vec $readable, fileno $client, 1) {
            my $count = sysread $client, my ($ignored), $FRAME;
            return if defined $count && $count == 0;
        }
        my $before = length $to_client;
        push_client();
        $until = now() + 60 if length $to_client < $before;
    }
    return unless $client;
    shutdown $client, 1;               # closing with unread input would reset the line under the last output
    nonblocking($client, 0);
    my $left = now() + 5;
    while ((my $wait = $left - now()) > 0) {
        my $readable = '';
        vec($readable, fileno $client, 1) = 1;
        last unless select $readable, undef, undef, $wait;
        last unless sysread $client, my ($ignored), $FRAME;
    }
    return;
}

launcher();
__END__
