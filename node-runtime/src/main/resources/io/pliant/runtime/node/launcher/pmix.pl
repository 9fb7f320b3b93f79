# pmix.pl - PMIx, by which Open MPI's programs learn their world: a helper that hosts libpmix's server, docs/mpi.md.
#
# One of the parts of one program, see launcher.pl. The helper (node-runtime/src/main/c/pliant-pmix) is a child of the
# supervisor, runs as the user in the step's control group, and is no task. What it says is no more trusted than what a task
# says. All nodes of a step agree first whether each of them has it; then tasks wait until it is ready.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);
use Fcntl qw(F_SETFD);

my $PMIX_READY = 60;                   # seconds in which a helper has to be ready
my $PMIX_ENDS = 5;                     # seconds in which it has to end once there are no tasks
my $PMIX_TEXT = 4000;                  # bytes of its texts
my $PMIX_NAMES = qr/\A(?:PMIX_(?!MCA_)\w+|OMPI_MCA_orte_local_daemon_uri)=/;
my $pmix_program;                      # path of the helper, or undef where PMIx is not offered
my $pmix_lacking;                      # the node that has no helper, where PMIx was wanted
my $pmix;                              # { pid, socket, heard, untold, folders, env, ready_by, ends_by, last_words }

sub pmix_begins { my %option = @_; $pmix_program = $option{pmix}; return }

# Where srun is not reached, and is not needed for streams, there is none of it, as there is no other way to tell each other.
sub wants_pmix { return defined $spec->{mpi} && $spec->{mpi} =~ /\bpmix\b/ && (alone() || $client) }

# The helper starts while other things are looked at.
sub prepare_pmix {
    return unless wants_pmix();
    if (!defined $pmix_program) {
        gather('pmix', '*', "- $spec->{node}", sub { });
        return lack_pmix($spec->{node});
    }
    $pmix_asked = 1;
    start_pmix();
    gather('pmix', '*', random_word(), \&agree_on_pmix);
    with_layout(sub { });              # asked for meanwhile
    return;
}

# Nothing else stands before the tasks.
sub begin_tasks {
    return start_tasks() unless $pmix_asked;
    $pmix_asked = 2;
    return;
}

sub pmix_known {
    my $waited = $pmix_asked == 2;
    $pmix_asked = 0;
    return if !$waited || $reason;
    eval { start_tasks(); 1 } || fail_launch($@);
    return;
}

sub random_word {
    my $fd = POSIX::open('/dev/urandom', Fcntl::O_RDONLY) // blame_node("Expected to open /dev/urandom, but $!.");
    my $count = POSIX::read($fd, my ($bytes), 16);
    POSIX::close($fd);
    blame_node('Expected 16 bytes of /dev/urandom, but there are none.') unless ($count // 0) == 16;
    return unpack 'H*', $bytes;
}

sub start_pmix {
    socketpair my $ours, my $theirs, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0 or blame_node("Expected to make a socket for PMIx, but $!.");
    nonblocking($ours, 1);
    my $pid = $cgroup ? fork_into($cgroup) : undef;
    $pid //= fork unless $groups && group_to_fork_into($groups);
    die "Expected to fork the helper for PMIx, but $!." unless defined $pid;
    run_pmix($theirs, 'serve', fileno $theirs, $spec->{nodeindex}, $spec->{node}) unless $pid;
    $pmix = { pid => $pid, socket => $ours, heard => '', untold => '', folders => [], env => [], ready_by => now() + $PMIX_READY };
    return;
}

# In a child: becomes the helper, as the user. It gets nothing of the user's environment but where temporary files go.
sub run_pmix {
    my ($socket, @words) = @_;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    POSIX::setpgid(0, 0);
    my $why = eval {
        enter_groups($groups);
        know_user();
        become_user();
        chdir '/';
        fcntl $socket, F_SETFD, 0 if $socket;
        my ($folder) = map { /\ATMPDIR=(.+)\z/s ? $1 : () } @{ $spec->{env} // [] };
        %ENV = (PATH => '/usr/bin:/bin', PLIANT_STEP_DIR => $dir, defined $folder ? (TMPDIR => $folder) : ());
        { no warnings 'exec'; exec { $pmix_program } $pmix_program, @words }
        "$!";
    } // one_line($@);
    my $text = "Expected to run $pmix_program as user $spec->{user}, but $why.";
    syswrite $socket, 'm ' . length($text) . "\n$text" if $socket;
    POSIX::_exit(1);
}

# What each node has: a word that nobody can guess, or "- NAME" where there is no helper. Then there is no PMIx on any.
sub agree_on_pmix {
    my ($lacking) = map { $_->[1] =~ /\A- (\S+)\z/ ? $1 : () } @_;
    if (defined $lacking) {
        close_pmix();
        return eval { lack_pmix($lacking); 1 } ? pmix_known() : fail_launch($@);
    }
    return unless $pmix && $pmix->{socket};
    tell_pmix("space pliant-$_[0][1]\n");
    with_layout(sub {
        my $text = join '', map { my $words = "$layout[$_]{name} $layout[$_]{ranks}"; "$_ " . length($words) . "\n$words" } grep { $layout[$_] } 0 .. $#layout;
        tell_pmix('layout ' . length($text) . "\n$text");
    });
    return;
}

# Dies where nothing else was asked for.
sub lack_pmix {
    ($pmix_lacking) = @_;
    die "Expected PMIx on all nodes (--mpi=pmix), but node $pmix_lacking does not offer it: " . remedy_for_pmix() . "\n" if $spec->{mpi} eq 'pmix';
    return;
}

sub remedy_for_pmix {
    return 'install a C compiler and libpmix with its header there (on Debian: gcc libpmix-dev), build Pliant again and restart the agent';
}

# In the child that becomes the task. What the user set for Open MPI stays.
sub pmix_words {
    my ($task) = @_;
    return unless $pmix && @{ $pmix->{env} };
    my %given = map { /\A(OMPI_MCA_[^=]+)=/ ? ($1 => 1) : () } @{ $spec->{env} }, @{ $task->{env} };
    my @words = @{ $pmix->{env} };
    push @words, 'OMPI_MCA_btl_tcp_if_include=lo' if on_loopback() && !$given{OMPI_MCA_btl_tcp_if_exclude};
    return ("PMIX_RANK=$task->{rank}", grep { !/\A([^=]+)=/ || !$given{$1} } @words);
}

# What a task around this step was told is not for this one.
sub without_pmix { return $spec->{batch} ? @_ : grep { $_ !~ $PMIX_NAMES } @_ }

sub tell_pmix {
    my ($bytes) = @_;
    return unless $pmix && $pmix->{socket};
    $pmix->{untold} .= $bytes;
    return push_pmix();
}

sub push_pmix {
    return unless $pmix->{socket} && length $pmix->{untold};
    my $count = syswrite $pmix->{socket}, $pmix->{untold};
    substr $pmix->{untold}, 0, $count, '' if defined $count;    # of a broken socket its end is heard
    return;
}

sub watch_pmix {
    my ($readable, $writable) = @_;
    return unless $pmix && $pmix->{socket};
    vec($$readable, fileno $pmix->{socket}, 1) = 1 if length $to_client < $CLIENT_WAITS;
    vec($$writable, fileno $pmix->{socket}, 1) = 1 if length $pmix->{untold};
    return;
}

sub serve_pmix {
    my ($readable, $writable) = @_;
    return unless $pmix && $pmix->{socket};
    my $fd = fileno $pmix->{socket};
    push_pmix() if vec $writable, $fd, 1;
    hear_pmix() if vec $readable, $fd, 1;
    return;
}

# Looks at the clock, each turn.
sub tend_pmix {
    if ($pmix_asked && $reason) {
        $message = 'It was ended before it was started.' if $pmix_asked == 2 && !length $message;
        $pmix_asked = 0;
        close_pmix();
    }
    return fail_launch('Expected the nodes to tell each other through srun what they need for PMIx, but it went away.') if $pmix_asked && !$client && !alone();
    return unless $pmix && $pmix_asked && defined $pmix->{ready_by} && @layout && now() >= $pmix->{ready_by};
    return lose_pmix("was not ready within $PMIX_READY s");
}

sub pmix_due {
    return () unless $pmix;
    return grep { defined } $pmix_asked && @layout ? $pmix->{ready_by} : undef, $pmix->{pid} ? $pmix->{ends_by} : undef;
}

# All that it has said up to now.
sub hear_pmix {
    while ($pmix && $pmix->{socket}) {
        my $count = sysread $pmix->{socket}, $pmix->{heard}, $FRAME, length $pmix->{heard};
        return if !defined $count && ($! == EAGAIN || $! == EINTR);
        if (!$count) { undef $pmix->{socket}; return }    # how it ended is told by its end
        while ($pmix->{heard} =~ /\A([^\n]{1,1300})\n/) {
            my ($line, $start) = ($1, $+[0]);
            my $length = $line =~ / (\d{1,8})\z/ && $line !~ /\A[cf] / ? $1 : 0;
            return lose_pmix("said more than $GATHERED_MOST bytes") if $length > $GATHERED_MOST;
            last if length $pmix->{heard} < $start + $length;
            my $bytes = substr $pmix->{heard}, $start, $length;
            substr $pmix->{heard}, 0, $start + $length, '';
            obey_pmix($line, $bytes) or return lose_pmix('said ' . one_line("'$line'") . ', which is not known here');
            return unless $pmix && $pmix->{socket};
        }
        return lose_pmix('said a line that is too long') if $pmix->{heard} !~ /\n/ && length $pmix->{heard} > 1300;
    }
    return;
}

# False when it is nothing that the helper may say.
sub obey_pmix {
    my ($line, $bytes) = @_;
    if ($line =~ /\Ag (pmix\.[0-9a-f]{16}) ($NODES) \d+\z/) {
        my $channel = $1;
        gather($channel, $2, $bytes, sub {
            my $result = join '', map { "$_->[0] " . length($_->[1]) . "\n$_->[1]" } @_;
            tell_pmix("g $channel " . length($result) . "\n$result");
        });
        return 1;
    }
    if ($line =~ /\Aready \d+\z/ && $pmix_asked) {
        $pmix->{env} = [grep { /\A\w+=/ } split /\0/, $bytes];
        delete $pmix->{ready_by};
        pmix_known();
        return 1;
    }
    if ($line =~ /\Afolder \d+\z/ && @{ $pmix->{folders} } < 2) { push @{ $pmix->{folders} }, $bytes; return 1 }
    if ($line =~ /\Am \d+\z/) { $pmix->{last_words} = one_line($bytes); return 1 }
    my ($what, $rank, $more) = $line =~ /\A([cfqe]) (\d{1,10})(?: (.*))?\z/ or return 0;
    my ($task) = grep { $_->{rank} == $rank } @tasks or return 0;
    if ($what eq 'c' && !defined $more) { return begin_pmix_rank($task) }
    if ($what eq 'f' && !defined $more) { $task->{pmixbegun} = 0; return 1 }
    if ($what eq 'q' && $more =~ /\A(\d{1,3}) 0 \d+\z/) {
        lose_mpi($rank, $1 & 255, 0, "task $rank called MPI_Abort with code $1: the step is ended");
        return 1;
    }
    return 0 unless $what eq 'e' && $more =~ /\A\d+\z/ && length $bytes <= $PMIX_TEXT;
    $bytes .= "\n" unless $bytes =~ /\n\z/;
    my $frame = "e $rank " . length($bytes) . "\n$bytes";
    if ($attached) { to_client($frame) }
    elsif ($all_run) { send_messenger($bytes) }
    to_onlookers($frame);
    return 1;
}

sub begin_pmix_rank {
    my ($task) = @_;
    $task->{pmixbegun} = 1;
    my ($missing) = grep { $_->{ended} && !defined $_->{pmixbegun} } @tasks;
    miss_pmix_rank($missing) if $missing;
    return 1;
}

sub miss_pmix_rank {
    my ($task) = @_;
    return lose_mpi($task->{rank}, $task->{signal} ? 0 : $task->{code} || 1, $task->{signal},
        "task $task->{rank} ended without MPI_Init, while others wait in it: the step is ended");
}

# A task has ended; the others never notice. What the helper has heard from it is looked at first.
sub leave_pmix {
    my ($task) = @_;
    return unless $pmix;
    hear_pmix();
    return if $lost || $reason;
    if (!defined $task->{pmixbegun}) { return grep({ $_->{pmixbegun} } @tasks) ? miss_pmix_rank($task) : undef }
    return unless $task->{pmixbegun};
    my $how = $task->{signal} ? "was ended by signal $task->{signal}" : "exited with code $task->{code}";
    return lose_mpi($task->{rank}, $task->{signal} ? 0 : $task->{code} || 1, $task->{signal}, "task $task->{rank} $how before MPI_Finalize: the step is ended");
}

# A child has ended: true when it was the helper. Without it its ranks are lost, and those elsewhere would wait for them.
sub reaped_pmix {
    my ($pid, $status) = @_;
    return 0 unless $pmix && defined $pmix->{pid} && $pmix->{pid} == $pid;
    hear_pmix();
    undef $pmix->{pid};
    undef $pmix->{socket};
    $pmix->{folders} = [] if $status == 0;
    return 1 if defined $pmix->{ends_by};
    lose_pmix($status & 127 ? 'was ended by signal ' . ($status & 127) : 'ended with code ' . ($status >> 8));
    return 1;
}

sub lose_pmix {
    my ($how) = @_;
    my $why = "Expected $pmix_program to serve PMIx on node $spec->{node}, but it $how";
    $why .= ": $pmix->{last_words}" if defined $pmix->{last_words};
    close_pmix();
    return if $lost || $reason;
    return lose_mpi(undef, 1, 0, $why) if $begun;
    return fail_launch("$why. srun --mpi=none starts programs without it.");
}

# The helper ends with its socket.
sub close_pmix {
    return unless $pmix;
    undef $pmix->{socket};
    $pmix->{ends_by} //= now() + $PMIX_ENDS;
    return;
}

# True while the helper, which has no task any more, is given time to end by itself.
sub pmix_leaves {
    return 0 unless $pmix && defined $pmix->{pid};
    close_pmix();
    return now() < $pmix->{ends_by};
}

# Removes what a helper that was killed has left behind: a child does, as the user.
sub clean_pmix {
    return unless $pmix && @{ $pmix->{folders} };
    my $pid = fork;
    if (!defined $pid) { return }
    if ($pid) { $messengers{$pid} = now() + $MESSENGER_WAITS; return }
    undef $groups;
    run_pmix(undef, 'clean', @{ $pmix->{folders} });
}
