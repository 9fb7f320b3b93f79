#!/usr/bin/perl
# The table of cost.sh, from its snapshots.   cost.pl FOLDER JOBS_RECORDED
use strict;
use warnings;
use JSON::PP;

my ($folder, $recorded) = @ARGV;
defined $recorded or die "Expected a folder and the number of recorded jobs.\n";
my $ticks = 10; # milliseconds in a tick of /proc/PID/stat

# Which part a thread belongs to, by its name; the first that fits.
my @PARTS = (
  [ 'JIT'     => qr/^C[12] CompilerThread|^Sweeper|Code Cache|^Common-Cleaner/ ],
  [ 'GC'      => qr/^(VM Thread|GC Thread|G1 |Reference Handler|Finalizer|StringDedup|Notification|Service Thread|VM Periodic)/ ],
  [ 'journal' => qr/^journal|ratis|raft|SegmentedRaftLog|StateMachineUpdater|LeaderState|FollowerState|-server-thread|-client-thread|@[0-9a-z-]+-/i ],
  [ 'http'    => qr/^(qtp|http|jetty|Jetty)|virtual|^ForkJoinPool/ ],
  [ 'policy'  => qr/policy-dispatcher/ ],
  [ 'wire'    => qr/remote|artery|tcp|io-dispatcher|netty|nio/i ],
  [ 'timers'  => qr/scheduler-\d+$/ ],
  [ 'actors'  => qr/dispatcher/ ],
);

sub slurp { my ($name) = @_; open my $f, '<', "$folder/$name" or return; local $/; return scalar <$f> }

# Milliseconds and bytes by thread.
sub threads {
  my ($name) = @_;
  my %of;
  for (split /\n/, slurp($name) // die "Expected $folder/$name, but it is missing.\n") {
    next unless /^"((?:[^"\\]|\\.)*)".*?cpu=([\d.]+)ms/;
    my ($thread, $cpu) = ($1, $2);
    my ($tid) = /nid=(\w+)/;
    my $bytes = /allocated=([\d.]+)([BKMG])/ ? $1 * { B => 1, K => 2**10, M => 2**20, G => 2**30 }->{$2} : 0;
    $of{"$thread $tid"} = { name => $thread, cpu => $cpu, bytes => $bytes };
  }
  return \%of;
}

sub process { # milliseconds of a process
  my ($name) = @_;
  my $line = slurp($name) // return 0;
  my @f = split ' ', substr $line, rindex($line, ')') + 2;
  return ($f[11] + $f[12]) * $ticks;
}

sub role { # PHASE ROLE: milliseconds by part, all processes of that role, and bytes allocated
  my ($phase, $role) = @_;
  my (%ms, $bytes);
  for (my $n = 1; -e "$folder/$phase.before.$role.$n.threads"; $n++) {
    my ($before, $after) = map { threads("$phase.$_.$role.$n.threads") } qw(before after);
    my $named = 0;
    for my $key (keys %$after) {
      my $was = $before->{$key} // { cpu => 0, bytes => 0 };
      my $ms = $after->{$key}{cpu} - $was->{cpu};
      my ($part) = grep { $after->{$key}{name} =~ $_->[1] } @PARTS;
      $ms{ $part ? $part->[0] : 'other' } += $ms;
      $named += $ms;
      $bytes += $after->{$key}{bytes} - $was->{bytes};
    }
    my $all = process("$phase.after.$role.$n.stat") - process("$phase.before.$role.$n.stat");
    $ms{other} += $all - $named if $all > $named;
    $ms{all} += $all > $named ? $all : $named;
  }
  return (\%ms, $bytes);
}

my (%rows, @order);
sub put { my ($phase, $row, $value) = @_; push @order, $row unless $rows{$row}; $rows{$row}{$phase} = $value }
for my $phase (qw(first warm)) {
  my $jobs = slurp("$phase.jobs");
  my ($client, $rate) = split ' ', slurp("$phase.run");
  put($phase, 'jobs/s', $rate);
  put($phase, 'client', $client / $jobs);
  my $known = $client;
  for my $role (qw(controllers nodes)) {
    my ($ms, $bytes) = role($phase, $role);
    my $label = $role eq 'nodes' ? 'agent' : 'controller';
    put($phase, $label, $ms->{all} / $jobs);
    put($phase, "  $label: $_", ($ms->{$_} // 0) / $jobs) for (map { $_->[0] } @PARTS), 'other';
    put($phase, "$label: kB allocated", $bytes / 1024 / $jobs);
    $known += $ms->{all};
  }
  my $launcher = process("$phase.after.launcher.stat") - process("$phase.before.launcher.stat");
  put($phase, 'launcher', $launcher / $jobs);
  my $whole = slurp("$phase.after.whole") - slurp("$phase.before.whole");
  put($phase, 'supervisors, bodies', ($whole - $known - $launcher) / $jobs);
  put($phase, 'whole', $whole / $jobs);
  put($phase, 'floor', (split ' ', slurp('floor'))[0]);
  put($phase, 'whole, times the floor', $whole / $jobs / (split ' ', slurp('floor'))[0]);
  my ($was, $is) = map { decode_json(slurp("$phase.$_.journal.json")) } qw(before after);
  put($phase, 'journal: events', ($is->{position} - $was->{position}) / $jobs) if defined $is->{position};
}
my ($forces, $written) = (0, 0);
for (my $n = 1; defined(my $text = slurp("recorded.$n.txt")); $n++) {
  $forces += () = $text =~ /^jdk\.FileForce/mg;
  $written += $1 * { bytes => 1, kB => 1e3, MB => 1e6 }->{$2} while $text =~ /bytesWritten = ([\d.]+) (bytes|kB|MB)/g;
}
put('warm', 'journal: forced writes', $forces / $recorded);
put('warm', 'journal: kB written to the log', $written / 1e3 / $recorded);

print slurp('machine.txt');
printf "\n%-34s %12s %12s\n", 'ms of processor time a job', 'just started', 'warm';
for my $row (@order) {
  my @cells = map { defined $rows{$row}{$_} ? sprintf '%.2f', $rows{$row}{$_} : '' } qw(first warm);
  next unless grep { $_ ne '' && $_ ne '0.00' } @cells;
  printf "%-34s %12s %12s\n", $row, @cells;
}
