# pool.pl - supervisors that serve one plain step after another.
#
# One of the parts of one program, see launcher.pl. A supervisor pays for each page that it is the first to write to after
# its fork; the next step has them for nothing. A few take part: who is busy when a new one wants in serves his step and ends,
# so steps that run for long are no matter. Launcher and supervisor have a pair of sockets: folders go one way, "." the other
# way for each step that is done. Where that is closed, the supervisor ends after its step.
use strict;
use warnings;

my $POOL = 64;                         # supervisors that take part: as many steps may begin together
my $SERVES = 500;                      # steps that one serves at most
my $POOL_RESTS = 10;                   # seconds after the last order at which those that have nothing to do end
my $children_of_launcher;              # pid => [what, dir, number of the order], of those that are at work
my %pool;                              # pid => { socket, turn }
my @idle;                              # pids of those that have nothing to do, the last one last
my $turns = 0;                         # orders so far
my $ordered_at = 0;
my $to_launcher;                       # the supervisor's end

# ---------------------------------------------------------------- in the launcher

sub watch_pool {
    my ($readable) = @_;
    vec($$readable, fileno $_->{socket}, 1) = 1 for values %pool;
    return;
}

# Seconds until something is due.
sub pool_patience {
    return $SHORT_WAIT unless @idle;
    my $left = $ordered_at + $POOL_RESTS - now();
    return $left < 0 ? 0 : $left < $SHORT_WAIT ? $left : $SHORT_WAIT;
}

sub hear_pool {
    my ($readable) = @_;
    for my $pid (grep { vec $readable, fileno $pool{$_}{socket}, 1 } keys %pool) {
        if (!sysread $pool{$pid}{socket}, my ($done), 16) { leave_pool($pid); next }
        tell_of_end($pid);
        push @idle, $pid;
    }
    if (@idle && now() >= $ordered_at + $POOL_RESTS) {
        delete @pool{@idle};
        @idle = ();
    }
    return;
}

# The supervisor ends once it is done.
sub leave_pool {
    my ($pid) = @_;
    delete $pool{$pid} or return;
    @idle = grep { $_ != $pid } @idle;
    return;
}

# Gives the step to one that has nothing to do; false when there is none.
sub hand_to_pool {
    my ($dir, $number) = @_;
    while (defined(my $pid = pop @idle)) {
        my $one = $pool{$pid};
        if (defined syswrite $one->{socket}, "$dir\n") {    # a line is shorter than what a socket takes at once
            $one->{turn} = ++$turns;
            $ordered_at = now();
            $children_of_launcher->{$pid} = ['launch', $dir, $number];
            return 1;
        }
        leave_pool($pid);
    }
    return 0;
}

# Forks as fork does. Without a pair of sockets the supervisor serves one step.
sub fork_for_pool {
    my ($ours, $theirs);
    my $paired = %CALL && socketpair $ours, $theirs, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0;
    my $pid = fork;
    return $pid unless $paired && defined $pid;
    if (!$pid) {
        $to_launcher = $theirs;
        return 0;
    }
    if (keys %pool >= $POOL) {
        my ($longest) = sort { $pool{$a}{turn} <=> $pool{$b}{turn} } keys %pool;
        leave_pool($longest);
    }
    $pool{$pid} = { socket => $ours, turn => ++$turns };
    $ordered_at = now();
    return $pid;
}

# In a child of the launcher: the others would not see that the launcher's ends of their sockets are closed.
sub forget_pool {
    (%pool, @idle) = ();
    return;
}

# ---------------------------------------------------------------- in a supervisor

sub serve {
    my ($folder) = @_;
    POSIX::setsid();
    syscall $CALL{prctl}, 36, 1, 0, 0, 0 if %CALL;    # PR_SET_CHILD_SUBREAPER
    umask 022;
    my $served = 0;
    while (1) {
        supervise($folder);
        return if ++$served >= $SERVES || !was_plain();
        begin_afresh();                # closes and forgets all that was of its user
        $0 = 'pliant-step';
        syswrite $to_launcher, '.' or return;
        $folder = next_folder() // return;
    }
}

# True when the step was a batch script that ended by itself, and nobody asked anything of it: all that it has touched is
# forgotten by begin_afresh.
sub was_plain {
    return
         defined $to_launcher && $spec && $spec->{batch} && $all_run && @tasks == 1
      && !defined $reason && !defined $spec->{kept} && !defined $spec->{iohost} && !defined $spec->{mpi}
      && !%messengers && !$unsaid && !$terms && !$signals_read && !defined $usage_told && !%onlookers;
}

# Undef when there will be none.
sub next_folder {
    my $line = '';
    until ("\n" eq substr $line, -1) { sysread $to_launcher, $line, 4096, length $line or return undef }
    chomp $line;
    return $line;
}
