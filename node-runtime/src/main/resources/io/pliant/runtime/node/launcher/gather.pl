# gather.pl - what the nodes of a step tell each other, through the attached client: docs/mpi.md, docs/protocol/step-io.md.
#
# One of the parts of one program, see launcher.pl. A gather has a name; each node of it contributes bytes and gets what all
# contributed. A step on one node needs nobody for that.
use strict;
use warnings;

my $GATHERED_MOST = 16 << 20;          # bytes of one contribution
my $RESULT_MOST = 64 << 20;            # bytes of what all contributed
my $GATHERS_MOST = 64;                 # gathers of this node that are not complete
my %gathers;                           # "channel nodes" => { callbacks, result, all }; a channel's results come in its order
my @layout;                            # index of a node => { name, ranks: 0-3,8 } once the nodes have told each other, else empty
my @awaiting_layout;                   # what is to be done then
my $layout_asked;
my $lost;                              # [code, signal] of the task without which the others cannot go on

# Contributes, and calls $then with [index, bytes] of each node once all nodes have.
sub gather {
    my ($channel, $nodes, $bytes, $then) = @_;
    return lose_mpi(undef, 1, 0, "Expected at most $GATHERED_MOST bytes from a node for its MPI programs to tell each other, but got " . length $bytes)
      if length $bytes > $GATHERED_MOST;
    return $then->([$spec->{nodeindex}, $bytes]) if alone();
    return lose_mpi(undef, 1, 0, "Expected at most $GATHERS_MOST exchanges between the nodes at a time, but got more")
      if $GATHERS_MOST <= map { @{ $_->{callbacks} } } values %gathers;
    return lose_mpi(undef, 1, 0, 'Expected the nodes to tell each other of their MPI programs through srun, but it went away') unless $client;
    push @{ $gathers{"$channel $nodes"}{callbacks} }, $then;
    my $at = 0;
    do {
        my $piece = substr $bytes, $at, $FRAME;
        $at += length $piece;
        to_client("g $channel $nodes " . ($at < length $bytes ? 1 : 0) . ' ' . length($piece) . "\n$piece");
    } while ($at < length $bytes);
    return;
}

# True when this node has all tasks of the step.
sub alone { return $spec->{totaltasks} == @tasks }

# A piece of a result from the client; false when it is none.
sub gathered {
    my ($channel, $nodes, $more, $piece) = @_;
    my $gather = $gathers{"$channel $nodes"} or return 0;
    $gather->{result} .= $piece;
    return 0 if length $gather->{result} > $RESULT_MOST + 65_536;
    return 1 if $more;
    my $all = delete $gather->{result};
    my @parts;
    my $at = 0;
    while ($at < length $all) {
        pos($all) = $at;
        $all =~ /\G(\d{1,6}) (\d{1,8})\n/gc or return 0;
        my ($index, $length) = ($1, $2);
        $at = pos($all) + $length;
        return 0 if $at > length $all;
        push @parts, [$index, substr $all, pos($all), $length];
    }
    my $then = shift @{ $gather->{callbacks} };
    delete $gathers{"$channel $nodes"} unless @{ $gather->{callbacks} };
    $then->(@parts);
    return 1;
}

# Calls $then once @layout says which ranks each node has.
sub with_layout {
    my ($then) = @_;
    return $then->() if @layout;
    push @awaiting_layout, $then;
    return if $layout_asked++;
    my $ranks = join ',', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } runs(map { $_->{rank} } @tasks);
    gather('layout', '*', "$spec->{node} $ranks", \&have_layout);
    return;
}

sub have_layout {
    for (@_) {
        my ($index, $text) = @$_;
        my ($name, $ranks) = $text =~ /\A(\S+) ([\d,-]+)\z/ or return lose_mpi(undef, 1, 0, "Expected the layout of the step, but node $index says '" . one_line($text) . "'");
        $layout[$index] = { name => $name, ranks => $ranks };
    }
    $_->() for splice @awaiting_layout;
    return;
}

# Runs of numbers that follow each other: [first, last] ...
sub runs {
    my @runs;
    for (sort { $a <=> $b } @_) {
        if (@runs && $runs[-1][1] == $_ - 1) { $runs[-1][1] = $_ }
        else { push @runs, [$_, $_] }
    }
    return @runs;
}

# The numbers of a list as in 0-3,8.
sub numbers {
    my ($list) = @_;
    return map { my ($from, $to) = split /-/; $from .. $to // $from } split /,/, $list;
}

# The tasks of the step are one program, and it cannot go on: without that task, or at all. Ends them on all nodes; those
# that are ended count as that one, so that the step has its exit code.
sub lose_mpi {
    my ($rank, $code, $signal, $text) = @_;
    return if $lost || $reason;
    $text = one_line($text);
    if ($client) { to_client(join(' ', 'q', $rank // $tasks[0]{rank}, $code, $signal, length $text) . "\n$text") }
    else { say_to_user("error: $text") }
    return end_lost($code, $signal);
}

# Here, or another node has said so.
sub end_lost {
    my ($code, $signal) = @_;
    return if $lost || $reason;
    $lost = [$code, $signal];
    return fail_launch('A task on another node could not go on.') unless $begun;
    my $at = now() + $spec->{grace};
    $kill_at = $at if !defined $kill_at || $kill_at > $at;
    kill_tree('TERM');
    return;
}

# A task that ended because another one was lost ends as that one did, unless it had done its work.
sub end_as_lost {
    my ($task) = @_;
    @$task{qw(code signal)} = @$lost if $lost && ($task->{code} || $task->{signal});
    return;
}
