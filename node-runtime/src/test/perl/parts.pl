# Tests of the launcher's parts that need no step. libexec/check-perl.sh feeds it to perl behind them, in place of the
# part that starts the launcher.
use strict;
use warnings;

my ($passed, $failed) = (0, 0);

sub same {
    my ($what, $got, $expected) = @_;
    $_ = defined $_ ? "'$_'" : 'nothing' for $got, $expected;
    if ($got eq $expected) { $passed++; return }
    $failed++;
    print "Expected $expected from $what, but got $got.\n";
    return;
}

sub file_with {
    my ($text) = @_;
    my $path = "/tmp/pliant-parts-$$-" . ++$passed;
    $passed--;
    open my $handle, '>', $path or die "Expected to write $path, but $!.\n";
    print $handle $text;
    close $handle or die "Expected to write $path, but $!.\n";
    return $path;
}

# ---------------------------------------------------------------- kernel.pl

# Only the compiled parts of POSIX and Socket are loaded: every name that is used must be among them.
my ($folder) = @ARGV;
my %named;
for my $part (glob "$folder/*.pl") {
    my $text = slurp($part);
    $text =~ s/^\s*#.*//mg;
    $named{$1} = 1 while $text =~ /\b((?:POSIX|Socket)::\w+)\b(?!::|->)/g;
}
same('the number of names of POSIX and Socket', keys %named > 20 ? 'many' : scalar keys %named, 'many');
for my $name (sort keys %named) { no strict 'refs'; same($name, defined &$name ? 'there' : undef, 'there') }
same('modules that were loaded whole', join(' ', grep { $INC{$_} } 'POSIX.pm', 'Socket.pm'), '');

for my $size (0, 1, 4095, 4096, 4097, 10_000) {
    my $path = file_with('x' x $size);
    same("slurp of $size bytes", length slurp($path), $size);
    unlink $path;
}
same('slurp of no file', slurp('/nowhere/at/all'), undef);
same('the start of this process', start_ticks($$) > 0 ? 'known' : undef, 'known');
same('the start of no process', start_ticks(0), undef);
my $before = now();
nap(0.01);
same('the time that a nap takes', now() - $before >= 0.009 ? 'enough' : now() - $before, 'enough');
same('uptime beside the clock', abs(uptime() / 1000 - now()) < 2 ? 'close' : uptime(), 'close');

# ---------------------------------------------------------------- pool.pl

for my $pid (1 .. 5) {
    socketpair my $ours, my $theirs, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0 or die "Expected a pair of sockets, but $!.\n";
    $pool{$pid} = { socket => $ours, turn => $pid };
    push @idle, $pid if $pid < 5;
}
$ordered_at = now();
hear_pool('');
same('those that rest just after an order', join(' ', @idle), '1 2 3 4');
$ordered_at = now() - $POOL_RESTS;
hear_pool('');
same('those that rest long after the last order', scalar @idle, 0);
same('those that are at work then', join(' ', keys %pool), '5');
forget_pool();

# ---------------------------------------------------------------- tasks.pl

for (['0', '01'], ['0-3,8', '0f01'], ['7', '80'], ['64', '00000000000000000100000000000000']) {
    my ($list, $bits) = @$_;
    my $mask = cpu_mask($list);
    same("the mask of $list", substr(unpack('H*', $mask), 0, length $bits), $bits);
    same("words of the mask of $list", length($mask) % 8, 0);
}
for (['1', '01'], ['f0', 'f0'], ['100', '0001'], ['10000000000000000', '0000000000000000010000']) {
    my ($hex, $bits) = @$_;
    my $mask = memory_mask($hex);
    same("the bits of the mask $hex", substr(unpack('H*', $mask), 0, length $bits), $bits);
    same("words of the mask $hex", length($mask) % 8, 0);
}
my ($allowed) = (slurp('/proc/self/status') // '') =~ /^Cpus_allowed_list:\s*(\S+)/m;
my ($first) = $allowed =~ /\A(\d+)/;
my $bound = fork // die "Expected to fork, but $!.\n";
if (!$bound) {
    bind_to($first);
    my ($now) = slurp('/proc/self/status') =~ /^Cpus_allowed_list:\s*(\S+)/m;
    POSIX::_exit($now eq $first ? 0 : 1);
}
waitpid $bound, 0;
same('a process that is bound to one cpu', $?, %CALL ? 0 : $?);

# ---------------------------------------------------------------- trees.pl

pipe my $heard, my $told or die "Expected to make a pipe, but $!.\n";
my $child = fork // die "Expected to fork, but $!.\n";
if (!$child) {
    my $grandchild = fork // 0;
    if ($grandchild) { syswrite $told, "$grandchild\n" }
    sleep 60;
    POSIX::_exit(0);
}
sysread $heard, my ($grandchild), 100;
chomp $grandchild;
same('descendants', join(' ', descendants($$, {})), "$child $grandchild");
same('descendants by a scan', join(' ', descendants_by_scan($$, {})), "$child $grandchild");
same('descendants but one', join(' ', descendants($$, { $child => 1 })), '');
kill 'KILL', $grandchild, $child;
waitpid $child, 0;
my $folder_of_step = file_with("pid 12 345 some-boot /a/group\nslice 1 0 1\n");
mkdir "$folder_of_step.d" or die "Expected to make $folder_of_step.d, but $!.\n";
rename $folder_of_step, "$folder_of_step.d/state" or die "Expected to rename $folder_of_step, but $!.\n";
same('a state file', join(' ', supervisor_of("$folder_of_step.d")), '12 345 some-boot /a/group');
unlink "$folder_of_step.d/state";
rmdir "$folder_of_step.d";
same('no state file', scalar(() = supervisor_of("$folder_of_step.d")), 0);

# ---------------------------------------------------------------- confine.pl

same('a count', counted("oom 3\noom_kill 2\n", 'oom_kill'), 2);
same('a count that is not there', counted("oom 3\n", 'oom_kill'), undef);
same('a number', number_in("42\n"), 42);
same('a word for a number', number_in("max\n"), undef);
same('groups where nothing can be confined', plan_groups({ key => '1-1-0', node => 'n1' }), undef);
same('the folders of no groups', scalar(() = group_paths(undef)), 0);

# ---------------------------------------------------------------- supervisor.pl

same('one line of several', one_line("Expected\n  this \t but\n"), 'Expected this but');
same('one line of many words', length one_line('x' x 5000), 2000);
same('who is to blame', eval { blame_node('The disk.'); 1 } // $@, "NODE_FAULT The disk.\n");
my $file = file_with(join "\0", qw(key 1-1-0 env A=1 env B= task 0 taskout /o taskenv R=0 task 1 taskout /p arg echo end 1), '');
my $read = read_spec($file);
same('the environment of a spec', join(' ', @{ $read->{env} }), 'A=1 B=');
same('the key of a spec', $read->{key}, '1-1-0');
same('the mark at the end of a spec', $read->{end}, undef);
unlink $file;
$file = file_with(join "\0", qw(key 1-1-0), '');
same('a spec that is cut off', eval { read_spec($file); 1 } // $@ =~ /cut off/, 1);
unlink $file;

# ---------------------------------------------------------------- login.pl

sub read_from {
    my ($text, $seconds) = @_;
    pipe my $reader, my $writer or die "Expected to make a pipe, but $!.\n";
    syswrite $writer, $text;
    close $writer unless $seconds;
    my ($words, $why) = read_login($reader, 'mark', now() + ($seconds // 5));
    close $writer if $seconds;
    return $words // $why // 'nothing';
}
same('words between marks', read_from("motd\nmark\nA=1\0B=x\ny\0mark\n"), "A=1\0B=x\ny\0");
same('a shell that ends early', read_from("mark\nA=1\0"), 'nothing');
same('a shell that tells nothing', read_from("motd\n", 0.05), 'late');
same('words while the pipe is open', read_from("mark\nA=1\0mark\n", 5), "A=1\0");
$spec = { env => ['A=1'], user => 'nobody' };
same('no login shell where none is asked for', scalar(() = login_words()), 0);
$spec = { env => ['PLIANT_GET_USER_ENV=20S'], user => 'nobody', batch => 1 };
my %login = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } login_words();
same('the home of a login', $login{HOME}, (getpwuid $>)[7]);
same('variables of the shell itself', join(' ', grep { exists $login{$_} } qw(PWD SHLVL PLIANT_STEP_DIR)), '');

# ---------------------------------------------------------------- gather.pl, pmi.pl

same('runs', join(' ', map { "@$_" } runs(5, 0, 1, 2, 7, 8)), '0 2 5 5 7 8');
same('numbers of a list', join(' ', numbers('0-2,5,7-8')), '0 1 2 5 7 8');
sub mapping_of {
    @layout = map { { ranks => $_ } } @_;
    my $text = pmi_mapping();
    @layout = ();
    return $text;
}
same('the mapping of one node', mapping_of('0-7'), '(vector,(0,1,8))');
same('the mapping of equal nodes', mapping_of('0-1', '2-3', '4-5'), '(vector,(0,3,2))');
same('the mapping of unequal nodes', mapping_of('0-1', '2-4', '5-7'), '(vector,(0,1,2),(1,2,3))');
same('the mapping of nodes in turn', mapping_of('0,2', '1,3'), '(vector,(0,2,1),(0,2,1))');
my @scattered = map { my $node = $_; join ',', grep { $_ * $_ % 3 == $node || $node == 2 && $_ * $_ % 7 == 2 } 0 .. 400 } 0 .. 2;
same('a mapping that is too long', mapping_of(@scattered), undef);
same('a mapping with a rank that nobody has', mapping_of('0-1', '3'), undef);
$spec = {};
same('names that belong to a task around', join(' ', without_pmi('PMI_FD=3', 'A=1', 'PMI_RANKING=1')), 'A=1 PMI_RANKING=1');

# ---------------------------------------------------------------- openmpi.pl

# No host has so many cpus.
sub crowded_with { my ($here, $all, $cpus, $host) = @_; @tasks = ({}) x $here; $spec = { totaltasks => $all, slicecpus => $cpus, iohost => $host }; return crowded() ? 'crowded' : 'not' }
same('a task alone', crowded_with(1, 1, 1, '10.0.0.1'), 'not');
same('a task with others elsewhere', crowded_with(1, 1_000_000, 1, '10.0.0.1'), 'not');
same('a task with others that share the host', crowded_with(1, 1_000_000, 1, '127.0.0.1'), 'crowded');
same('more tasks than the step has cpus', crowded_with(2, 2, 1, '10.0.0.1'), 'crowded');
same('more tasks than the host has cpus', crowded_with(20_000, 20_000, 20_000, '10.0.0.1'), 'crowded');
same('a task of a step that says no cpus', crowded_with(1, 1, 0, '10.0.0.1'), 'not');
@tasks = ();
same('a library for the task around', join(' ', without_yield('A=1', 'LD_PRELOAD=/nodes/n1/pliant-yield.so')), 'A=1');
same('one beside the user\'s own', join(' ', without_yield('LD_PRELOAD=/nodes/n1/pliant-yield.so libm.so.6:libx.so')), 'LD_PRELOAD=libm.so.6 libx.so');
same('the user\'s own alone', join(' ', without_yield('LD_PRELOAD=a.so:b.so', 'LD_PRELOAD_X=/pliant-yield.so')), 'LD_PRELOAD=a.so:b.so LD_PRELOAD_X=/pliant-yield.so');

if ($failed) { print "$passed passed, $failed failed\n"; exit 1 }
print "$passed passed\n";
__END__
