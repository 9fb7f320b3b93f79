# In the script of the bag's job: plans a pass over all tasks without a result, has each node do its part, and looks what is left.
use strict;
use warnings;
our $PROGRAM; # bag.pl

use constant MOST_PASSES => 10; # of one job; the second is rarely needed
use constant LARGEST_CHUNK => 5000;
use constant SHARES => 16; # a chunk is at most this part of what a node may expect to get of what is left

sub run {
  my ($folder, @words) = @_;
  my $settings = settings($folder);
  my ($nodes) = ($ENV{SLURM_JOB_NUM_NODES} // 1) =~ /\A([1-9][0-9]{0,6})\z/ or fail("expected a number of nodes in SLURM_JOB_NUM_NODES.");
  # a job that begins anew does the failed ones no second time
  my $again = !$ENV{SLURM_RESTART_COUNT} && grep { $_ eq '--failed' } @words;
  my $malleable = grep { $_ eq '--malleable' } @words;
  for my $round (1 .. MOST_PASSES) {
    my $known = winners($folder);
    warn "pliant: bag: $known->{damaged} damaged lines among the results of $folder are passed over.\n" if $known->{damaged};
    my ($pass, $left) = plan($folder, $settings, $known, $nodes, $again);
    $again = 0;
    return verdict($folder) unless $left;
    if ($round > 1) { print "pliant: bag: tasks without a result yet: $left; once more\n" }
    my $ended = do_pass($folder, $pass, $nodes, $malleable);
    return $ended if $ended;
    ($nodes, $malleable) = (1, 0) if $malleable; # the first one never leaves; there is little left
  }
  fail("expected each task to have a result after " . MOST_PASSES . " passes, but some have none: see $folder/passes.");
}

# plan FOLDER SETTINGS KNOWN NODES AGAIN: begins a pass over the tasks that have no result, and those that failed when AGAIN is
# true; returns its number and how many tasks it has.
sub plan {
  my ($folder, $settings, $known, $nodes, $again) = @_;
  my $due = sub { !vec($known->{winner}, $_[0], 32) || $again && vec($known->{bad}, $_[0], 1) };
  my $left = 0;
  each_task($folder, $settings, sub { $left++ if $due->($_[0]) });
  return (0, 0) unless $left;
  my ($plan, $open, $chunk, $place, $size) = ('', $left, [], 0, 0);
  each_task($folder, $settings, sub {
    my ($number, $at) = @_;
    return unless $due->($number);
    ($place, $size) = ($at, chunk_size($open, $nodes)) unless @$chunk;
    add_to_ranges($chunk, $number);
    $open--;
    return if --$size;
    $plan .= $place . ' ' . range_text($chunk) . "\n";
    $chunk = [];
  });
  my $pass = new_pass($folder);
  put_file("$folder/passes/$pass/plan", $plan);
  return ($pass, $left);
}

# Large chunks first and single tasks at last, so that nodes end together (guided self-scheduling, Polychronopoulos and Kuck 1987).
sub chunk_size {
  my ($open, $nodes) = @_;
  my $size = int(($open + $nodes * SHARES - 1) / ($nodes * SHARES));
  $size = LARGEST_CHUNK if $size > LARGEST_CHUNK;
  return $size > $open ? $open : $size;
}

# A folder is made by one alone: of two jobs that go on with a bag each has a pass of its own, and the later one counts.
sub new_pass {
  my ($folder) = @_;
  my $pass = ((passes($folder))[-1] // 0) + 1;
  until (mkdir "$folder/passes/$pass") {
    $!{EEXIST} or fail("expected to make $folder/passes/$pass, but: $!.");
    $pass++;
  }
  mkdir "$folder/passes/$pass/claims" or fail("expected to make $folder/passes/$pass/claims, but: $!.");
  return $pass;
}

# do_pass FOLDER PASS NODES MALLEABLE: a worker on each node of the job, or one for each task of a malleable one, whose program is its
# first step; returns 0 when it is worth looking for what is left.
sub do_pass {
  my ($folder, $pass, $nodes, $malleable) = @_;
  my @work = ($^X, "$PROGRAM/bag.pl", 'work', $folder, $pass);
  $ENV{PLIANT_BAG_SLOTS} = $ENV{SLURM_TASKS_PER_NODE} // 1;
  my @srun = ('srun', '--kill-on-bad-exit=0');
  if ($malleable) { unshift @work, @srun }
  elsif ($nodes > 1) { unshift @work, @srun, '--nodes', $nodes, '--ntasks', $nodes }
  my $worker = fork // fail("expected to start the work, but: $!.");
  unless ($worker) {
    exec {$work[0]} @work or fail("expected to start $work[0], but: $!. A job on several nodes needs Pliant's srun on its PATH.");
  }
  local @SIG{qw(TERM INT)} = (sub { kill TERM => $worker }) x 2;
  my $ended;
  do { $ended = waitpid $worker, 0 } while $ended < 0 && $!{EINTR};
  return 128 + ($? & 127) if $? & 127;
  return $? >> 8 if ($? >> 8) >= 128;
  print "pliant: bag: the work ended with " . ($? >> 8) . "\n" if $?;
  return 0;
}

sub verdict {
  my ($folder) = @_;
  my $known = winners($folder);
  print "pliant: bag: $known->{done} tasks done, $known->{failed} of them failed\n";
  print "pliant: bag: pliant bag results --failed $folder tells which\n" if $known->{failed};
  return $known->{failed} ? 1 : 0;
}

1;
