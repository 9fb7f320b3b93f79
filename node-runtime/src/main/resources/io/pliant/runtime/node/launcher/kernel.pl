# kernel.pl - system calls, clocks and small files: what all other parts of the launcher stand on.
#
# First of the parts of one program, see launcher.pl.
use strict;
use warnings;
use Errno ();
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK O_RDONLY);

# Of these two modules only what is compiled is used. Their perl, lists of names above all, would be a third of the memory
# that each step forks twice. XSLoader looks beside the file that it is called from.
BEGIN {
    require XSLoader;
    for my $module (qw(POSIX Socket)) {
        my ($folder) = grep { m{\A/[\w/.+-]+\z} && -e "$_/auto/$module/$module.so" } @INC;
        next if defined $folder && eval qq{package $module;\n#line 1 "$folder/$module.pm"\nXSLoader::load('$module'); 1};
        require "$module.pm";
    }
}

my $MACHINE = (POSIX::uname())[4];
my %CALL =
    length(pack 'L!', 0) != 8 ? ()
  : $MACHINE eq 'x86_64' ? (prctl => 157, clock => 228, wait4 => 61, signalfd => 289, clone3 => 435, prlimit => 302, affinity => 203, mempolicy => 238, bpf => 321)
  : $MACHINE =~ /^(?:aarch64|riscv64|loongarch64)$/ ? (prctl => 167, clock => 113, wait4 => 260, signalfd => 74, clone3 => 435, prlimit => 261, affinity => 122, mempolicy => 237, bpf => 280)
  :   ();
my $FRAME = 65_536;                    # bytes that are read at a time
my $SHORT_WAIT = %CALL ? 60 : 0.05;    # without signalfd children are looked for in this rhythm, in seconds

my $boot_id = slurp('/proc/sys/kernel/random/boot_id') // 'unknown';
chomp $boot_id;
my $note;                              # handle to the agent
my $signals;                           # see child_signals
my $NO_SIGNALS = POSIX::SigSet->new();

sub clock {
    my ($which) = @_;
    my $buffer = "\0" x 16;
    syscall($CALL{clock}, $which, $buffer);
    return unpack 'qq', $buffer;
}

# Seconds since the host was started, its sleep included.
sub now {
    return uptime() / 1000 unless %CALL;
    my ($seconds, $nanos) = clock(7);
    return $seconds + $nanos / 1e9;
}

# The same as the agent reads it, in milliseconds.
sub uptime {
    my ($seconds) = (slurp('/proc/uptime') // '') =~ /\A([\d.]+)/;
    return int(($seconds // 0) * 1000);
}

# The time of day. Where the two ways to ask for it differ by more than their grain, somebody has the C library show
# another time than the kernel's (as drills do), and means it.
sub millis {
    return 1000 * time unless %CALL;
    my $shown = time;
    my ($seconds, $nanos) = clock(0);
    my $offset = $shown - $seconds;
    return 1000 * ($seconds + (abs $offset > 1 ? $offset : 0)) + int($nanos / 1e6);
}

sub slurp {
    my ($path) = @_;
    my $fd = POSIX::open($path, O_RDONLY) // return undef;    # less is done behind the back than by open
    my $text = '';
    my $count;
    do {
        $count = POSIX::read($fd, my ($piece), 4096) // 0;
        $text .= substr $piece, 0, $count if $count > 0;
    } while ($count > 0);    # files of the kernel end a piece early: a list of children was cut after 4 kB
    POSIX::close($fd);
    return $text;
}

sub nonblocking {
    my ($handle, $on) = @_;
    my $flags = fcntl $handle, F_GETFL, 0;
    fcntl $handle, F_SETFL, $on ? $flags | O_NONBLOCK : $flags & ~O_NONBLOCK;
    return $handle;
}

sub nap { select undef, undef, undef, $_[0] }

# Says something to the agent; gives up when it does not read.
sub tell_agent {
    syswrite $note, join("\t", @_) . "\n";
    return;
}

# Start time of a process in ticks since boot: with the pid it names a process for good. Undef when there is none.
sub start_ticks {
    my ($pid) = @_;
    my $stat = slurp("/proc/$pid/stat") // return undef;
    my $rest = substr $stat, 1 + rindex $stat, ')';
    my @field = split ' ', $rest;      # the first of them is field 3 of proc(5)
    return defined $field[19] && $field[0] ne 'Z' ? $field[19] : undef;
}

# What the children that were waited for have used, and those that they waited for: user and system time in microseconds,
# the largest peak of memory, what was read and written, in bytes.
my @used_by_children;

sub forget_children { @used_by_children = (0) x 5; return }

sub used_by_children { return @used_by_children }

# The next child that has ended, with $? set: 0 when none has, -1 when there is none at all.
sub wait_for_child {
    return waitpid -1, POSIX::WNOHANG unless %CALL;
    my ($status, $usage) = (pack('i', 0), "\0" x 144);
    my $pid = syscall $CALL{wait4}, -1, $status, POSIX::WNOHANG, $usage;
    return $pid if $pid <= 0;
    $? = unpack 'i', $status;
    my @number = unpack 'q16', $usage;
    $used_by_children[0] += $number[0] * 1_000_000 + $number[1];
    $used_by_children[1] += $number[2] * 1_000_000 + $number[3];
    $used_by_children[2] = $number[4] * 1024 if $number[4] * 1024 > $used_by_children[2];
    $used_by_children[3] += $number[11] * 512;
    $used_by_children[4] += $number[12] * 512;
    return $pid;
}

# A handle that becomes readable when a child of the reading process ends, or undef where the kernel interface is not
# known. Supervisors inherit it. All signals are blocked, not ignored, because a task then needs but one call to be as new.
sub child_signals {
    my $all = POSIX::SigSet->new();
    $all->fillset();
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $all);
    return undef unless %CALL;
    my $mask = pack 'Q', 1 << (POSIX::SIGCHLD - 1) | 1 << (POSIX::SIGUSR1 - 1);
    my $fd = syscall $CALL{signalfd}, -1, $mask, 8, 0x80800;
    return undef if $fd < 0;
    open my $handle, '<&=', $fd or return undef;
    return $handle;
}
