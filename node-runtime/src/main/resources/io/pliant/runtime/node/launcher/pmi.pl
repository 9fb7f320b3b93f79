# pmi.pl - PMI-1 (and the beginning of PMI-2, see pmi2.pl), by which MPICH and its kin learn rank, size and each other's addresses: docs/mpi.md.
#
# One of the parts of one program, see launcher.pl. Each task has a socket of its own from its supervisor (PMI_FD), so nobody
# else can speak for it. A line is a request, and gets one answer; what ranks put is told to the other nodes at the next barrier.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR EPIPE ECONNRESET);
use Fcntl qw(F_SETFD);

my $PMI_LINE = 16_384;                 # bytes of a request; of MPICH's the longest has 1024
my $PMI_VALUE = 984;                   # bytes of a value whose answer still fits the 1024 of a client's line
my $PMI_STORE = 64 << 20;              # bytes that all ranks may have put
my $PMI_MAPPING = 674;                 # bytes of the longest value that its client can take
my %pmi_store;                         # what the ranks have put, up to the last barrier
my $pmi_stored = 0;                    # its bytes
my $pmi_put = '';                      # what ranks here have put since
my $pmi_waiting = 0;                   # ranks here that stand at the barrier
my $PMI_NAMES = qr/\APMI_(?:FD|RANK|SIZE|PORT|ID|SPAWNED|DEBUG|TOTALVIEW)=/;

sub wants_pmi { return defined $spec->{mpi} && $spec->{mpi} =~ /\bpmi1\b/ }

# Gives a task its end of a socket; in the parent, before it forks.
sub open_pmi {
    my ($task) = @_;
    return unless wants_pmi();
    socketpair my $ours, my $theirs, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0 or die "Expected to make a socket for PMI, but $!.\n";
    nonblocking($ours, 1);
    @$task{qw(pmi pmitheirs pmiheard pmianswer)} = ($ours, $theirs, '', '');
    return;
}

# In the child that becomes the task: what it is told, and nothing that a task around it was told.
sub pmi_words {
    my ($task) = @_;
    my $socket = $task->{pmitheirs} or return;
    fcntl $socket, F_SETFD, 0;         # stays open in the program
    return ('PMI_FD=' . fileno $socket, "PMI_RANK=$task->{rank}", "PMI_SIZE=$spec->{totaltasks}");
}

sub without_pmi { return $spec->{batch} ? @_ : grep { $_ !~ $PMI_NAMES } @_ }

sub watch_pmi {
    my ($readable, $writable) = @_;
    for my $task (grep { $_->{pmi} } @tasks) {
        vec(length $task->{pmianswer} ? $$writable : $$readable, fileno $task->{pmi}, 1) = 1;    # who reads no answer is not heard
    }
    return;
}

sub serve_pmi {
    my ($readable, $writable) = @_;
    for my $task (@tasks) {
        my $socket = $task->{pmi} or next;
        my $fd = fileno $socket;
        push_pmi($task) if vec $writable, $fd, 1;
        hear_pmi($task) if $task->{pmi} && vec $readable, $fd, 1;
    }
    return;
}

sub hear_pmi {
    my ($task) = @_;
    my $count = sysread $task->{pmi}, $task->{pmiheard}, $PMI_LINE, length $task->{pmiheard};
    return if !defined $count && ($! == EAGAIN || $! == EINTR);
    return close_pmi($task) unless $count;
    while ($task->{pmi}) { last unless $task->{pmi2} ? take_pmi2($task) : take_pmi($task) }
    return unless $task->{pmi} && length $task->{pmiheard} > $PMI_LINE + 6;
    return refuse_pmi($task, 'a line of more than ' . $PMI_LINE . ' bytes');
}

# Takes the next line of what was heard; false when there is no whole one.
sub take_pmi {
    my ($task) = @_;
    return 0 unless $task->{pmiheard} =~ s/\A([^\n]{0,$PMI_LINE})\n//;
    obey_pmi($task, $1);
    return 1;
}

# Nothing more is to be heard of it. What it said up to now is kept: how the task ends decides what that means.
sub close_pmi {
    my ($task) = @_;
    delete @$task{qw(pmi pmiheard pmianswer)};
    return;
}

sub answer_pmi {
    my ($task, @lines) = @_;
    return send_pmi($task, join '', map { "$_\n" } @lines);
}

sub send_pmi {
    my ($task, $bytes) = @_;
    return unless $task->{pmi};
    delete $task->{pmiasks};
    $task->{pmianswer} .= $bytes;
    return push_pmi($task);
}

sub push_pmi {
    my ($task) = @_;
    return unless length($task->{pmianswer} // '');
    my $count = syswrite $task->{pmi}, $task->{pmianswer};
    if (defined $count) { substr $task->{pmianswer}, 0, $count, '' }
    elsif ($! == EPIPE || $! == ECONNRESET) { close_pmi($task) }
    return;
}

sub refuse_pmi {
    my ($task, $what) = @_;
    close_pmi($task);
    return lose_mpi($task->{rank}, 1, 0, "Expected PMI-1 or PMI-2 of an MPI program from task $task->{rank}, but got " . one_line($what));
}

sub obey_pmi {
    my ($task, $line) = @_;
    return obey_pmi_spawn($task, $line) if $task->{pmispawn} || $line eq 'mcmd=spawn';
    my %word = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } split / /, $line;
    my $verb = $word{cmd} // '';
    return refuse_pmi($task, "'$line' before the answer to its last request") if $task->{pmiasks} && $verb ne 'abort';
    $task->{pmiasks} = $verb ne 'abort';    # until it is answered
    return answer_pmi($task, 'cmd=put_result rc=-1 msg=value_too_long') if $verb eq 'put' && length($word{value} // '') > $PMI_VALUE;
    return answer_pmi($task, 'cmd=put_result rc=0 msg=success') if $verb eq 'put' && keep_pmi(@word{qw(key value)});
    return answer_pmi_get($task, $word{key} // '') if $verb eq 'get';
    return await_pmi($task) if $verb eq 'barrier_in';
    return begin_pmi($task, \%word) if $verb eq 'init';
    my $answer =
        $verb eq 'get_maxes' ? 'cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024'
      : $verb eq 'get_appnum' ? 'cmd=appnum appnum=0'
      : $verb eq 'get_my_kvsname' ? "cmd=my_kvsname kvsname=kvs_$spec->{key}"
      : $verb eq 'get_universe_size' ? "cmd=universe_size size=$spec->{totaltasks}"
      : $verb eq 'publish_name' ? 'cmd=publish_result rc=-1 msg=not_supported'
      : $verb eq 'unpublish_name' ? 'cmd=unpublish_result rc=-1 msg=not_supported'
      : $verb eq 'lookup_name' ? 'cmd=lookup_result rc=-1 msg=service_not_found'
      : $verb eq 'finalize' ? 'cmd=finalize_ack'
      :   undef;
    $task->{pmibegun} = 0 if $verb eq 'finalize';
    return answer_pmi($task, $answer) if defined $answer;
    return abort_pmi($task, $word{exitcode} // '') if $verb eq 'abort';
    return if $lost || $reason;
    return refuse_pmi($task, $verb eq 'put' ? "a key or value that is none, or more than $PMI_STORE bytes" : "'$line'");
}

sub begin_pmi {
    my ($task, $word) = @_;
    $task->{pmibegun} = 1;
    my $version = $word->{pmi_version} // '';
    $task->{pmi2} = $version eq '2';
    return answer_pmi($task, 'cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0') if $task->{pmi2};
    return answer_pmi($task, 'cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=' . ($version eq '1' ? 0 : -1));
}

sub abort_pmi {
    my ($task, $code) = @_;
    $code = $code =~ /\A-?\d+\z/ ? $code & 255 : 1;
    return lose_mpi($task->{rank}, $code, 0, "task $task->{rank} called MPI_Abort with code $code: the step is ended");
}

# True when it is kept.
sub keep_pmi {
    my ($key, $value) = @_;
    return 0 unless keepable_pmi($key, $value);
    $pmi_put .= "$key=$value\n";
    return 1;
}

sub keepable_pmi {
    my ($key, $value) = @_;
    return defined $key && defined $value && $key =~ /\A[^\s=]{1,64}\z/ && $value !~ /\n/ && length $value <= 1024
      && $pmi_stored + length($pmi_put) <= $PMI_STORE;
}

sub answer_pmi_get {
    my ($task, $key) = @_;
    return with_layout(sub { answer_pmi_value($task, pmi_mapping()) }) if $key eq 'PMI_process_mapping';
    return answer_pmi_value($task, $pmi_store{$key});
}

sub answer_pmi_value {
    my ($task, $value) = @_;
    return answer_pmi($task, defined $value && length $value <= $PMI_VALUE
        ? "cmd=get_result rc=0 msg=success value=$value"
        : 'cmd=get_result rc=-1 msg=key_not_found value=unknown');
}

# Which node each rank is on: (vector,(first node,nodes,ranks on each)...), the ranks in order. Undef when it is too long, or a rank is nowhere.
sub pmi_mapping {
    my @node;
    for my $index (0 .. $#layout) { $node[$_] = $index for numbers($layout[$index]{ranks}) }
    return undef if grep { !defined } @node;
    my @runs;                          # [node, ranks]
    for (@node) {
        if (@runs && $runs[-1][0] == $_) { $runs[-1][1]++ }
        else { push @runs, [$_, 1] }
    }
    my @blocks;                        # [first node, nodes, ranks on each]
    for (@runs) {
        my ($at, $ranks) = @$_;
        if (@blocks && $blocks[-1][2] == $ranks && $blocks[-1][0] + $blocks[-1][1] == $at) { $blocks[-1][1]++ }
        else { push @blocks, [$at, 1, $ranks] }
    }
    my $text = '(vector' . join('', map { ",($_->[0],$_->[1],$_->[2])" } @blocks) . ')';
    return length $text > $PMI_MAPPING ? undef : $text;
}

# A rank stands at the barrier; all here are told when all everywhere do.
sub await_pmi {
    my ($task) = @_;
    $task->{pmiwaits} = 1;
    my ($gone) = grep { $_->{ended} } @tasks;
    return miss_pmi($gone) if $gone;
    return if ++$pmi_waiting < @tasks;
    $pmi_waiting = 0;
    my $put = $pmi_put;
    $pmi_put = '';
    gather('pmi', '*', $put, \&pass_pmi);
    return;
}

sub pass_pmi {
    for (@_) {
        my (undef, $text) = @$_;
        for (split /\n/, $text) {
            my ($key, $value) = split /=/, $_, 2;
            next unless defined $value;
            $pmi_stored += length($value) - length($pmi_store{$key} // '') + (exists $pmi_store{$key} ? 0 : length $key);
            $pmi_store{$key} = $value;
        }
    }
    for my $task (grep { delete $_->{pmiwaits} } @tasks) {
        if ($task->{pmi2}) { answer_pmi2($task, delete $task->{pmithread}, 'kvs-fence') }
        else { answer_pmi($task, 'cmd=barrier_out') }
    }
    return;
}

# Processes that a program would have started itself: its request has several lines, and is refused.
sub obey_pmi_spawn {
    my ($task, $line) = @_;
    $task->{pmispawn} = $line ne 'endcmd';
    answer_pmi($task, 'cmd=spawn_result rc=-1 msg=not_supported') unless $task->{pmispawn};
    return;
}

# A task has ended. One that was part of an MPI program, and had not left it in good order, takes the others with it; so does
# one that others wait for.
sub leave_pmi {
    my ($task) = @_;
    hear_pmi($task) if $task->{pmi};    # its last words: of PMI-2 an abort is told just before the end
    my $begun = delete $task->{pmibegun};
    close_pmi($task);
    return if $lost || $reason;
    if ($begun) {
        my $how = $task->{signal} ? "was ended by signal $task->{signal}" : "exited with code $task->{code}";
        my $code = $task->{signal} ? 0 : $task->{code} || 1;
        return lose_mpi($task->{rank}, $code, $task->{signal}, "task $task->{rank} $how before MPI_Finalize: the step is ended");
    }
    return unless grep { $_->{pmiwaits} } @tasks;
    return miss_pmi($task);
}

sub miss_pmi {
    my ($task) = @_;
    return lose_mpi($task->{rank}, $task->{signal} ? 0 : $task->{code} || 1, $task->{signal},
        "task $task->{rank} ended without MPI_Init, while others wait in it: the step is ended");
}
