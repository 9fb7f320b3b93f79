# devices.pl - keeps tasks from devices of the node that their job does not hold.
#
# One of the parts of one program, see launcher.pl. The spec of a step names what is kept from it: "c 195:1,b 259:0".
# Version 1 of the kernel's interface has a controller for it. For version 2 a small program is put before each opening of
# a device (bpf(2), BPF_PROG_TYPE_CGROUP_DEVICE); it goes with the group.
use strict;
use warnings;
use Fcntl qw(O_RDONLY);

my $LOAD = 5;                          # commands of bpf(2)
my $ATTACH = 8;
my $OF_DEVICES = 15;                   # the kind of program, and where it is attached
my $TO_DEVICES = 6;
my $BESIDE_OTHERS = 2;                 # those of the host's own stay, and all have to agree
my %TYPE = (b => 1, c => 2);

# Keeps these devices from a group of version 1; returns why not, or nothing.
sub keep_v1 {
    my ($path, @devices) = @_;
    for my $device (@devices) {
        tell_kernel("$path/devices.deny", "$device rwm") or return "$path/devices.deny does not take '$device': $!";
    }
    return undef;
}

# The same for a group of version 2.
sub keep_v2 {
    my ($path, @devices) = @_;
    return 'this machine has no bpf(2) that is known here' unless $CALL{bpf};
    my $instructions = join '', device_program(@devices);
    my $license = "GPL\0";
    my $load = pack 'LLQQLLQLLZ16Lx60', $OF_DEVICES, length($instructions) / 8, address($instructions), address($license),
      0, 0, 0, 0, 0, 'pliant', 0;
    my $program = syscall $CALL{bpf}, $LOAD, $load, length $load;
    return "the kernel does not take the program: $!" if $program < 0;
    my $group = POSIX::open($path, O_RDONLY);
    my $attach = pack 'LLLLx104', $group // 0, $program, $TO_DEVICES, $BESIDE_OTHERS;
    my $done = defined $group && syscall($CALL{bpf}, $ATTACH, $attach, length $attach) >= 0;
    my $errno = $! + 0;
    POSIX::close($_) for grep { defined } $group, $program;
    $! = $errno;
    return $done ? undef : "$path does not take the program: $!";
}

sub address { return unpack 'Q', pack 'P', $_[0] }

# Refuses each of the devices and lets everything else pass. The kernel gives type, major and minor number at r1.
sub device_program {
    my @devices = @_;
    my $read = 0x61;                   # 32 bits from memory
    my @program = (
        instruction($read, 2, 1, 0, 0),
        instruction(0x54, 2, 0, 0, 0xFFFF),      # the upper half says what is wanted of it
        instruction($read, 3, 1, 4, 0),
        instruction($read, 4, 1, 8, 0),
    );
    for my $device (@devices) {
        my ($type, $major, $minor) = $device =~ /\A([bc]) (\d+):(\d+)\z/ or die "Expected a device, but got '$device'.\n";
        push @program, instruction(0x56, 2, 0, 4, $TYPE{$type}), instruction(0x56, 3, 0, 3, $major),
          instruction(0x56, 4, 0, 2, $minor), answer(0);
    }
    return @program, answer(1);
}

sub answer { return (instruction(0xB7, 0, 0, 0, $_[0]), instruction(0x95, 0, 0, 0, 0)) }

# One instruction: code, register that it is about, register that it reads, by how many instructions it jumps or at which
# byte it reads, a number.
sub instruction {
    my ($code, $of, $from, $offset, $number) = @_;
    return pack 'CCsl', $code, $from << 4 | $of, $offset, $number;
}
