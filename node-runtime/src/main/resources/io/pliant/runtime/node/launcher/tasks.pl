# tasks.pl - the children that become the tasks of a step, and the one that looks first whether all of them can.
#
# One of the parts of one program, see launcher.pl. What is of the user is reached, opened and made here, as him.
use strict;
use warnings;
use Errno qw(EAGAIN ECONNREFUSED EINTR EINVAL EIO EMFILE ENFILE ENOENT ENOMEM ETIMEDOUT ETXTBSY);
use Fcntl qw(O_APPEND O_CREAT O_NONBLOCK O_RDONLY O_TRUNC O_WRONLY);

my $SCRIPT_WAITS = 30;                 # seconds for which a script may still be open for writing
my %LIMIT = (CPU => 0, FSIZE => 1, DATA => 2, STACK => 3, CORE => 4, RSS => 5, NPROC => 6, NOFILE => 7, MEMLOCK => 8, AS => 9);

# In a child, because the name service may let one wait.
sub know_user {
    return if $spec->{login};
    $spec->{login} = login_defaults();
    return if !$spec->{impersonate} && !@{ $spec->{login} };
    $! = 0;
    my @entry = getpwuid $spec->{uid};
    blame_node("Expected to look up user $spec->{user} (uid $spec->{uid}), but $!.")
      if !@entry && grep { $! == $_ } EIO, ENOMEM, EMFILE, ENFILE, EAGAIN, ETIMEDOUT, ECONNREFUSED;
    @$spec{qw(home shell)} = home_and_shell(@entry);
    $spec->{login} = login_defaults();
    return unless $spec->{impersonate};
    my $groups = `id -G -- $entry[0] 2>/dev/null` if defined $entry[0] && $entry[0] =~ /\A[\w.][\w.-]*\z/;
    $spec->{groups} = join ' ', $spec->{gid}, split ' ', length($groups // '') ? $groups : $spec->{gid};
    return;
}

sub home_and_shell {
    my @entry = @_;
    return ($entry[7] // '/', length($entry[8] // '') ? $entry[8] : '/bin/sh');
}

# What a login sets, as far as the step does not say it.
sub login_defaults {
    my %given = map { /\A([^=]*)=/ ? ($1 => 1) : () } @{ $spec->{env} // [] };
    my %default = (
        USER => $spec->{user},
        LOGNAME => $spec->{user},
        HOME => $spec->{home} // '',
        SHELL => $spec->{shell} // '',
        PATH => '/usr/local/bin:/usr/bin:/bin',
    );
    return [map { $given{$_} ? () : "$_=$default{$_}" } sort keys %default];
}

# In a child: becomes the user and enters his folder, so that nothing is reached or made that he could not reach or make.
sub go_there {
    know_user();
    become_user();
    chdir $spec->{dir}
      or die "Expected to change to the working directory $spec->{dir} as user $spec->{user}, but $!.\n";
    die closed_to_user() . "\n" if $spec->{batch} && !-x "$dir/slurm_script";
    return;
}

sub closed_to_user {
    return "Expected user $spec->{user} to be able to run $dir/slurm_script, but a folder on the way to it is closed to him."
      . ' Maybe choose a state folder that others may pass through.';
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
    sysopen my $handle, $path, $how | O_NONBLOCK, 0666 or die cannot_open($path, $kind) . "$!.\n";
    return nonblocking($handle, 0);
}

# To be followed by the reason.
sub cannot_open {
    my ($path, $kind) = @_;
    return "Expected to open the $kind file $path in $spec->{dir} as user $spec->{user}, but ";
}

# Several tasks: a child looks first whether all of them will find their folder and files, and empties those, so that
# no task begins when another one can not, and none empties what another one has written. It tells who the user is, too.
sub begin_check {
    pipe $check, my $report or blame_node("Expected to make a pipe, but $!.");
    nonblocking($check, 1);
    my $pid = fork;
    blame_node("Expected to fork, but $!.") unless defined $pid;
    return if $pid;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    my $fine = eval { go_there(); check_files() unless $attached; 1 };
    my $text = $fine ? join("\0", 'fine', map { $_ // '' } @$spec{qw(groups home shell)}) : one_line($@);
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
    @$spec{qw(groups home shell)} = split /\0/, $checked, -1;
    $spec->{login} = login_defaults();
    remember_user();
    delete $spec->{truncate};
    eval { begin_tasks(); 1 } || fail_launch($@);
    return;
}

sub start_tasks {
    $begun = 1;
    return if is_plain_start() && ask_starter();
    return fork_tasks();
}

sub fork_tasks {
    pipe $errors, my $complain or blame_node("Expected to make a pipe, but $!.");
    nonblocking($errors, 1);
    for my $task (@tasks) {
        open_pipes($task) if $attached;
        open_pmi($task);
        my $pid = $cgroup ? fork_into($cgroup) : undef;
        $pid //= fork unless $groups && group_to_fork_into($groups);    # where there are limits nothing runs without
        if (!defined $pid) {
            my $why = "Expected to fork task $task->{rank}, but $!.";
            $groups ? die $why : blame_node($why);    # under limits it may be the job's own that is reached
        }
        run_task($task, $complain) unless $pid;
        task_has_begun($task, $pid);
        delete @$task{qw(stdin stdout stderr pmitheirs)};
    }
    close $complain;
    $early_input = '';
    delete $spec->{env};
    return;
}

sub task_has_begun {
    my ($task, $pid) = @_;
    POSIX::setpgid($pid, $pid);        # so does the child: whoever is first, a signal from now on finds the group
    $task->{pid} = $pid;
    $task_by_pid{$pid} = $task;
    return;
}

# In the child: becomes the task, or says why not. Never returns.
sub run_task {
    my ($task, $complain) = @_;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    POSIX::setpgid(0, 0);
    my $fine = eval { enter_groups($groups); bind_to($task->{cpus}); bind_memory($task); go_there(); open_streams($task) unless $attached; inherit_limits(); 1 };
    if (!$fine) { syswrite $complain, one_line($@) . "\n"; POSIX::_exit(1) }
    POSIX::dup2(fileno $task->{stdin}, 0);
    POSIX::dup2(fileno $task->{stdout}, 1);
    POSIX::dup2(fileno $task->{stderr}, 2);
    report_binding($task) if defined $spec->{bindreport};
    report_memory($task) if defined $spec->{memreport};
    syswrite STDERR, "pliant: --mem-bind: $task->{unbound}\n" if defined $task->{unbound} && $task->{rank} == 0;
    my @login = login_words();
    %ENV = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } @{ $spec->{login} }, @login, without_yield(without_pmix(without_pmi(@{ $spec->{env} }))), @{ $task->{env} }, pmi_words($task), pmix_words($task), openmpi_words(), yield_words($task);
    $ENV{PLIANT_STEP_DIR} = $dir;
    $ENV{SLURM_TASK_PID} = $ENV{PLIANT_TASK_PID} = $$;
    my @command = $spec->{batch} ? ("$dir/slurm_script", @{ $spec->{arg} }) : @{ $spec->{arg} };
    warn_of_openmpi($task, $command[0]);
    execute(@command);
    my $errno = $! + 0;
    my $lacks = lacking($command[0]);
    if (defined $lacks) { syswrite $complain, 'NODE_FAULT ' . one_line($lacks) . "\n"; POSIX::_exit(1) }
    syswrite STDERR, "pliant: error: execve(): $command[0]: $!\n";
    POSIX::_exit($errno || 1);
}

# In a child: runs on no other cpus than these, a list as in 0-3,8. Where the kernel is not known there are no such lists.
sub bind_to {
    my ($list) = @_;
    return unless length($list // '') && %CALL;
    my $mask = cpu_mask($list);
    syscall($CALL{affinity}, 0, length $mask, $mask) >= 0 or die "Expected to bind the task to the cpus $list, but $!.\n";
    return;
}

# In a child: has its memory on these parts of the host's. What the host does not permit is said, not what it does not have.
sub bind_memory {
    my ($task) = @_;
    my ($how, $mask) = split / /, $task->{mem} // return;
    my %mode = (prefer => 1, bind => 2, local => 4);
    my $bits = memory_mask($mask // '0');
    my $nodes = $how eq 'local' ? 0 : 8 * length $bits;
    return if %CALL && syscall($CALL{mempolicy}, $mode{$how}, $nodes ? $bits : 0, $nodes) >= 0;
    die "Expected memory of the NUMA nodes with the mask 0x$mask (--mem-bind), but the host has no such, or the job may not use it.\n"
      if %CALL && $! == EINVAL && $how ne 'local';
    $task->{unbound} = "tasks may use memory of any part of node $spec->{node}: " . (%CALL ? $! : 'this kernel is not known');
    return;
}

# Bits of a hexadecimal mask, lowest first, in whole words.
sub memory_mask {
    my ($hex) = @_;
    my $bits = reverse pack 'H*', length($hex) % 2 ? "0$hex" : $hex;
    return $bits . "\0" x (-length($bits) % 8);
}

sub report_memory {
    my ($task) = @_;
    my ($how, $mask) = split / /, $task->{mem} // '';
    syswrite STDERR, sprintf "mem-bind=%s - %s, task %2u %2u [%u]: mask 0x%s%s\n", $spec->{memreport}, $spec->{node},
      $task->{rank}, $task->{local} // 0, $$, $mask // '1', defined $how && !defined $task->{unbound} ? ' set' : '';
    return;
}

sub cpu_mask {
    my ($list) = @_;
    my $mask = '';
    for (split /,/, $list) { my ($from, $to) = split /-/; vec($mask, $_, 1) = 1 for $from .. $to // $from }
    return $mask . "\0" x (-length($mask) % 8);
}

# As Slurm tells it.
sub report_binding {
    my ($task) = @_;
    my $list = $task->{cpus} // (slurp('/proc/self/status') // '') =~ /^Cpus_allowed_list:\s*(\S+)/m ? $task->{cpus} // $1 : '0';
    (my $bits = unpack 'H*', scalar reverse cpu_mask($list)) =~ s/\A0+(?=.)//;
    syswrite STDERR, sprintf "cpu-bind=%s - %s, task %2u %2u [%u]: mask 0x%s%s\n", $spec->{bindreport}, $spec->{node},
      $task->{rank}, $task->{local} // 0, $$, $bits, defined $task->{cpus} ? ' set' : '';
    return;
}

# Returns when it does not work, with $! saying why. A child that the agent forked while it wrote the script, to ask a
# sensor perhaps, has the script open until it executes its own program: that is waited for.
sub execute {
    my @command = @_;
    my $until;
    while (1) {
        { no warnings 'exec'; exec { $command[0] } @command }
        return if !$spec->{batch} || $! != ETXTBSY;
        $until //= now() + $SCRIPT_WAITS;
        if (now() >= $until) { $! = ETXTBSY; return }
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

# In a child: what the user had where he submitted, but never above what the node gives him.
sub inherit_limits {
    for (@{ $spec->{rlimit} }) {
        my ($name, $value) = split / /;
        next unless %CALL && defined $LIMIT{$name};
        my $now = pack 'QQ', 0, 0;
        next if syscall($CALL{prlimit}, 0, $LIMIT{$name}, 0, $now) != 0;
        my $hard = (unpack 'QQ', $now)[1];
        my $soft = $value eq 'unlimited' || $value > $hard ? $hard : $value + 0;
        my $new = pack 'QQ', $soft, $hard;
        syscall $CALL{prlimit}, 0, $LIMIT{$name}, $new, 0;
    }
    return;
}

sub become_user {
    umask oct $spec->{umask} if defined $spec->{umask};
    return unless $spec->{impersonate};
    $) = $spec->{groups};
    POSIX::setgid($spec->{gid});
    POSIX::setuid($spec->{uid});
    blame_node("Expected to become user $spec->{user} (uid $spec->{uid}), but $!.")
      unless $< == $spec->{uid} && $> == $spec->{uid} && $( == $spec->{gid};
    return;
}
