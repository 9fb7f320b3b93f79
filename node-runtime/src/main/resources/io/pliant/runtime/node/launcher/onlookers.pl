# onlookers.pl - those who look at a running step from outside: its output, or what its tasks have used so far.
#
# One of the parts of one program, see launcher.pl. They speak the step I/O of docs/protocol/step-io.md, but nothing that they
# do is felt by the step: who is slow is left behind, who goes is forgotten, and what they send is read and dropped.
use strict;
use warnings;
use Errno qw(EAGAIN EINPROGRESS EINTR);

my $ONLOOKERS = 16;                    # at one time
my $ONLOOKER_CONNECTS = 10;            # seconds for which one may take to answer
my $ONLOOKER_WAITS = 1 << 20;          # bytes for one at which it is left behind
my $ONLOOKER_FLUSH = 5;                # seconds for the last bytes of all of them
my $MOST_LOOKED = 1000;                # processes below tasks that are looked at for one: limits and kills wait meanwhile
my $USAGE_PAUSE = 1;                   # seconds from one that is told what tasks use to the next; who comes earlier asks again
my $MOST_PIDS = 4000;                  # characters of process numbers that are told of a task
my $usage_told;                        # when one was told last
my %onlookers;                         # secret => { socket, usage, waiting, until: connecting, or undef; last: ends when all is sent }

# Takes the words that the agent has left. What it writes at this very moment is lost: who looks asks again.
sub hear_onlookers {
    return unless rename "$dir/onlookers", "$dir/onlookers.taken";
    my $text = slurp("$dir/onlookers.taken") // '';
    unlink "$dir/onlookers.taken";
    for (split /\n/, $text) {
        my ($host, $port, $secret, $what) = /\A([0-9a-fA-F:.]+) (\d+) ([\w-]+) (usage|output)\z/ or next;
        next if $onlookers{$secret} || keys %onlookers >= $ONLOOKERS || $what eq 'output' && !$attached;
        if ($what eq 'usage') {
            next if defined $usage_told && now() - $usage_told < $USAGE_PAUSE;
            $usage_told = now();
        }
        begin_onlooker($host, $port, $secret, $what eq 'usage');
    }
    return;
}

sub begin_onlooker {
    my ($host, $port, $secret, $usage) = @_;
    my ($error, $address) = Socket::getaddrinfo(
        $host, $port, { socktype => Socket::SOCK_STREAM(), flags => Socket::AI_NUMERICHOST() | Socket::AI_NUMERICSERV() });
    return if $error || !$address;
    socket my $socket, $address->{family}, Socket::SOCK_STREAM(), $address->{protocol} or return;
    nonblocking($socket, 1);
    my $there = connect $socket, $address->{addr};
    return if !$there && $! != EINPROGRESS;
    my $one = $onlookers{$secret} = { secret => $secret, socket => $socket, usage => $usage, waiting => '' };
    if ($there) { greet_onlooker($one) }
    else { $one->{until} = now() + $ONLOOKER_CONNECTS }
    return;
}

# Its nodes introduce themselves as to an attached client; of tasks that are over it hears at once.
sub greet_onlooker {
    my ($one) = @_;
    delete $one->{until};
    my $text = join(' ', 'pliant-io 1', $one->{secret}, @$spec{qw(key node nodeindex firstrank)}, scalar @tasks, $spec->{totaltasks}) . "\n";
    $text .= "x $_->{rank} $_->{code} $_->{signal}\n" for grep { $_->{ended} } @tasks;
    if ($one->{usage}) {
        my $left = $MOST_LOOKED;
        $text .= usage_of($_, \$left) for grep { $_->{pid} && !$_->{ended} } @tasks;
    }
    $one->{waiting} = $text;
    $one->{last} = 1 if $one->{usage};
    push_onlooker($one);
    return;
}

# What a task has used so far, with processes below it as long as some are left to be looked at; nothing when it is gone by now.
sub usage_of {
    my ($task, $left) = @_;
    my ($micros, $rss, $peak, $vm, $pages, $read, $written, @pids) = (0, 0, 0, 0, 0, undef, undef);
    my $tick = 1_000_000 / (POSIX::sysconf(POSIX::_SC_CLK_TCK()) || 100);
    my @below = descendants($task->{pid}, \%messengers, $$left);
    $$left -= @below;
    for my $pid ($task->{pid}, @below) {
        my $stat = slurp("/proc/$pid/stat") // next;
        my @field = split ' ', substr $stat, 2 + rindex $stat, ')';    # from field 3 of proc(5) on
        next if @field < 15;
        push @pids, $pid;
        $micros += ($field[11] + $field[12] + $field[13] + $field[14]) * $tick;
        $pages += $field[9] + $field[10];
        my $status = slurp("/proc/$pid/status") // '';
        $rss += 1024 * ($status =~ /^VmRSS:\s+(\d+)/m ? $1 : 0);
        $vm += 1024 * ($status =~ /^VmSize:\s+(\d+)/m ? $1 : 0);
        my $most = 1024 * ($status =~ /^VmHWM:\s+(\d+)/m ? $1 : 0);
        $peak = $most if $most > $peak;
        my $io = slurp("/proc/$pid/io") // next;
        $read += $1 if $io =~ /^read_bytes: (\d+)/m;
        $written += $1 if $io =~ /^write_bytes: (\d+)/m;
    }
    return '' unless @pids;
    my $list = substr join(',', @pids), 0, $MOST_PIDS;
    $list =~ s/,\d*\z// if length $list == $MOST_PIDS;
    my @numbers = map { defined $_ ? sprintf '%.0f', $_ : '-' } $micros, $peak > $rss ? $peak : $rss, $vm, $pages, $read, $written;
    return "u $task->{rank} @numbers " . length($list) . "\n$list";
}

sub to_onlookers {
    my ($frame) = @_;
    for my $one (grep { !$_->{usage} && !defined $_->{until} } values %onlookers) {
        $one->{waiting} .= $frame;
        push_onlooker($one);
        leave_onlooker($one) if length $one->{waiting} > $ONLOOKER_WAITS;
    }
    return;
}

sub push_onlooker {
    my ($one) = @_;
    if (length $one->{waiting}) {
        my $count = syswrite $one->{socket}, $one->{waiting};
        if (defined $count) { substr $one->{waiting}, 0, $count, '' }
        elsif ($! != EAGAIN && $! != EINTR) { return leave_onlooker($one) }
    }
    if ($one->{last} && !length $one->{waiting} && $one->{last}++ == 1) {
        shutdown $one->{socket}, 1;
        $one->{until_gone} = now() + $ONLOOKER_FLUSH;
    }
    return;
}

sub leave_onlooker {
    my ($one) = @_;
    delete $onlookers{ $one->{secret} };
    close $one->{socket};
    return;
}

sub watch_onlookers {
    my ($readable, $writable) = @_;
    for my $one (values %onlookers) {
        my $fd = fileno $one->{socket};
        vec($$writable, $fd, 1) = 1 if defined $one->{until} || length $one->{waiting};
        vec($$readable, $fd, 1) = 1 unless defined $one->{until};
    }
    return;
}

sub serve_onlookers {
    my ($readable, $writable) = @_;
    for my $one (values %onlookers) {
        my $fd = fileno $one->{socket};
        if (defined $one->{until} && vec $writable, $fd, 1) {
            my $errno = unpack 'i', getsockopt $one->{socket}, Socket::SOL_SOCKET(), Socket::SO_ERROR();
            $errno ? leave_onlooker($one) : greet_onlooker($one);
            next;
        }
        push_onlooker($one) if length $one->{waiting} && vec $writable, $fd, 1;
        next unless $onlookers{ $one->{secret} } && vec $readable, $fd, 1;
        my $count = sysread $one->{socket}, my ($ignored), $FRAME;
        leave_onlooker($one) unless $count || !defined $count && ($! == EAGAIN || $! == EINTR);
    }
    return;
}

# Times at which one is given up; those of them that have come are.
sub onlookers_due {
    my $now = now();
    my @due;
    for my $one (values %onlookers) {
        my $at = $one->{until} // $one->{until_gone} // next;
        if ($at <= $now) { leave_onlooker($one) }
        else { push @due, $at }
    }
    return @due;
}

# The step is over and reported, and so is its client: those who looked get the rest, for as long as that takes no time.
sub flush_onlookers {
    my $until = now() + $ONLOOKER_FLUSH;
    for my $one (values %onlookers) {
        $one->{last} //= 1;
        defined $one->{until} ? leave_onlooker($one) : push_onlooker($one);
    }
    while (%onlookers && (my $wait = $until - now()) > 0) {
        my ($readable, $writable) = ('', '');
        watch_onlookers(\$readable, \$writable);
        last unless select $readable, $writable, undef, $wait;
        serve_onlookers($readable, $writable);
    }
    return;
}

