#!/usr/bin/perl
# What the launcher and its supervisors cost: batch steps that do nothing, without agent and controller.
#
#   bench/launch.pl [STEPS [AT_ONCE [CHECKOUT]]]     (2000 steps, 4 at a time, of this working tree)
#
# PLIANT_STARTER=off leaves pliant-start out, as on a host without a C compiler.
#
# Prints steps a second, milliseconds of processor time a step of the launcher with all below it, and the floor: a loop that
# forks, executes and waits for the same script. The program is put together as the agent does it.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use IPC::Open2 qw(open2);
use POSIX ();
use Time::HiRes qw(time);

die "usage: bench/launch.pl [STEPS [AT_ONCE [CHECKOUT]]]\n" if grep { /^-/ } @ARGV;
my ($steps, $at_once, $root) = @ARGV;
$steps ||= 2000;
$at_once ||= 4;
$root = abs_path($root // dirname(abs_path($0)) . '/..');
my $parts = "$root/node-runtime/src/main/resources/io/pliant/runtime/node/launcher";
my $work = tempdir('pliant-launch-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $script = "#!/bin/bash\n:\n";
my $starter = "$work/pliant-start";
my $build = "$root/node-runtime/src/main/c/pliant-start/build.sh";
undef $starter if ($ENV{PLIANT_STARTER} // '') eq 'off' || !-x $build || system("$build $starter >&2") != 0;
$ENV{LD_BIND_NOW} = 1;

sub slurp { my ($path) = @_; open my $f, '<', $path or die "Expected to read $path, but $!.\n"; local $/; return scalar <$f> }
sub spit { my ($path, $text) = @_; open my $f, '>', $path or die "Expected to write $path, but $!.\n"; print $f $text; close $f or die $!; return }

my $program = join '', map { slurp("$parts/$_") =~ s/^__END__\n.*//msr } grep { /^\w/ } split /\n/, slurp("$parts/parts");
my ($from, $to, $ready);
my $boot = slurp('/proc/sys/kernel/random/boot_id');
chomp $boot;
my @environment = map { ('env', "SLURM_VARIABLE_$_=" . 'x' x 12) } 1 .. 45;
my $number = 0;
sub launch {
  my $key = ++$number . '-1-batch';
  my $dir = "$work/n1/steps/$key";
  mkdir $_ for "$work/n1", "$work/n1/steps", $dir;
  spit("$dir/slurm_script", $script);
  chmod 0755, "$dir/slurm_script";
  my @words = (boot => $boot, slicelist => '', key => $key, job => $number, step => 0, node => 'n1', slicecpus => 1,
    slicememory => 100, granted => int(time * 1000), user => 'root', uid => $>, gid => $) + 0, dir => '/tmp', grace => 30,
    nodeindex => 0, firstrank => 0, totaltasks => 1, batch => 1, truncate => 1, left => 3_600_000,
    at => int(1000 * (split ' ', slurp('/proc/uptime'))[0]), @environment, map({ (env => $_) } qw(USER=r LOGNAME=r HOME=/ SHELL=/bin/sh PATH=/usr/bin:/bin)),
    task => 0, taskenv => 'SLURM_PROCID=0', taskout => '/dev/null', taskerr => '/dev/null', end => 1);
  spit("$dir/spec", join '', map { "$_\0" } @words);
  print {$to} "launch $number $dir\n";
  $to->flush;
  return;
}

# Runs so many steps; true when each ended with code 0.
sub run {
  my ($count) = @_;
  my ($begun, $ended) = (0, 0);
  launch() for 1 .. ($at_once < $count ? $at_once : $count);
  $begun = $at_once < $count ? $at_once : $count;
  while ($ended < $count) {
    my ($news, $dir, $why) = split /[\t\n]/, <$from> // die "Expected news, but the launcher ended.\n";
    die "Expected a step to start, but $why\n" if $news eq 'failed';
    next if $news ne 'gone';
    slurp("$dir/state") =~ /^exit 0 0 0\n(?:.*\n)*ended \d+ EXITED\n/m or die "Expected $dir to end well, but its state is:\n" . slurp("$dir/state");
    unlink "$dir/state", "$dir/slurm_script";
    rmdir $dir;
    $ended++;
    if ($begun < $count) { launch(); $begun++ }
  }
  return;
}

# Supervisors outlive the launcher: this process becomes their reaper, and knows what all used once all have ended.
syscall 157, 36, 1, 0, 0, 0 if (POSIX::uname())[4] eq 'x86_64';    # PR_SET_CHILD_SUBREAPER
sub used_by_all { my @t = times; return ($t[2] + $t[3]) * 1000 }

# Starts a launcher, has it run so many steps, and ends it. Returns milliseconds of all its processes, and seconds for the steps.
sub measure {
  my ($count) = @_;
  my $before = used_by_all();
  my $pid = open2($from, $to, 'perl', '-', 'emulated', $starter ? "start=$starter" : ());
  print {$to} $program, "__END__\n";
  $to->flush;
  $ready = <$from> // die "Expected the launcher to be ready, but it ended.\n";
  my $at = time;
  run($count);
  my $seconds = time - $at;
  close $to;
  1 while wait > 0;
  return (used_by_all() - $before, $seconds);
}

my ($idle) = measure($at_once);
my ($all, $seconds) = measure($steps + $at_once);
spit("$work/body", $script);
chmod 0755, "$work/body";
my ($before, $at) = (used_by_all(), time);
for (1 .. $steps) { system "$work/body" }
my $floor = used_by_all() - $before;
print "launcher: ", join(' ', split /\t/, $ready);
print $starter ? "tasks are started by pliant-start\n" : "tasks are forked by their supervisors\n";
printf "steps a second                    %8.0f\n", $steps / $seconds;
printf "launcher and below, ms a step     %8.3f\n", ($all - $idle) / $steps;
printf "the floor, ms a step              %8.3f\n", $floor / $steps;
