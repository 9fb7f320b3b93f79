#!/usr/bin/perl
# Tests of libexec/bag without a cluster: real workers on made-up nodes. Called by libexec/check-perl.sh: bag.pl FOLDER-OF-THE-PROGRAM
use strict;
use warnings;
use File::Temp qw(tempdir);
use POSIX qw(_exit);

my ($program) = @ARGV;
exit 0 unless defined $program; # perl -c alone
my $home = tempdir(CLEANUP => 1);
my ($failed, $tests, $bags) = (0, 0, 0);

sub check {
  my ($is, $expected, $what) = @_;
  $tests++;
  return if $is eq $expected;
  $failed = 1;
  print STDERR "$what: expected '$expected', but got '$is'\n";
}

# A program that takes the place of pliant submit: it starts nothing, the tests do that themselves.
open my $fake, '>', "$home/pliant" or die $!;
print {$fake} "#!/bin/sh\necho \"\$*\" > '$home/submitted'\n[ \"\$1\" = queue ] || echo 17\n";
close $fake;
chmod 0755, "$home/pliant";

sub bag { # WORD...: exit code and all that it said
  my @words = @_;
  open my $said, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', $^X, "$program/bag.pl", @words or die $!;
  my $text = join '', <$said>;
  close $said;
  return ($? >> 8, $text);
}

sub make { # TEXT WORD...: a new bag of these lines
  my ($text, @words) = @_;
  my $name = 't' . ++$bags;
  open my $file, '>', "$home/$name" or die $!;
  print {$file} $text;
  close $file;
  my ($code, $said) = bag('submit', $home, "--folder=$home/$name.bag", @words, "$home/$name");
  check($code, 0, "submit said: $said");
  return "$home/$name.bag";
}

sub rows { # FOLDER WORD...: results, a line each without times and node
  my ($code, $said) = bag('results', $home, @_);
  return join ';', map { join ' ', (split / /)[0 .. 3] } grep { !/^TASK/ } split /\n/, $said;
}

@ENV{qw(SLURM_JOB_NUM_NODES SLURM_TASKS_PER_NODE SLURM_NODEID SLURMD_NODENAME)} = (1, 2, 0, 'n1');

{ # lines, comments, codes, signals, commands of the shell
  my $folder = make("exit 3\n\n# none\necho \$PLIANT_BAG_TASK of \$PLIANT_BAG_TRY\n/bin/true\nkill -9 \$\$\nno-such-program x\necho last");
  my ($code, $said) = bag('run', $folder);
  check($code, 1, "a bag with failed tasks ($said)");
  check(rows($folder), '1 3 0 1;4 0 0 1;5 0 0 1;6 0 9 1;7 127 0 1;8 0 0 1', 'results');
  check(rows('--failed', $folder), '1 3 0 1;6 0 9 1;7 127 0 1', 'failed ones');
  open my $output, '<', "$folder/output/n1" or die $!;
  my $text = join '', sort grep { !/no-such/ } <$output>;
  check($text, "4 of 1\nlast\n", 'output');
  check((bag('status', $home, $folder, '--json'))[1] =~ /"tasks":6,"done":6,"failed":3,"left":0/ ? 1 : 0, 1, 'status');
  ($code) = bag('run', $folder);
  check($code, 1, 'a bag that is done');
  check(rows($folder), '1 3 0 1;4 0 0 1;5 0 0 1;6 0 9 1;7 127 0 1;8 0 0 1', 'nothing is done twice');
}
{ # numbers, words and retries
  open my $flaky, '>', "$home/flaky" or die $!;
  print {$flaky} "#!/bin/sh\n[ -e '$home/was.'\$1 ] && exit 0; : > '$home/was.'\$1; exit 5\n";
  close $flaky;
  chmod 0755, "$home/flaky";
  my ($code) = bag('submit', $home, "--folder=$home/r.bag", '--range=2-3,7', '--retries=1', '--', "$home/flaky", '{}');
  check($code, 0, 'a range');
  ($code) = bag('run', "$home/r.bag");
  check($code, 0, 'tasks that succeed at the second try');
  check(rows("$home/r.bag"), '2 0 0 2;3 0 0 2;7 0 0 2', 'tries');
}
{ # too long, and a file for each
  my $folder = make("sleep 30\necho two; echo err >&2\n", '--task-time=1', "--task-output=$home/%N-%t.100%%");
  my ($code) = bag('run', $folder);
  check($code, 1, 'a task that takes too long');
  check(rows($folder), '1 0 15 1;2 0 0 1', 'results of it');
  open my $output, '<', "$home/n1-2.100%" or die $!;
  check(join('', <$output>), "two\nerr\n", 'output of one task');
}
{ # two workers, one of them killed in the middle, and half a line; then another job
  my $folder = make(join '', map { "sleep 0.01; echo $_ >> '$home/ran'\n" } 1 .. 60);
  my $pid = fork // die $!;
  unless ($pid) { open STDOUT, '>', '/dev/null'; exec $^X, "$program/bag.pl", 'run', $folder or _exit(1) }
  select undef, undef, undef, 0.02 until -e "$folder/passes/1/plan";
  my $other = fork // die $!;
  unless ($other) { $ENV{SLURMD_NODENAME} = 'n2'; exec $^X, "$program/bag.pl", 'work', $folder, 1 or _exit(1) }
  select undef, undef, undef, 0.02 until -s "$folder/passes/1/results.n2" && -s "$folder/passes/1/results.n1";
  kill KILL => $other;
  system 'pkill', '-KILL', '-f', "$program/bag.pl (run|work) $folder";
  waitpid $_, 0 for $pid, $other;
  open my $torn, '>>', "$folder/passes/1/results.n2" or die $!;
  print {$torn} '60 0 0 1 17';
  close $torn;
  my ($code, $said) = bag('run', $folder);
  check($code, 0, "a bag that was killed ($said)");
  check(rows($folder), join(';', map { "$_ 0 0 1" } 1 .. 60), 'each has a result');
  my %result = map { (split / /)[0] => 1 } map { split /\n/ } map { open my $f, '<', $_ or die $!; <$f> } glob "$folder/passes/*/results.*";
  open my $ran, '<', "$home/ran" or die $!;
  my %times;
  $times{$_ + 0}++ while <$ran>;
  check(join(',', grep { !$times{$_} } 1 .. 60), '', 'each ran');
  check((grep { $_ > 2 } values %times) || 0, 0, 'none ran more than twice');
  check((scalar grep { $_ > 1 } values %times) <= 4 ? 1 : 0, 1, 'only those in hands ran twice');
}
{ # an end by TERM leaves what ran without a result
  my $folder = make("sleep 20\nsleep 20\nsleep 20\n");
  my $pid = fork // die $!;
  unless ($pid) { open STDOUT, '>', '/dev/null'; exec $^X, "$program/bag.pl", 'run', $folder or _exit(1) }
  select undef, undef, undef, 0.02 until -e "$folder/passes/1/results.n1";
  select undef, undef, undef, 0.2;
  kill TERM => $pid;
  waitpid $pid, 0;
  check($? >> 8, 143, 'exit code of a bag that was ended');
  check(rows($folder), '', 'no results');
}
{ # a later pass ends an earlier one
  my $folder = make(join '', map { "sleep 0.2\n" } 1 .. 40);
  my $pid = fork // die $!;
  unless ($pid) { open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null'; exec $^X, "$program/bag.pl", 'run', $folder or _exit(1) }
  select undef, undef, undef, 0.02 until -s "$folder/passes/1/results.n1";
  mkdir "$folder/passes/2" or die $!;
  select undef, undef, undef, 0.05 until -e "$folder/passes/3" || waitpid($pid, 1) == $pid;
  check(-e "$folder/passes/1/claims/39" ? 1 : 0, 0, 'the earlier pass goes no further');
  kill TERM => $pid;
  waitpid $pid, 0;
}
{ # resume and failed ones
  my $folder = make("test -e '$home/now'\n");
  bag('run', $folder);
  check(rows($folder), '1 1 0 1', 'a task that fails');
  open my $now, '>', "$home/now" or die $!;
  my ($code, $said) = bag('resume', $home, $folder, '--failed', '-n', '3');
  check($code, 0, "resume ($said)");
  open my $submitted, '<', "$home/submitted" or die $!;
  check(<$submitted> =~ m{ -n 3 --parsable \S+/job\.sh --failed$} ? 1 : 0, 1, 'the words of its job');
  {
    local $ENV{SLURM_RESTART_COUNT} = 1;
    ($code) = bag('run', $folder, '--failed');
    check($code, 1, 'a job that begins anew does it no second time');
  }
  ($code) = bag('run', $folder, '--failed');
  check($code, 0, 'the failed task once more');
  check(rows($folder), '1 0 0 1', 'the later result counts');
}
for my $case (
  [qr/expected a FILE or --range/],
  [qr/FILE of tasks as the last word, but got '-n'/, '-n'],
  [qr/expected to read tasks from .*nowhere/, 'nowhere'],
  [qr/--range beside a command/, '--', 'x'],
  [qr/ascending numbers/, '--range=5-1', '--', 'x'],
  [qr/numbers up to 10000000/, '--range=1-10000001', '--', 'x'],
  [qr/behind --/, '--range=1-5'],
  [qr/at most 9999 retries/, '--retries=x', "$home/t1"],
  [qr/a time such as 30/, '--task-time=1d', "$home/t1"],
  [qr/%t, %N or %% in --task-output, but got '%j'/, '--task-output=a%%%j', "$home/t1"],
  [qr/--array: a bag has.*; no --wrap: the script/, '--array=1-3', '--wrap=x', "$home/t1"],
  [qr/a new folder, but .*t1.bag is there/, "--folder=$home/t1.bag", "$home/t1"],
  [qr/there are none in/, "--folder=$home/none.bag", '/dev/null']) {
  my ($words, @given) = @$case;
  my ($code, $said) = bag('submit', $home, @given);
  check($code, 2, "a refusal of '@given'");
  check($said =~ $words ? 1 : 0, 1, "the words of '@given' are: $said");
}
for my $case ([qr/settings cannot be read/, 'status', $home], [qr/of one bag, but got none/, 'results'], [qr/--failed or --json/, 'results', '--x', $home]) {
  my ($words, $verb, @given) = @$case;
  my ($code, $said) = bag($verb, $home, @given);
  check("$code " . ($said =~ $words ? 1 : 0), '2 1', "$verb @given: $said");
}
check(scalar(() = glob "$home/*.new.*"), 0, 'nothing is left of what was refused');
{ # the longest task there may be, and one byte more
  my $longest = 131_000;
  my $line = ': ' . 'x' x ($longest - 2 - length "; echo end\n") . "; echo end\n";
  my $folder = make($line);
  my ($code) = bag('run', $folder);
  check($code, 0, 'the longest task');
  open my $file, '>', "$home/long" or die $!;
  print {$file} "true\nx$line";
  close $file;
  ($code, my $said) = bag('submit', $home, '-n1', "$home/long");
  check($code, 2, 'a longer one');
  check($said =~ /at most 131000 bytes, but line 2 of \S+ has 131001/ ? 1 : 0, 1, "the words of a longer one are: $said");
  ($code) = bag('submit', $home, "--folder=$home/most.bag", '--range=9999998-10000000', '--', 'true');
  check($code, 0, 'the highest numbers');
  ($code) = bag('run', "$home/most.bag");
  check(rows("$home/most.bag"), '9999998 0 0 1;9999999 0 0 1;10000000 0 0 1', 'results of the highest numbers');
}
{ # results as somebody else might have written them
  my $folder = make("true\n");
  mkdir "$folder/passes/1" or die $!;
  open my $lies, '>', "$folder/passes/1/results.n1" or die $!;
  print {$lies} "1 0 0 1 5 5 5\n99999999999 0 0 1 5 5\nrubbish\n1 0 0 1 5 5\n", 'x' x 1_000_000, "\n";
  close $lies;
  check(rows($folder), '1 0 0 1', 'lines that are none are passed over');
  check((bag('status', $home, $folder))[1] =~ /damaged +4 / ? 1 : 0, 1, 'and counted');
}
print STDERR "$tests tests of libexec/bag\n" if $ENV{VERBOSE};
exit $failed;
