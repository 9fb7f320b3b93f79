# launcher.pl - starts the tasks of steps for a node agent and watches over them.
#
# The agent runs one launcher. For a "launch" line the launcher forks (no exec) a supervisor, or gives the step to one that is
# done with another: a process in a session of its own that outlives launcher and agent, is the reaper of every process its
# tasks leave behind, enforces the time limit, and writes how it all ended into the step's folder.
# docs/adr/0002-step-supervisor.md says why it is made so.
# It needs nothing but perl-base: no module outside of it may be used here.
#
# This is the last of several parts that the agent feeds to one perl on standard input, in the order that the file parts
# has. They share their variables and functions:
#   kernel.pl      system calls, clocks, small files          tasks.pl     the children that become tasks
#   trees.pl       process trees, what is left behind         watch.pl     waiting, ending, speaking to the user
#   confine.pl     control groups with limits                 streams.pl   streams to an attached client
#   supervisor.pl  the life of one step, its state file      gather.pl    what nodes tell each other
#   pmi.pl, pmi2.pl  PMI-1 and PMI-2 for MPI programs         pmix.pl      PMIx for those of Open MPI
#   openmpi.pl     what else those need                      pool.pl      supervisors that serve several steps
#   starter.pl     tasks that need no fork of this program
#
#   agent -> launcher, lines:  launch NUMBER DIR     poke DIR     sweep NUMBER DIR
#   launcher -> agent, lines with a tab between words:
#     ready CONTAINMENT WORDS...     what can be confined here, as confine.pl says it
#     started DIR, ended DIR     from the supervisors; may be lost, the state file is the truth
#     failed DIR TEXT            nothing was started, and the node is to blame: no fork, no state file
#     gone DIR NUMBER, swept DIR NUMBER    from the launcher, when the process it forked has ended, or is done with that step
#
# The agent feeds the program and sends no order before it has read "ready".
#
# A step's folder (making a file costs more than all else that is done for a short step, so there are few):
#   slurm_script  written by the agent: the batch script
#   terminate     made by the agent: the step is to end, or must not start; then it has the supervisor poked
#   signals       appended to by the agent: numbers of signals to pass on, a line each; likewise
#   suspend       written by the agent, again and again: the tasks are to stand still while it is there and new
#   terms         written by the agent: "NUMBER ENDS", the host's uptime in milliseconds at the time limit, or -; a line
#                 "still" behind it has the tasks stand still
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
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);

my $null;                              # handle to /dev/null

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
    my @own = getpwuid $>;             # also, so that supervisors find the name service loaded
    $cgroup_base = usable_cgroup() unless grep { $_ eq 'no-cgroups' } @ARGV;
    my %option = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } @ARGV;
    confinement_begins(kill => $cgroup_base, %option);
    pmix_begins(%option);
    openmpi_begins(%option);
    starter_begins(\@own, %option);
    settle_memory();
    tell_agent('ready', $cgroup_base ? 'cgroup-v2' : %CALL ? 'subreaper' : 'session', confinement_words());
    my $input = '';
    while (1) {
        my $readable = '';
        vec($readable, 0, 1) = 1;
        vec($readable, fileno $signals, 1) = 1 if $signals;
        watch_pool(\$readable);
        select $readable, undef, undef, pool_patience();
        hear_pool($readable);
        if (!$signals) { reap_for_launcher() }
        elsif (vec $readable, fileno $signals, 1) {
            sysread $signals, my ($ignored), 4096;
            reap_for_launcher();
        }
        next unless vec $readable, 0, 1;
        my $count = sysread STDIN, $input, $FRAME, length $input;
        next if !defined $count && ($! == EINTR || $! == EAGAIN);
        if (!$count) { confinement_ends(); exit 0 }    # the agent is gone; supervisors live on
        while ($input =~ s/\A(.*?)\n//s) { obey($1) }
    }
}

# What the forked processes allocate should lie close together: each page that they are the first to write to costs them a
# copy, and reading this program leaves holes all over the heap. So the holes are filled for good, and room is made behind.
my @fillers;

sub settle_memory {
    for my $size (map { $_ * 16 - 12 } 1 .. 66) { push @fillers, map { 'x' x $size } 1 .. 60 }    # bytes, as malloc's bins
    push @fillers, (map { [$_] } 1 .. 100), (map { +{ $_ => 1 } } 1 .. 100), map { $_ } 1 .. 3000;    # perl's own arenas
    my $room = 'x' x 100_000;
    undef $room;
    return;
}

sub obey {
    my ($line) = @_;
    my ($verb, $number, $dir) = $line =~ /\A(?:(launch|sweep) ([0-9]+)|poke) (.+)\z/s;
    if (!defined $dir) { print STDERR "launcher: expected an order, but got '$line'\n"; return }
    return poke($dir) unless defined $verb;
    return if $verb eq 'launch' && hand_to_pool($dir, $number);
    my $pid = $verb eq 'launch' ? fork_for_pool() : fork;
    if (!defined $pid) { tell_agent('failed', $dir, "Expected to fork a supervisor, but $!."); return }
    if ($pid) { $children_of_launcher->{$pid} = [$verb, $dir, $number]; return }
    $children_of_launcher = undef;
    forget_pool();
    POSIX::dup2(fileno $null, $_) for 0 .. 2;
    $verb eq 'launch' ? serve($dir) : sweep($dir);
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

sub reap_for_launcher {
    while ((my $pid = waitpid -1, POSIX::WNOHANG) > 0) {
        leave_pool($pid);
        tell_of_end($pid);
    }
    return;
}

# The step of that child is over, or its folder swept.
sub tell_of_end {
    my ($pid) = @_;
    my $child = delete $children_of_launcher->{$pid} or return;
    my $line = ($child->[0] eq 'launch' ? 'gone' : 'swept') . "\t$child->[1]\t$child->[2]";
    until (defined syswrite $note, "$line\n") {
        last unless $! == EAGAIN;
        nap(0.01);
    }
    return;
}

launcher();
__END__
