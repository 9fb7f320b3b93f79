# starter.pl - plain steps, whose task is started by a small program and not by a fork of this one.
#
# One of the parts of one program, see launcher.pl. A fork of perl may cost three times what its task, a short script, does: each
# page that either of the two writes to is copied. So a supervisor has pliant-start, a program in C (src/main/c/pliant-start,
# where main.c has what is said), do what run_task in tasks.pl does; the task is the supervisor's own child all the same. Where
# there is no such program, and for whatever is not plain, the supervisor forks.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);
use Fcntl qw(O_APPEND O_CREAT O_RDONLY O_TRUNC O_WRONLY);

my $ORDER_BYTES = 65_536;              # as order.h has it
my $ORDER_WORDS = 8192;
my $SEQPACKET = 5;                     # kind of socket that keeps records apart
my $KNOWN_FOR = 60;                    # seconds for which it counts what was known of a user
my $starter_program;                   # the path of pliant-start, or undef
my %known;                             # uid => { groups, home, shell, until }

# The agent's own user, whose jobs need no look-up, as getpwuid tells him, and options of the launcher: start, the path.
sub starter_begins {
    my ($own, %option) = @_;
    my ($home, $shell) = home_and_shell(@$own);
    $known{$>} = { groups => '', home => $home, shell => $shell, until => 'inf' } if @$own;
    $starter_program = $option{start} if %CALL && -e "/proc/$$/task/$$/children";
    return;
}

# True when the task of this step needs nothing but what pliant-start can do.
sub is_plain_start {
    my $task = $tasks[0];
    return 0 if !defined $starter_program || !$spec->{batch} || @tasks != 1;
    return 0 if defined $spec->{iohost} || defined $spec->{mpi} || defined $pmix_lacking;
    return 0 if defined $task->{mem} || defined $spec->{bindreport} || defined $spec->{memreport};
    return !grep { /\APLIANT_GET_USER_ENV=/ } @{ $spec->{env} };
}

# False when a child has to look up the user first: the name service may let one wait.
sub recall_user {
    my $known = $known{ $spec->{uid} };
    return 0 if !$known || $known->{until} < now();
    @$spec{qw(groups home shell)} = @$known{qw(groups home shell)};
    $spec->{login} = login_defaults();
    return 1;
}

sub remember_user {
    my %user = map { $_ => $spec->{$_} } qw(groups home shell);
    $known{ $spec->{uid} } = { %user, until => now() + $KNOWN_FOR } if length $user{home} && (length $user{groups} || !$spec->{impersonate});
    return;
}

# Has the task started; false when it was not, and is to be forked.
sub ask_starter {
    my $order = join '', map { "$_\0" } start_order($tasks[0]);
    return 0 if length $order > $ORDER_BYTES || ($order =~ tr/\0//) > $ORDER_WORDS;
    start_starter() unless $starter;
    return 0 unless $starter && defined syswrite $starter->{socket}, $order;
    return $start_asked = 1;
}

# It is the first child of its supervisor, see starter_alone.
sub start_starter {
    socketpair my $ours, my $theirs, Socket::AF_UNIX(), $SEQPACKET, 0 or return;
    my $pid = fork // return;
    if (!$pid) {
        POSIX::dup2(fileno $theirs, 0);
        { no warnings 'exec'; exec { $starter_program } 'pliant-start' }
        POSIX::_exit(1);
    }
    $starter = { socket => nonblocking($ours, 1), pid => $pid };
    return;
}

# The same as run_task does.
sub start_order {
    my ($task) = @_;
    my $how = O_WRONLY | O_CREAT | O_APPEND | ($spec->{truncate} ? O_TRUNC : 0);
    my @words = (($groups ? group_to_fork_into($groups) : $cgroup) // '');
    push @words, 'w', '/proc/self/oom_score_adj', 0, '' if $spared;
    push @words, 'w', "$_/tasks", 0, "Expected to put the task into $_, but " for groups_to_enter($groups);
    push @words, 'a', unpack('H*', cpu_mask($task->{cpus})), "Expected to bind the task to the cpus $task->{cpus}, but " if length($task->{cpus} // '');
    push @words, 'u', oct($spec->{umask}) & 0777 if defined $spec->{umask};
    push @words, user_order() if $spec->{impersonate};
    push @words, 'c', $spec->{dir}, "Expected to change to the working directory $spec->{dir} as user $spec->{user}, but ";
    push @words, 'x', "$dir/slurm_script", closed_to_user();
    push @words, 'o', 0, O_RDONLY, $task->{in} // '/dev/null', cannot_open($task->{in} // '/dev/null', 'input');
    push @words, 'o', 1, $how, $task->{out}, cannot_open($task->{out}, 'output');
    push @words, $task->{err} eq $task->{out} ? ('d', 2, 1) : ('o', 2, $how, $task->{err}, cannot_open($task->{err}, 'error'));
    for (@{ $spec->{rlimit} }) {
        my ($name, $value) = split / /;
        push @words, 'l', $LIMIT{$name}, $value eq 'unlimited' ? '-' : $value if defined $LIMIT{$name};
    }
    my @command = ("$dir/slurm_script", @{ $spec->{arg} });
    my %env = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } @{ $spec->{login} }, without_yield(@{ $spec->{env} }), @{ $task->{env} };
    $env{PLIANT_STEP_DIR} = $dir;
    delete @env{qw(SLURM_TASK_PID PLIANT_TASK_PID)};    # the new process knows
    return @words, 'e', scalar @command, @command, scalar keys %env, map { "$_=$env{$_}" } keys %env;
}

sub user_order {
    my (undef, @groups) = split ' ', $spec->{groups};    # the first is the group that it shall have
    my $why = "NODE_FAULT Expected to become user $spec->{user} (uid $spec->{uid}), but ";
    return ('i', $spec->{uid}, $spec->{gid}, $why, scalar @groups, @groups);
}

sub watch_starter {
    my ($readable) = @_;
    vec($$readable, fileno $starter->{socket}, 1) = 1 if $start_asked;
    return;
}

# Takes in a word of it; false when there is none.
sub hear_starter {
    my $count = sysread $starter->{socket}, my ($word), 4096;
    return 0 if !defined $count && ($! == EAGAIN || $! == EINTR);
    if (!$count) { lose_starter(); return 0 }
    my ($kind, $text) = $word =~ /\A(\w) ?(.*)\z/s;
    my $task = $tasks[0];
    if ($kind eq 'h') { $starter->{here} = 1 }
    elsif ($kind eq 'p') { task_has_begun($task, $text) }
    elsif ($kind eq 'w') {
        $complaints = one_line($text);
        fail_as_told($complaints);
    }
    else {
        undef $start_asked;
        $kind eq 'c' ? fork_instead() : tasks_are_settled();
    }
    return 1;
}

# Nothing has begun, as on a kernel that is too old: this supervisor asks no more.
sub fork_instead {
    undef $starter_program;
    return if $reason;
    eval { fork_tasks(); 1 } || fail_launch($@);
    return;
}

# Of one that never was there nothing has begun; of another that is not known for certain.
sub lose_starter {
    my $was_here = $starter->{here};
    undef $starter;
    return unless $start_asked;
    undef $start_asked;
    return fork_instead() unless $was_here;
    fail_launch('NODE_FAULT Expected pliant-start to start the task, but it has ended.') unless $reason;
    return;
}

# A child has ended; false when it is not that one. What was said before counts.
sub starter_ended {
    my ($pid) = @_;
    if ($starter && $start_asked) { 1 while $starter && hear_starter() }
    return 0 unless $starter && $pid == $starter->{pid};
    lose_starter();
    return 1;
}

# True when no other child is left. The kernel lists children in the order in which they came, those that were orphaned
# last. The starter was there before the task, so a list that begins and ends with it misses none.
sub starter_alone {
    return $starter && (slurp("/proc/$$/task/$$/children") // '') =~ /\A\s*$starter->{pid}\s*\z/;
}

# Children that are not of the step.
sub bystanders { return { %messengers, $starter ? ($starter->{pid} => 1) : () } }
