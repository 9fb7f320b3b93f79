# On a node of the bag's job: takes chunks of tasks, and does as many tasks at a time as the job has here.
use strict;
use warnings;
use Errno;
use Fcntl qw(O_APPEND O_CREAT O_EXCL O_WRONLY);
use IO::Handle;
use POSIX qw(WNOHANG SIG_BLOCK SIG_SETMASK SIGALRM SIGCHLD SIGINT SIGTERM sigprocmask sigsuspend);

use constant IO_SIGNAL => 29; # SIGIO of Linux on all that Pliant runs on; POSIX does not know it
use constant KILL_AFTER => 5; # seconds between the signals TERM and KILL to a task

my ($folder, $settings, $pass, $node, $slots, $results);
my (@plan, @queue, %running, %seen, $each_output, $stopped, $closed, $synced, $unsynced);
my $next = 0; # chunk to be tried next
my $usual = POSIX::SigSet->new; # the mask of signals as it was

sub work {
  ($folder, $pass) = @_;
  $settings = settings($folder);
  $node = $ENV{SLURMD_NODENAME} // 'here';
  $slots = slots($ENV{PLIANT_BAG_SLOTS} // 1, $ENV{SLURM_NODEID} // 0);
  open my $plan, '<', "$folder/passes/$pass/plan"
    or fail("expected to read $folder/passes/$pass/plan on node $node, but: $!. A bag on several nodes needs a folder that all of them see.");
  @plan = chunks('', $plan);
  sysopen $results, "$folder/passes/$pass/results.$node", O_WRONLY | O_CREAT | O_APPEND
    or fail("expected to write $folder/passes/$pass/results.$node, but: $!.");
  open STDIN, '<', '/dev/null' or fail("expected to read /dev/null, but: $!.");
  # one file for all is opened once: each thing that a child does before its task costs copies of pages
  my $output = $settings->{output} || "$folder/output/" . $node =~ s/%/%%/gr;
  $each_output = $output =~ /(?<!%)(?:%%)*%t/ ? $output : '';
  redirect(output_name($output, 0)) unless $each_output;
  $synced = time;
  # Signals come while this program waits and at no other time, so none is missed between a look and the wait.
  sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGALRM, SIGCHLD, SIGINT, SIGTERM, IO_SIGNAL), $usual);
  local @SIG{qw(TERM INT ALRM CHLD IO)} = ((sub { $stopped = 1 }) x 2, (sub { }) x 3);
  my $leaves = 0;
  until ($stopped) {
    if (talk() && !$leaves++) { give_back() }
    start(shift @queue) while has_joined() && keys %running < $slots && (@queue || take_chunk());
    last if !%running && has_joined();
    wait_for_one();
  }
  end_all() if $stopped;
  goodbye();
  sync();
  return $stopped ? 143 : 0;
}

# The node leaves: what has not begun is for the others, and nothing more is taken. What runs may end.
sub give_back {
  my $chunk = [];
  add_to_ranges($chunk, $_->[0][0]) for sort { $a->[0][0] <=> $b->[0][0] } @queue;
  put_file("$folder/passes/$pass/plan.$node.$$", 0 . ' ' . range_text($chunk) . "\n") if @queue;
  @queue = ();
  $next = @plan;
  $closed = 1;
}

# chunks NAME FILE: the chunks of a plan: name of the claim, place of the first task in the file of tasks, ranges.
sub chunks {
  my ($name, $plan) = @_;
  my $at = 0;
  return map { /\A([0-9]+) ([0-9,-]+)\n\z/ ? [$name . $at++, $1, $2] : fail("expected chunks in the plan of $folder/passes/$pass, but it is damaged.") } <$plan>;
}

# more_chunks: adds what nodes that left gave back; returns whether there is any.
sub more_chunks {
  return 0 unless is_malleable();
  opendir my $dir, "$folder/passes/$pass" or fail("expected to read $folder/passes/$pass, but: $!.");
  my $before = @plan;
  for my $name (grep { /\Aplan\..*\.[0-9]+\z/ && !$seen{$_}++ } readdir $dir) {
    open my $plan, '<', "$folder/passes/$pass/$name" or fail("expected to read $folder/passes/$pass/$name, but: $!.");
    push @plan, chunks("$name.", $plan);
  }
  return @plan > $before;
}

# slots TEXT POSITION: tasks of the job on the node at a position, of a text as '4(x2),3'.
sub slots {
  my ($text, $position) = @_;
  return 1 if is_malleable(); # a task of the job itself
  for my $part (split /,/, $text) {
    my ($tasks, $times) = $part =~ /\A([1-9][0-9]{0,6})(?:\(x([1-9][0-9]{0,6})\))?\z/ or last;
    return $tasks if $position < ($times //= 1);
    $position -= $times;
  }
  fail("expected the job's tasks on each node in SLURM_TASKS_PER_NODE, but got '$text'.");
}

# Nothing is begun once a later pass has: this one was given up.
sub given_up {
  return 0 unless -d "$folder/passes/" . ($pass + 1);
  print STDERR "pliant: bag: a later attempt goes on with $folder; this one ends.\n" unless $closed;
  @queue = ();
  ($next, $closed) = (scalar @plan, 1);
  return 1;
}

# A chunk is whose who makes the file of that name: that is one, on any file system.
sub take_chunk {
  while (!$closed && !given_up() && ($next < @plan || more_chunks())) {
    my ($claim_name, $place, $ranges) = @{$plan[$next++]};
    if (sysopen my $claim, "$folder/passes/$pass/claims/$claim_name", O_WRONLY | O_CREAT | O_EXCL) {
      @queue = map { [$_, 1] } commands($folder, $settings, $place, ranges($ranges));
      return 1;
    }
    $!{EEXIST} or fail("expected to make $folder/passes/$pass/claims/$claim_name, but: $!.");
  }
  return 0;
}

# start [[NUMBER, WORD...], TRY]
sub start {
  my ($task, $try) = @{$_[0]};
  my ($number, @words) = @$task;
  @ENV{qw(PLIANT_BAG_TASK PLIANT_BAG_TRY)} = ($number, $try);
  my $begun = now_millis();
  my $pid = fork;
  if (!defined $pid) {
    fail("expected to start task $number on node $node, but: $!.") unless %running;
    unshift @queue, $_[0]; # when one has ended
    return wait_for_one();
  }
  execute($number, @words) unless $pid;
  $running{$pid} = {task => $task, try => $try, begun => $begun, ends => $settings->{seconds} ? time + $settings->{seconds} : 0};
}

# In the child. A line without anything that means something to a shell is executed without one.
sub execute {
  my ($number, @words) = @_;
  setpgrp;
  sigprocmask(SIG_SETMASK, $usual); # handlers end with this program
  redirect(output_name($each_output, $number)) if $each_output;
  no warnings 'exec';
  if (@words > 1) { exec {$words[0]} @words }
  else {
    exec $words[0];
    exec '/bin/sh', '-c', $words[0]; # a command of the shell itself, or none at all, which it says best
  }
  print STDERR "pliant: bag: task $number cannot start $words[0]: $!\n";
  POSIX::_exit(127);
}

sub output_name {
  my ($pattern, $number) = @_;
  return $pattern =~ s/%([%tN])/{'%' => '%', t => $number, N => $node}->{$1}/ger;
}

sub redirect {
  my ($name) = @_;
  open STDOUT, '>>', $name or fail("expected to write $name on node $node, but: $!.");
  open STDERR, '>&', \*STDOUT or fail("expected to write $name on node $node, but: $!.");
}

# Waits until a task has ended, for a second at most; writes down what became of it.
sub wait_for_one {
  my $pid = waitpid -1, WNOHANG;
  if ($pid <= 0) {
    alarm 1;
    sigsuspend($usual);
    alarm 0;
    $pid = waitpid -1, WNOHANG;
  }
  ended($pid, $?) if $pid > 0;
  hurry() if $settings->{seconds};
  return unless $unsynced && time != $synced;
  sync();
  given_up();
}

sub ended {
  my ($pid, $status) = @_;
  my $was = delete $running{$pid} or return;
  my $millis = now_millis() - $was->{begun};
  if (killed($status)) { # whoever ended the task may be about to end the job
    select undef, undef, undef, 0.3;
    sigprocmask(SIG_SETMASK, $usual, my $ours = POSIX::SigSet->new);
    sigprocmask(SIG_SETMASK, $ours);
  }
  return if $stopped;
  if ($status && $was->{try} <= $settings->{retries}) {
    unshift @queue, [$was->{task}, $was->{try} + 1];
    return;
  }
  my $line = join(' ', $was->{task}[0], $status >> 8, $status & 127, $was->{try}, $was->{begun}, $millis < 0 ? 0 : $millis) . "\n";
  (syswrite($results, $line) // -1) == length $line or fail("expected to write $folder/passes/$pass/results.$node, but: $!.");
  $unsynced = 1;
}

sub killed {
  my ($status) = @_;
  return grep { $_ == ($status & 127) || $_ + 128 == $status >> 8 } 9, 15;
}

# Ends tasks that take too long, and at last with KILL.
sub hurry {
  my $now = time;
  for my $pid (keys %running) {
    my $ends = $running{$pid}{ends};
    next if $now < $ends;
    kill $now < $ends + KILL_AFTER ? 'TERM' : 'KILL', -$pid;
  }
}

# Results outlive this program at once, and this machine within a second or two.
sub sync {
  $results->sync or fail("expected to write $folder/passes/$pass/results.$node, but: $!.");
  ($synced, $unsynced) = (time, 0);
}

# The job ends: what runs has no result.
sub end_all {
  kill TERM => map { -$_ } keys %running;
  my $end = time + KILL_AFTER;
  while (%running) {
    my $pid = waitpid -1, WNOHANG;
    last if $pid < 0;
    if ($pid > 0) { delete $running{$pid} }
    elsif (time > $end) { kill KILL => map { -$_ } keys %running; $end += KILL_AFTER }
    else { select undef, undef, undef, 0.05 }
  }
}

1;
