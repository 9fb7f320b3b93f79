# confine.pl - the control groups in which the tasks of steps run: what each may use, and what it has used.
#
# One of the parts of one program, see launcher.pl. docs/confinement.md says what is promised.
#
# Below the agent's own group (or a folder by configuration) each agent has SCOPE, and in it
#   NODE.JOB-ATTEMPT        limits of the slice that a job holds of the node: memory, cpus, processes
#   NODE.JOB-ATTEMPT/STEP   the tasks of one step: counts what they used, and is what is killed
# Version 2 of the kernel's interface has one such tree for all controllers, version 1 one for each of them; there
# cpuset, cpuacct and devices have NODE.STEP alone, as has memory without a limit, and so has "kill", a tree of version 2 beside
# them. That has no controllers, but it ends its processes for certain and counts their time; cpuacct is used only where
# it does not. STEP is the step's key, as its folder is called. Supervisors, launcher and agent stay outside, so that no
# limit of a job reaches them.
use strict;
use warnings;
use Errno qw(EEXIST ENODEV ENOENT);
use Fcntl qw(O_WRONLY);

my %ASPECT = (memory => 'memory', cpuset => 'cpus', pids => 'processes', cpuacct => 'accounting', devices => 'devices');
my $confined_by = '';                  # v2, v1, or nothing
my %scope;                             # controller => folder in which the groups of jobs are made
my %lacking;                           # aspect => why it does not work here
my $host_cpus = '';                    # cpus that groups may have, as a list
my $host_memories = '';                # v1: memory nodes that groups may have
my $most_processes;                    # of a job on a node
my $keeps_devices = 0;                 # v2: true when devices can be kept from a group
my $passed_on = '';                    # v2: controllers that a job's group passes on to those of its steps
my $spared = 0;                        # true when the OOM killer spares the agent, and so all that it starts

# ---------------------------------------------------------------- small things

# Writes to a file of the kernel; false when it does not take it, with $! saying why.
sub tell_kernel {
    my ($path, $text) = @_;
    my $fd = POSIX::open($path, O_WRONLY) // return 0;
    my $count = POSIX::write($fd, $text, length $text);
    my $errno = $! + 0;
    POSIX::close($fd);
    $! = $errno;
    return defined $count;
}

# The number after a word that begins a line.
sub counted {
    my ($text, $word) = @_;
    return defined $text && $text =~ /^\Q$word\E (\d+)$/m ? $1 : undef;
}

sub number_in {
    my ($text) = @_;
    return defined $text && $text =~ /\A(\d+)\n?\z/ ? $1 : undef;
}

sub make_folder {
    my ($path) = @_;
    return mkdir($path) || $! == EEXIST;
}

# ---------------------------------------------------------------- once, at the start of the launcher

# Finds out what can be confined here and prepares it. Options: mode, folder, scope, processes, dir, the folder of nodes,
# and kill, a group of version 2 into which processes can be forked, when there is one.
sub confinement_begins {
    my %option = @_;
    return unless defined $option{mode};
    delete $ASPECT{devices} unless $option{devices};
    if ($option{mode} eq 'off') {
        $lacking{$_} = 'confinement.mode is off' for values %ASPECT;
        return;
    }
    $most_processes = $option{processes};
    $spared = (slurp('/proc/self/oom_score_adj') // 0) < 0;
    for (1 .. 10) {
        my $why = begin_v2(\%option);
        begin_v1(\%option, $why) unless $confined_by;
        last if !$confined_by || hold_groups();
        $confined_by = '';             # a launcher before this one has just ended, and has taken its groups away
        (%scope, %lacking) = ();
        ($keeps_devices, $passed_on) = (0, '');
    }
    tidy_groups($option{dir}) if $confined_by;
    return;
}

# A group with another one in it is not taken away: each launcher has one of its own in those that all of them share.
sub hold_groups {
    for my $at (scopes()) { make_folder("$at/launcher-$$") or return 0 }
    return 1;
}

sub scopes {
    my %seen;
    return grep { !$seen{$_}++ } values %scope;
}

# Words for the agent: which interface, which cpus, and what does not work.
sub confinement_words {
    my @words = ("groups $confined_by");
    push @words, "cpus $host_cpus" if length $host_cpus;
    push @words, map { "lacks $_ $lacking{$_}" } sort keys %lacking;
    tr/\t\n/  / for @words;
    return @words;
}

# The agent ends: what is empty goes with it.
sub confinement_ends {
    for my $at (scopes()) {
        rmdir "$at/launcher-$$";
        rmdir $at;
    }
    return;
}

# Folders where the controllers of version 1 ('' for version 2) are mounted.
sub mounts {
    my %found;
    for my $line (split /\n/, slurp('/proc/mounts') // '') {
        my (undef, $at, $type, $options) = split / /, $line;
        if ($type eq 'cgroup2') { $found{''} //= $at }
        elsif ($type eq 'cgroup') { $found{$_} //= $at for split /,/, $options }
    }
    return %found;
}

# Prepares version 2; returns why not, or nothing.
sub begin_v2 {
    my ($option) = @_;
    my %mount = mounts();
    my $root = $mount{''} // return 'no cgroup file system of version 2 is mounted';
    my ($own) = (slurp('/proc/self/cgroup') // '') =~ /^0::(\S+)$/m;
    my $base = $option->{folder};
    if (length $base) {
        return "confinement.folder $base is not below $root" unless index("$base/", "$root/") == 0;
        make_folder($base) or return "$base cannot be made: $!";
    }
    else {
        return 'the agent is in no group of version 2' unless defined $own;
        $base = $own eq '/' ? $root : "$root$own";
        $base =~ s{/agent\z}{};
    }
    my %has = map { $_ => 1 } split ' ', slurp("$base/cgroup.controllers") // '';
    return "memory, cpuset and pids are not delegated to $base" unless $has{memory} || $has{cpuset} || $has{pids};
    my $crowd = leave_alone($base);
    return $crowd if defined $crowd;
    my $at = "$base/$option->{scope}";
    make_folder($at) or return "$at cannot be made: $!";
    for my $name (qw(memory cpuset pids io)) {
        my $fine = $has{$name} && tell_kernel("$base/cgroup.subtree_control", "+$name");
        my $why = $has{$name} ? "$base/cgroup.subtree_control does not take it: $!" : "it is not delegated to $base";
        $fine &&= tell_kernel("$at/cgroup.subtree_control", "+$name");
        if ($fine) {
            $scope{$name} = $at;
            $passed_on .= " +$name" unless $name eq 'cpuset';
        }
        elsif ($ASPECT{$name}) { $lacking{ $ASPECT{$name} } = $why }
    }
    my $trial = "$at/trial-$$";
    my $why = make_folder($trial) ? undef : "$trial cannot be made: $!";
    if (!defined $why) {
        my $pid = fork_into($trial);
        POSIX::_exit(0) if defined $pid && !$pid;
        $why = "no process can be started in $trial: $!" unless $pid;
        waitpid $pid, 0 if $pid;
        my $kept = $ASPECT{devices} ? keep_v2($trial, 'b 0:0') : undef;
        $lacking{devices} = $kept if defined $kept;
        $keeps_devices = $ASPECT{devices} && !defined $kept;
        rmdir $trial;
    }
    if (defined $why) {
        rmdir $at;
        (%scope, %lacking) = ();
        $keeps_devices = 0;
        $passed_on = '';
        return $why;
    }
    $scope{''} = $at;
    $confined_by = 'v2';
    $host_cpus = slurp("$at/cpuset.cpus.effective") // '' if $scope{cpuset};
    chomp $host_cpus;
    return undef;
}

# A group that has limits for its children may have no process itself, so the agent goes to a group of its own. Returns
# why not, when there are processes that are not the agent's.
sub leave_alone {
    my ($base) = @_;
    return undef unless -e "$base/cgroup.events";    # the kernel's first group may have both
    my %mine = map { $_ => 1 } $$, getppid;
    my @there = split ' ', slurp("$base/cgroup.procs") // '';
    return undef unless @there;
    my ($other) = grep { !$mine{$_} } @there;
    return "process $other shares the group $base; run the agent as a service with Delegate=yes, or set confinement.folder"
      if defined $other;
    make_folder("$base/agent") or return "$base/agent cannot be made: $!";
    for my $pid (@there) {
        tell_kernel("$base/agent/cgroup.procs", $pid) or return "the agent cannot be moved to $base/agent: $!";
    }
    return undef;
}

# Prepares each controller of version 1 that there is; $why is why version 2 was not taken.
sub begin_v1 {
    my ($option, $why) = @_;
    my %mount = mounts();
    my %own;
    for my $line (split /\n/, slurp('/proc/self/cgroup') // '') {
        my (undef, $names, $path) = split /:/, $line, 3;
        $own{$_} = $path eq '/' ? '' : $path for split /,/, $names;
    }
    my $kill = defined $option->{kill} ? "$option->{kill}/$option->{scope}" : undef;
    undef $kill unless defined $kill && make_folder($kill);
    my $counts = defined $kill && defined times_of($kill);
    for my $name (sort keys %ASPECT) {
        next if $name eq 'cpuacct' && $counts;    # a group less for each step
        my $root = $mount{$name};
        my $within = length $option->{folder} ? $option->{folder} : $own{$name};
        make_folder("$root$within") if defined $root && length $option->{folder};
        my $problem = defined $root && defined $within ? try_v1($name, "$root$within", $option->{scope}) : $why;
        if (!defined $problem) { $scope{$name} = "$root$within/$option->{scope}" }
        else { $lacking{ $ASPECT{$name} } = $problem }
    }
    if (!%scope) { rmdir $kill if defined $kill; return }
    $confined_by = 'v1';
    $scope{kill} = $kill if defined $kill;
    return unless $scope{cpuset};
    $host_cpus = slurp("$scope{cpuset}/cpuset.cpus") // '';
    $host_memories = slurp("$scope{cpuset}/cpuset.mems") // '';
    chomp($host_cpus, $host_memories);
    return;
}

# Makes the agent's group of one controller and tries it; returns why it does not work, or nothing.
sub try_v1 {
    my ($name, $base, $called) = @_;
    my $at = "$base/$called";
    my $trial = "$at/trial-$$";
    make_folder($at) or return "$at cannot be made: $!";
    my $why;
    if ($name eq 'cpuset') {
        for my $file ('cpuset.mems', 'cpuset.cpus') {
            my $all = slurp("$base/$file") // '';
            $why //= "$at/$file does not take '$all': $!" unless tell_kernel("$at/$file", $all);
        }
    }
    elsif ($name eq 'memory' && (slurp("$at/memory.use_hierarchy") // '1') =~ /^0/) {
        $why = "$at/memory.use_hierarchy does not take 1: $!" unless tell_kernel("$at/memory.use_hierarchy", 1);
    }
    $why //= make_folder($trial) ? undef : "$trial cannot be made: $!";
    if (!defined $why) {
        copy_cpus($at, $trial) if $name eq 'cpuset';
        $why = keep_v1($trial, 'b 0:0') if $name eq 'devices';
        my $pid = fork;
        POSIX::_exit(tell_kernel("$trial/tasks", 0) ? 0 : $! + 0 || 1) if defined $pid && !$pid;
        waitpid $pid, 0;
        if ($?) { local $! = $? >> 8; $why = "no process can be put into $trial: $!" }
        rmdir $trial;
    }
    rmdir $at if defined $why;
    return $why;
}

sub copy_cpus {
    my ($from, $to) = @_;
    return tell_kernel("$to/cpuset.mems", slurp("$from/cpuset.mems") // '')
      && tell_kernel("$to/cpuset.cpus", slurp("$from/cpuset.cpus") // '');
}

# Removes groups of steps that no folder knows any more, as nobody else would; the others are left to their supervisors
# and, where these are gone, to the sweeps of their steps.
sub tidy_groups {
    my ($dir) = @_;
    for my $at (scopes()) {
        for my $top (folders_in($at)) {
            if ($top =~ /\Alauncher-(\d+)\z/) { rmdir "$at/$top" unless -d "/proc/$1" }
            elsif ($top =~ /\A(.+)\.(\d+-\d+-\w+)\z/) { forsake("$at/$top") unless -d "$dir/$1/steps/$2" }
            elsif ($top =~ /\A(.+)\.\d+-\d+\z/) {
                for my $step (folders_in("$at/$top")) { forsake("$at/$top/$step") unless -d "$dir/$1/steps/$step" }
                rmdir "$at/$top";
            }
        }
    }
    return;
}

sub forsake {
    my ($path) = @_;
    for (1 .. 100) {
        return if remove_cgroup($path);
        kill_group($path);
        nap(0.01);
    }
    return;
}

sub folders_in {
    my ($path) = @_;
    opendir my $listing, $path or return;
    return grep { !/^\.\.?$/ && -d "$path/$_" } readdir $listing;
}

# ---------------------------------------------------------------- for each step

# The groups of a step, by name only: nothing is made yet. Nothing when nothing can be confined.
sub plan_groups {
    my ($spec) = @_;
    return undef unless $confined_by;
    my ($attempt) = $spec->{key} =~ /\A(\d+-\d+)-/;
    my $job = "$spec->{node}.$attempt";
    my %groups = (job => {}, step => {}, spec => $spec);
    for my $name (keys %scope) {
        # a group of the job would do nothing where the sum of its steps has no limit, nor one of all cpus
        if ($confined_by eq 'v1' && ($name =~ /^(?:cpu|kill|dev)/ || $name eq 'memory' && !$spec->{slicememory})) {
            next if $name eq 'cpuset' && (!length($spec->{slicelist} // '') || $spec->{slicelist} eq $host_cpus);
            next if $name eq 'devices' && !defined $spec->{kept};
            $groups{step}{$name} = "$scope{$name}/$spec->{node}.$spec->{key}";
            next;
        }
        $groups{job}{$name} = "$scope{$name}/$job";
        $groups{step}{$name} = "$scope{$name}/$job/$spec->{key}";
    }
    my %seen;
    $groups{paths} = [grep { !$seen{$_}++ } values %{ $groups{step} }, values %{ $groups{job} }];
    return \%groups;
}

# Folders of these groups, those of the step before those of its job.
sub group_paths {
    my ($groups) = @_;
    return $groups ? @{ $groups->{paths} } : ();
}

# The group of version 2 into which tasks are forked, if there is one.
sub group_to_fork_into {
    my ($groups) = @_;
    return $groups ? $groups->{step}{ $confined_by eq 'v2' ? '' : 'kill' } : undef;
}

# Makes the groups with the limits of the job's slice. Dies when the node cannot do what it has promised.
sub make_groups {
    my ($groups) = @_;
    return unless $groups;
    for my $again (1 .. 10) {
        my $why = $confined_by eq 'v2' ? make_v2($groups) : make_v1($groups);
        return unless defined $why;
        # another step of the job may just have ended and taken the job's group away
        my $text = "Expected to confine the step on node $groups->{spec}{node}, but $why.\n";
        die $text if $! != ENOENT && $! != ENODEV;
        blame_node($text) if $again == 10;
    }
    return;
}

sub make_v2 {
    my ($groups) = @_;
    my $spec = $groups->{spec};
    my $job = $groups->{job}{''};
    make_folder($job) or return "$job cannot be made: $!";
    my @limits;
    if ($scope{memory} && $spec->{slicememory}) {
        push @limits, 'memory.max' => $spec->{slicememory} * 1_048_576;
        push @limits, 'memory.swap.max' => 0 if -e "$job/memory.swap.max";
    }
    push @limits, 'pids.max' => $most_processes if $scope{pids};
    push @limits, 'cpuset.cpus' => $spec->{slicelist} if $scope{cpuset} && length($spec->{slicelist} // '');
    push @limits, 'cgroup.subtree_control' => substr $passed_on, 1 if length $passed_on;
    my $why = set_limits($job, @limits);
    return $why if defined $why;
    my $step = $groups->{step}{''};
    make_folder($step) or return "$step cannot be made: $!";
    return $keeps_devices && defined $spec->{kept} ? keep_v2($step, split /,/, $spec->{kept}) : undef;
}

sub make_v1 {
    my ($groups) = @_;
    my $spec = $groups->{spec};
    my $job = $groups->{job};
    for my $path (values %$job) { make_folder($path) or return "$path cannot be made: $!" }
    my $why;
    if ($job->{memory}) {
        my $most = $spec->{slicememory} * 1_048_576;
        $why = set_limits($job->{memory}, 'memory.limit_in_bytes' => $most,
            -e "$job->{memory}/memory.memsw.limit_in_bytes" ? ('memory.memsw.limit_in_bytes' => $most) : ());
    }
    $why //= set_limits($job->{pids}, 'pids.max' => $most_processes) if $job->{pids};
    return $why if defined $why;
    my $step = $groups->{step};
    for my $path (values %$step) { make_folder($path) or return "$path cannot be made: $!" }
    $why = $step->{devices} ? keep_v1($step->{devices}, split /,/, $spec->{kept}) : undef;
    return $why if defined $why || !$step->{cpuset};
    return set_limits($step->{cpuset}, 'cpuset.mems' => $host_memories, 'cpuset.cpus' => $spec->{slicelist});
}

sub set_limits {
    my ($path, @limits) = @_;
    while (my ($file, $value) = splice @limits, 0, 2) {
        tell_kernel("$path/$file", $value) or return "$path/$file does not take '$value': $!";
    }
    return undef;
}

# In the child that becomes a task. "0" to the file of threads moves the writer alone, for which the kernel need not
# stop the forks of the whole host for a moment as it does for any other move.
sub enter_groups {
    my ($groups) = @_;
    tell_kernel('/proc/self/oom_score_adj', 0) if $spared;
    for my $path (groups_to_enter($groups)) {
        tell_kernel("$path/tasks", 0) or die "Expected to put the task into $path, but $!.\n";
    }
    return;
}

# Those into which nothing can be forked.
sub groups_to_enter {
    my ($groups) = @_;
    return unless $groups && $confined_by eq 'v1';
    my $step = $groups->{step};
    return map { $_ eq 'kill' ? () : $step->{$_} } keys %$step;
}

# What the step has used: { by, oom, peak, user, system, read, written }, bytes and microseconds, undef for what is not
# known. $rusage is what the kernel has summed up of the processes that were waited for.
sub used_by {
    my ($groups, $rusage) = @_;
    my %used = (by => 'rusage', oom => 0, %{ $rusage // {} });
    return \%used unless $groups;
    my $step = $groups->{step};
    if ($confined_by eq 'v2') {
        my $at = $step->{''};
        $used{oom} = counted(slurp("$at/memory.events"), 'oom_kill') // 0 if $scope{memory};
        my $peak = $scope{memory} ? number_in(slurp("$at/memory.peak")) : undef;
        @used{qw(by peak)} = ('cgroup', $peak) if defined $peak;
        my ($user, $system) = times_of($at);
        @used{qw(user system)} = ($user, $system) if defined $user;
        my $io = $scope{io} ? slurp("$at/io.stat") : undef;
        if (defined $io) {
            @used{qw(read written)} = (0, 0);
            $used{read} += $1 while $io =~ /\brbytes=(\d+)/g;
            $used{written} += $1 while $io =~ /\bwbytes=(\d+)/g;
        }
        return \%used;
    }
    if ($step->{memory}) {
        my $oom = counted(slurp("$step->{memory}/memory.oom_control"), 'oom_kill');
        # before Linux 4.13 only this says that the limit was reached
        $oom //= $used{killed} && number_in(slurp(($groups->{job}{memory} // $step->{memory}) . "/memory.failcnt")) ? 1 : 0;
        $used{oom} = $oom;
        my $peak = number_in(slurp("$step->{memory}/memory.max_usage_in_bytes"));
        @used{qw(by peak)} = ('cgroup', $peak) if defined $peak;
    }
    if (my ($user, $system) = $step->{kill} ? times_of($step->{kill}) : ()) { @used{qw(user system)} = ($user, $system) }
    elsif ($step->{cpuacct}) {
        my ($user, $system) =
          map { number_in(slurp("$step->{cpuacct}/cpuacct.usage_$_")) } qw(user sys);
        @used{qw(user system)} = map { int($_ / 1000) } $user, $system if defined $user && defined $system;
    }
    return \%used;                     # bytes: version 1 does not count what is written later by the kernel; rusage does
}

# Microseconds in user and in system mode of all that has run in this group of version 2; nothing where it does not count.
sub times_of {
    my ($at) = @_;
    my $text = slurp("$at/cpu.stat");
    my @times = map { counted($text, $_) } qw(user_usec system_usec);
    return 2 == grep({ defined } @times) ? @times : ();
}

# Ends what is in the step's groups; once, so that the caller can look again.
sub kill_groups {
    my ($groups) = @_;
    my $step = $groups ? $groups->{step} : return;
    my ($any) = grep { defined } @$step{ '', qw(kill pids memory cpuacct cpuset) };
    kill_group($any) if defined $any;
    return;
}

sub kill_group {
    my ($path) = @_;
    return if tell_kernel("$path/cgroup.kill", 1);
    tell_kernel("$path/pids.max", 0);  # who cannot fork cannot get away
    my @pids = grep { $_ != $$ } split ' ', slurp("$path/cgroup.procs") // '';
    kill 'KILL', @pids if @pids;
    return;
}

# Removes these folders; false while one of a step is there. One of a job goes with its last step.
sub remove_groups {
    my $gone = 1;
    for my $path (@_) {
        if ($path =~ m{/(?:.+\.)?\d+-\d+-\w+\z}) { $gone = 0 unless remove_cgroup($path) }
        else { rmdir $path }
    }
    return $gone;
}
