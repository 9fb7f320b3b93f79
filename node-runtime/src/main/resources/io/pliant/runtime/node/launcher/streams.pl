# streams.pl - standard streams of tasks to and from an attached client: docs/protocol/step-io.md.
#
# One of the parts of one program, see launcher.pl.
use strict;
use warnings;
use Errno qw(EAGAIN EINPROGRESS EINTR);

my $CLIENT_WAITS = 1 << 20;            # bytes for the client at which tasks are no longer read
my $INPUT_WINDOW = 262_144;            # bytes of standard input that a client may have under way
my $DRAIN = 1 << 20;                   # bytes that a pipe may hold when its task ends
my $CHANNEL = qr/[a-z0-9.-]{1,64}/;   # name of a gather
my $NODES = qr/\*|[\d,-]{1,600}/;     # the nodes of one

sub connect_client {
    my $where = "the attached client at $spec->{iohost} port $spec->{ioport}";
    my ($error, @addresses) =
      Socket::getaddrinfo($spec->{iohost}, $spec->{ioport}, { socktype => Socket::SOCK_STREAM() });
    die "Expected to find $where, but $error.\n" if $error;
    my $until = now() + 10;
    my $why = 'it has no address';
    for my $address (@addresses) {
        socket my $socket, $address->{family}, Socket::SOCK_STREAM(), $address->{protocol} or next;
        nonblocking($socket, 1);
        if (my $errno = connect_error($socket, $address->{addr}, $until)) {
            $why = $errno < 0 ? 'it did not answer within 10 s' : do { local $! = $errno; "$!" };
            next;
        }
        $client = $socket;
        last;
    }
    die "Expected to reach $where, but $why.\n" unless $client;
    setsockopt $client, Socket::IPPROTO_TCP(), Socket::TCP_NODELAY(), 1;
    setsockopt $client, Socket::SOL_SOCKET(), Socket::SO_KEEPALIVE(), 1;
    setsockopt $client, Socket::IPPROTO_TCP(), 4, 30;    # TCP_KEEPIDLE, in seconds
    to_client(join(' ', 'pliant-io 1', @$spec{qw(iosecret key node nodeindex firstrank)}, scalar @tasks, $spec->{totaltasks}) . "\n");
    return;
}

# 0 when connected, an errno, or -1 when time is up.
sub connect_error {
    my ($socket, $address, $until) = @_;
    return 0 if connect $socket, $address;
    return $! + 0 if $! != EINPROGRESS;
    my $writable = '';
    vec($writable, fileno $socket, 1) = 1;
    my $left = $until - now();
    return -1 unless select undef, $writable, undef, $left > 0 ? $left : 0;
    return unpack 'i', getsockopt $socket, Socket::SOL_SOCKET(), Socket::SO_ERROR();
}

# Gives a task pipes instead of files; the user owns them, so that /dev/stdout may be opened anew.
sub open_pipes {
    my ($task) = @_;
    pipe $task->{stdin}, $task->{feed} or die "Expected to make a pipe, but $!.";
    for my $stream ('out', 'err') {
        pipe $task->{"read$stream"}, $task->{"std$stream"} or die "Expected to make a pipe, but $!.";
        nonblocking($task->{"read$stream"}, 1);
    }
    nonblocking($task->{feed}, 1);
    chown $spec->{uid}, $spec->{gid}, @$task{qw(stdin stdout stderr)} if $spec->{impersonate};
    $task->{waiting} = $early_input;
    stop_feeding($task) if $input_closed && !length $early_input;
    return;
}

sub to_client {
    my ($text) = @_;
    return unless $client;
    $to_client .= $text;
    push_client();
    return;
}

sub push_client {
    return unless $client && length $to_client;
    my $count = syswrite $client, $to_client;
    if (defined $count) { substr $to_client, 0, $count, '' }
    elsif ($! != EAGAIN && $! != EINTR) { lose_client('went away') }
    return;
}

# Without its client a step ends; what it still says is read and dropped.
sub lose_client {
    my ($how) = @_;
    undef $client;
    $to_client = '';
    stop_feeding($_) for @tasks;
    return if $reason || !$attached || !%task_by_pid && !$pmix_asked;
    $message = "The attached client $how.";
    end_tasks('TERMINATED', '');
    return;
}

sub watch_streams {
    my ($readable, $writable, $watched) = @_;
    if ($client) {
        vec($$readable, fileno $client, 1) = 1;
        vec($$writable, fileno $client, 1) = 1 if length $to_client;
    }
    my $room = length $to_client < $CLIENT_WAITS;
    for my $task (@tasks) {
        for my $stream ('out', 'err') {
            my $pipe = $task->{"read$stream"} or next;
            next unless $room;
            vec($$readable, fileno $pipe, 1) = 1;
            push @{ $watched->{read} }, [$task, $stream, fileno $pipe];
        }
        next unless $task->{feed} && length $task->{waiting};
        vec($$writable, fileno $task->{feed}, 1) = 1;
        push @{ $watched->{feed} }, [$task, fileno $task->{feed}];
    }
    return;
}

sub serve_streams {
    my ($readable, $writable, $watched) = @_;
    if ($client) {
        my $fd = fileno $client;
        push_client() if vec $writable, $fd, 1;
        hear_client() if $client && vec $readable, $fd, 1;
    }
    for (@{ $watched->{read} // [] }) {
        my ($task, $stream, $fd) = @$_;
        forward($task, $stream) if $task->{"read$stream"} && vec $readable, $fd, 1;
    }
    for (@{ $watched->{feed} // [] }) {
        my ($task, $fd) = @$_;
        feed($task) if $task->{feed} && vec $writable, $fd, 1;
    }
    acknowledge_input();
    return;
}

# Passes on one piece of output and returns its length; false when there is none to be had now.
sub forward {
    my ($task, $stream) = @_;
    my $count = sysread $task->{"read$stream"}, my ($bytes), $FRAME;
    return 0 if !defined $count && ($! == EAGAIN || $! == EINTR);
    if (!$count) { delete $task->{"read$stream"}; return 0 }
    my $frame = substr($stream, 0, 1) . " $task->{rank} $count\n$bytes";
    to_client($frame) if $client;
    to_onlookers($frame);
    return $count;
}

# What the pipes held when the task ended; who writes on behind it is not waited for.
sub drain_streams {
    my ($task) = @_;
    for my $stream ('out', 'err') {
        for (my $drained = 0; $drained <= $DRAIN && $task->{"read$stream"};) {
            $drained += forward($task, $stream) || last;
        }
    }
    return;
}

# A task has ended: all that it wrote goes before the news of it.
sub drain_task {
    my ($task) = @_;
    drain_streams($task);
    stop_feeding($task);
    return if ($reason // '') eq 'LAUNCH_FAILED';
    my $frame = "x $task->{rank} $task->{code} $task->{signal}\n";
    to_client($frame);
    to_onlookers($frame);
    return;
}

sub drain_client {
    drain_streams($_) for @tasks;
    return;
}

sub feed {
    my ($task) = @_;
    my $count = syswrite $task->{feed}, $task->{waiting};
    if (defined $count) { substr $task->{waiting}, 0, $count, '' }
    elsif ($! != EAGAIN && $! != EINTR) { return stop_feeding($task) }
    stop_feeding($task) if $input_closed && !length $task->{waiting};
    return;
}

sub stop_feeding {
    my ($task) = @_;
    delete $task->{feed};
    $task->{waiting} = '';
    return;
}

sub acknowledge_input {
    return unless $begun;              # there is nobody yet to get it
    my $behind = 0;
    for my $task (@tasks) {
        my $waiting = length($task->{waiting} // '');
        $behind = $waiting if $waiting > $behind;
    }
    my $more = $input_got - $behind - $input_acknowledged;
    return unless $more > 0;
    $input_acknowledged += $more;
    to_client("a $more\n");
    return;
}

sub hear_client {
    my $count = sysread $client, $from_client, $FRAME, length $from_client;
    return if !defined $count && ($! == EAGAIN || $! == EINTR);
    return lose_client('went away') unless $count;
    while ($client && length $from_client) {
        if ($from_client =~ /\Ai (\d{1,5})\n/) {
            my ($start, $length) = ($+[0], $1);
            return if length $from_client < $start + $length;
            take_input(substr $from_client, $start, $length);
            substr $from_client, 0, $start + $length, '';
        }
        elsif ($from_client =~ s/\Ac\n//) { close_input() }
        elsif ($from_client =~ s/\As (\d{1,2})\n//) { $1 ? signal_tasks($1) : end_tasks('TERMINATED', '') }
        elsif ($from_client =~ /\Ag ($CHANNEL) ($NODES) ([01]) (\d{1,5})\n/) {
            my ($channel, $nodes, $more, $start, $length) = ($1, $2, $3, $+[0], $4);
            return if length $from_client < $start + $length;
            my $piece = substr $from_client, $start, $length;
            substr $from_client, 0, $start + $length, '';
            return refuse_client("a result of '$channel' that nobody here waits for, or that is none") unless gathered($channel, $nodes, $more, $piece);
        }
        elsif ($from_client =~ s/\Aq (\d{1,3}) (\d{1,3})\n//) { end_lost($1, $2) }
        elsif ($from_client =~ /\A(?:[isc]|[is] \d{0,5}|[gq](?: [^\n]{0,800})?|)\z/) { return }
        else { return refuse_client('a frame that is not known here') }
    }
    return;
}

sub take_input {
    my ($bytes) = @_;
    $input_got += length $bytes;
    return refuse_client("more input than $INPUT_WINDOW bytes at a time")
      if $input_got - $input_acknowledged > $INPUT_WINDOW || $input_closed;
    $early_input .= $bytes unless $begun;
    for my $task (grep { $_->{feed} } @tasks) {
        $task->{waiting} .= $bytes;
        feed($task);
    }
    acknowledge_input();
    return;
}

sub close_input {
    $input_closed = 1;
    for my $task (@tasks) { stop_feeding($task) unless length($task->{waiting} // '') }
    return;
}

sub refuse_client {
    my ($what) = @_;
    say_to_user("Expected the frames of version 1 of step I/O from the client, but got $what.");
    lose_client("sent $what");
    return;
}

# The step is over and reported; what its client has not read yet is still his.
sub flush_client {
    return unless $client;
    my $until = now() + 60;
    while ($client && length $to_client) {
        my ($readable, $writable) = ('', '');
        vec($writable, fileno $client, 1) = 1;
        vec($readable, fileno $client, 1) = 1;
        return unless select $readable, $writable, undef, $until - now() > 0 ? $until - now() : 0;
        if (vec $readable, fileno $client, 1) {
            my $count = sysread $client, my ($ignored), $FRAME;
            return if defined $count && $count == 0;
        }
        my $before = length $to_client;
        push_client();
        $until = now() + 60 if length $to_client < $before;
    }
    return unless $client;
    shutdown $client, 1;               # closing with unread input would reset the line under the last output
    nonblocking($client, 0);
    my $left = now() + 5;
    while ((my $wait = $left - now()) > 0) {
        my $readable = '';
        vec($readable, fileno $client, 1) = 1;
        last unless select $readable, undef, undef, $wait;
        last unless sysread $client, my ($ignored), $FRAME;
    }
    return;
}
