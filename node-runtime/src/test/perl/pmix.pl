# pmix.pl - the helper pliant-pmix alone: this script stands in for the supervisors of some virtual nodes and relays their gathers.
#
#   perl pmix.pl HELPER RANKS PROGRAM [WORD...]     RANKS of the nodes, as in 0-1/2-3
#   perl pmix.pl HELPER say TEXT                    tells one helper that text, in which \n is a new line, and then no more
#
# Starts the program once for each rank and says, when all have ended: what the helpers said, and how each rank ended.
use strict;
use warnings;
use Fcntl qw(F_SETFD);
use Socket;
$| = 1;

my ($helper, $layout, @command) = @ARGV;
my @ranks = split m{/}, $layout;
my (@node, %channel, %pid, %helpers);
my $ready = 0;
my $ended = 0;
$SIG{CHLD} = sub { };                  # so that select does not sleep over an end

for my $index (0 .. $#ranks) {
    socketpair my $ours, my $theirs, AF_UNIX, SOCK_STREAM, 0 or die "Expected a pair of sockets, but $!.\n";
    my $pid = fork // die "Expected to fork, but $!.\n";
    if (!$pid) {
        close $ours;
        fcntl $theirs, F_SETFD, 0;
        exec $helper, 'serve', fileno $theirs, $index, "n$index" or die "Expected to run $helper, but $!.\n";
    }
    $helpers{$pid} = $index;
    push @node, { index => $index, socket => $ours, in => '', pid => $pid };
}
if ($layout eq 'say') {
    (my $text = $command[0]) =~ s/\\n/\n/g;
    say_to($node[0], $text);
    shutdown $node[0]{socket}, 1;
    turn() until $ended;
    @command = ();
}
else { run_program() }
close $_->{socket} for @node;
for (@node) {
    waitpid $_->{pid}, 0;
    printf "helper %d ended with %d and signal %d\n", $_->{index}, $? >> 8, $? & 127;
}

sub run_program {
    my $text = join '', map { my $words = "n$_ $ranks[$_]"; "$_ " . length($words) . "\n$words" } 0 .. $#ranks;
    say_to($_, "space pliant-0123456789abcdef\nlayout " . length($text) . "\n$text") for @node;
    turn() until $ready == @node || $ended;
    start_ranks() unless $ended;
    turn() while %pid;
    return;
}

sub say_to {
    my ($node, $bytes) = @_;
    while (length $bytes) {
        my $count = syswrite $node->{socket}, $bytes or die "Expected to write to helper $node->{index}, but $!.\n";
        substr $bytes, 0, $count, '';
    }
    return;
}

sub start_ranks {
    for my $node (@node) {
        for my $rank (map { my ($from, $to) = split /-/; $from .. $to // $from } split /,/, $ranks[ $node->{index} ]) {
            my $pid = fork // die "Expected to fork, but $!.\n";
            if (!$pid) {
                %ENV = (%ENV, map { split /=/, $_, 2 } split /\0/, $node->{environment});
                @ENV{qw(PMIX_RANK SLURM_JOBID SLURM_NODELIST SLURM_STEP_ID)} = ($rank, 1, 'n0', 0);
                exec @command or die "Expected to run $command[0], but $!.\n";
            }
            $pid{$pid} = $rank;
        }
    }
    return;
}

# Waits for anything, and sees to it.
sub turn {
    my $readable = '';
    vec($readable, fileno $_->{socket}, 1) = 1 for grep { !$_->{gone} } @node;
    $readable = '' unless select($readable, undef, undef, 0.2) > 0;
    for my $node (grep { !$_->{gone} && vec $readable, fileno $_->{socket}, 1 } @node) {
        my $count = sysread $node->{socket}, $node->{in}, 65536, length $node->{in};
        if (!$count) {
            print "helper $node->{index} is gone\n";
            $node->{gone} = $ended = 1;
            kill 'KILL', keys %pid;
        }
        1 while $node->{in} =~ /\A([^\n]+)\n/ && hear($node, split / /, $1);
    }
    for my $pid (keys %pid) {
        next unless waitpid($pid, 1) == $pid;
        my $rank = delete $pid{$pid};
        printf "rank %d ended with %d and signal %d\n", $rank, $? >> 8, $? & 127;
    }
    return;
}

# True when a whole frame was taken.
sub hear {
    my ($node, $word, @words) = @_;
    my $start = 1 + index $node->{in}, "\n";
    my $length = $word =~ /\A[cf]\z/ ? 0 : $words[-1];
    return 0 if length $node->{in} < $start + $length;
    my $bytes = substr $node->{in}, $start, $length;
    substr $node->{in}, 0, $start + $length, '';
    if ($word eq 'ready') { $node->{environment} = $bytes; $ready++ }
    elsif ($word eq 'folder') { push @{ $node->{folders} }, $bytes }
    elsif ($word eq 'g') { gather($node, $words[0], $words[1], $bytes) }
    elsif ($word eq 'e') { print "text of rank $words[0]: $bytes\n" }
    elsif ($word eq 'm') { print "helper $node->{index}: $bytes\n" }
    elsif ($word eq 'q') {
        print "rank $words[0] aborts with $words[1]\n";
        kill 'KILL', keys %pid;
    }
    return 1;
}

sub gather {
    my ($from, $channel, $nodes, $bytes) = @_;
    my @of = $nodes eq '*' ? 0 .. $#node : map { my ($first, $last) = split /-/; $first .. $last // $first } split /,/, $nodes;
    push @{ $channel{"$channel $nodes"}{ $from->{index} } }, $bytes;
    my $open = $channel{"$channel $nodes"};
    return if grep { !@{ $open->{$_} // [] } } @of;
    my $result = join '', map { my $part = shift @{ $open->{$_} }; "$_ " . length($part) . "\n$part" } @of;
    say_to($node[$_], "g $channel " . length($result) . "\n$result") for @of;
    return;
}
