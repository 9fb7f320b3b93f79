# trees.pl - the processes of a step: its control group for killing, its tree, and what a lost supervisor left behind.
#
# One of the parts of one program, see launcher.pl.
use strict;
use warnings;
use Errno qw(ENOENT);
use Fcntl qw(O_RDONLY);

my $cgroup_base;                       # folder in which a cgroup per step is made, or undef

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
    my $fd = POSIX::open($cgroup, O_RDONLY) // return undef;
    my $arguments = pack 'Q11', 1 << 33, 0, 0, 0, POSIX::SIGCHLD, 0, 0, 0, 0, 0, $fd;
    my $pid = syscall $CALL{clone3}, $arguments, length $arguments;
    my $errno = $! + 0;
    POSIX::close($fd);                 # in both processes: no task gets it
    $! = $errno;
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
    return tell_kernel("$path/cgroup.kill", 1);
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

# All processes below $top, parents first, without those of %$but and what is below them; the first $most alone, if that is given.
sub descendants {
    my ($top, $but, $most) = @_;
    return descendants_by_scan($top, $but, $most) unless -e "/proc/$top/task/$top/children";
    my @found;
    my @open = grep { !$but->{$_} } children_of($top);
    while (defined(my $pid = shift @open)) {
        last if defined $most && @found >= $most;
        push @found, $pid;
        push @open, children_of($pid);
    }
    return @found;
}

sub descendants_by_scan {
    my ($top, $but, $most) = @_;
    my %children;
    for my $pid (all_pids()) {
        my ($parent) = (slurp("/proc/$pid/stat") // '') =~ /\) \S (\d+)/;
        push @{ $children{$parent} }, $pid if defined $parent;
    }
    my @found;
    my @open = grep { !$but->{$_} } @{ $children{$top} // [] };
    while (defined(my $pid = shift @open)) {
        last if defined $most && @found >= $most;
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

# Process number, start time, boot id and cgroup of a step's supervisor, or nothing when none has begun.
sub supervisor_of {
    my ($dir) = @_;
    return (slurp("$dir/state") // '') =~ /\Apid (\d+) (\d+) (\S+)(?: (\S+))?\n/;
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
