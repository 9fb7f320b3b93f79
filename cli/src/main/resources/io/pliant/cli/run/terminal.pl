# terminal.pl - runs the program of a step's first task in a terminal of its own: pliant run --pty.
#
# Standard input comes in frames: "w ROWS COLUMNS\n" for the size of the window, the first of all, and "d LENGTH\n" with so
# many bytes as they were typed. What the terminal shows goes to standard output. Ends as the program ends.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);
use Fcntl qw(O_NOCTTY O_NONBLOCK O_RDWR);
use POSIX ();

# ioctl numbers of Linux on x86 and Arm
my $UNLOCK = 0x40045431;               # TIOCSPTLCK
my $NUMBER = 0x80045430;               # TIOCGPTN
my $CONTROL = 0x540E;                  # TIOCSCTTY
my $FOREGROUND = 0x540F;               # TIOCGPGRP
my $WINDOW = 0x5414;                   # TIOCSWINSZ
my $MOST = 65_536;                     # bytes typed that wait for the program
my $FRAME = 16_384;

my %dumps = map { $_ => 1 } POSIX::SIGQUIT, POSIX::SIGILL, POSIX::SIGABRT, POSIX::SIGFPE, POSIX::SIGSEGV;
my ($child, $master, $line) = (0, undef, undef);
my ($heard, $typed, $listening, $sized, $ending) = ('', '', 1, 0, 0);
my $last = "\n";                       # byte typed last

sub give_up {
    my ($why) = @_;
    syswrite STDERR, "pliant: error: Expected to give the task a terminal, but $why.\n";
    POSIX::_exit(1);
}

sub execute {
    { no warnings 'exec'; exec { $ARGV[0] } @ARGV }
    my $errno = $! + 0;
    syswrite STDERR, "pliant: error: execve(): $ARGV[0]: $!\n";
    POSIX::_exit($errno || 1);
}

sub open_terminal {
    sysopen $master, '/dev/ptmx', O_RDWR | O_NOCTTY | O_NONBLOCK or give_up("/dev/ptmx: $!");
    my $number = pack 'i', 0;
    ioctl $master, $UNLOCK, $number or give_up("it is locked: $!");
    ioctl $master, $NUMBER, $number or give_up("it has no number: $!");
    $line = '/dev/pts/' . unpack 'i', $number;
    return;
}

# In the child.
sub become_program {
    POSIX::setsid();
    $SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT TERM PIPE TSTP TTIN TTOU);    # who began in the background ignores some
    sysopen my $slave, $line, O_RDWR or give_up("$line: $!");
    ioctl $slave, $CONTROL, 0 or give_up("$line is another's: $!");
    POSIX::dup2(fileno $slave, $_) for 0 .. 2;
    execute();
    return;
}

# Takes the frames that are whole.
sub obey {
    while ($heard =~ /\A([wd]) (\d{1,5})(?: (\d{1,5}))?\n/) {
        my ($kind, $number, $columns, $head) = ($1, $2, $3, $+[0]);
        if ($kind eq 'w') {
            $sized = 1;
            ioctl $master, $WINDOW, pack 'S4', $number, $columns // 0, 0, 0 if $number;
            substr $heard, 0, $head, '';
        }
        else {
            return if length $heard < $head + $number;
            $typed .= substr $heard, $head, $number;
            $last = substr $heard, $head + $number - 1, 1 if $number;
            substr $heard, 0, $head + $number, '';
        }
    }
    give_up('its client sent what is no frame') unless $heard =~ /\A(?:|w[ \d]{0,12}|d[ \d]{0,6})\z/;
    return;
}

sub hear {
    my $count = sysread STDIN, $heard, $FRAME, length $heard;
    return if !defined $count && ($! == EAGAIN || $! == EINTR);
    if ($count) { obey(); return }
    $listening = 0;
    $typed .= $last eq "\n" ? "\004" : "\004\004";    # the end of input, as it is typed; once more behind a begun line
    return;
}

# Passes on what the terminal shows; false when there is nothing now.
sub show {
    my $count = sysread $master, my ($bytes), $FRAME;
    return 0 unless $count;
    for (my $shown = 0; $shown < $count;) {
        my $more = syswrite STDOUT, $bytes, $count - $shown, $shown;
        if (defined $more) { $shown += $more }
        elsif ($! != EINTR && $! != EAGAIN) { return 0 }
    }
    return 1;
}

# To whoever is in the foreground; the program itself hears too when the step is to end.
sub pass_on {
    my ($signal) = @_;
    return unless $child > 0;
    my $group = pack 'i', 0;
    my $front = ioctl($master, $FOREGROUND, $group) ? unpack 'i', $group : 0;
    kill $signal, -$front if $front > 0;
    return unless $signal eq 'TERM' || $signal eq 'HUP';
    kill $signal, -$child if $front != $child;
    $ending = 5;
    kill 'HUP', $child;                # what a shell that is used ends of, as when its window is closed
    return;
}

sub leave {
    my ($status) = @_;
    my $signal = $status & 127;
    if ($signal && !$dumps{$signal}) {
        my ($name) = grep { POSIX->can("SIG$_") && POSIX->can("SIG$_")->() == $signal } qw(HUP INT KILL PIPE ALRM TERM USR1 USR2);
        $SIG{$name} = 'DEFAULT' if defined $name && $name ne 'KILL';
        kill $signal, $$;
    }
    POSIX::_exit($signal ? 128 + $signal : $status >> 8);
}

if (($ENV{SLURM_PROCID} // 0) != 0) {
    open STDIN, '<', '/dev/null' or give_up("/dev/null: $!");
    open STDOUT, '>', '/dev/null' or give_up("/dev/null: $!");
    open STDERR, '>&', \*STDOUT or give_up("/dev/null: $!");
    execute();
}
open_terminal();
while ($listening && !$sized) { hear() }
$child = fork // give_up("fork: $!");
become_program() unless $child;
$SIG{CHLD} = sub { };                  # ends the wait below
for my $signal (qw(HUP INT QUIT TERM USR1 USR2 ALRM CONT)) {
    $SIG{$signal} = sub { pass_on($signal) };
}
while (1) {
    if (waitpid($child, POSIX::WNOHANG) == $child) {
        my $status = $?;
        while (show()) { }
        leave($status);
    }
    my ($readable, $writable) = ('', '');
    vec($readable, fileno STDIN, 1) = 1 if $listening && length $typed < $MOST;
    vec($readable, fileno $master, 1) = 1;
    vec($writable, fileno $master, 1) = 1 if length $typed;
    my $ready = select $readable, $writable, undef, 1;
    kill 'HUP', $child if $ready == 0 && $ending-- > 0;    # again, as a shell overlooks one that comes just before it reads
    next unless $ready > 0;
    hear() if vec $readable, fileno STDIN, 1;
    if (vec($readable, fileno $master, 1) && !show()) {
        select undef, undef, undef, 0.05;    # nobody has the terminal open, for now or for ever
    }
    if (length $typed && vec $writable, fileno $master, 1) {
        my $count = syswrite $master, $typed;
        substr $typed, 0, $count, '' if $count;
    }
}
