# Makes the folder of a bag and submits its job; or submits another job for what is left of a bag.
use strict;
use warnings;
our $PROGRAM; # bag.pl
use Cwd qw(getcwd);

my $HELP = <<'END';
Usage: pliant bag [BAG OPTION...] [OPTION of submit...] FILE
       pliant bag [BAG OPTION...] --range=RANGE [OPTION of submit...] -- COMMAND [ARGUMENT...]
       pliant bag status FOLDER [--json]
       pliant bag results FOLDER [--failed] [--json]
       pliant bag resume FOLDER [--failed] [OPTION of submit...]
Do many short tasks in the allocation of one job: each line of FILE is one. '-n 64' has 64 done at a time.

      --folder=FOLDER    Folder of the bag, new, on a disk that all nodes see (name of FILE with .bag, here).
      --range=RANGE      Numbers instead of lines: 1-1000000 or 1-10,15. Each {} in COMMAND becomes the number.
      --retries=N        Try a task that fails so many times more (0).
      --task-time=TIME   End a task that takes longer: seconds, or minutes as 5m, or hours as 2h.
      --task-output=NAME A file for what each task prints: %t its number, %N its node (FOLDER/output/NODE for all).
      --help             Show this help.

A task finds its number in PLIANT_BAG_TASK. Empty lines, and those that begin with #, are no tasks, but count.
The job ends with 0 when all tasks ended with 0, else with 1. Killed or requeued, it goes on where it was.

Examples:
  pliant bag -n 64 tasks.txt
  pliant bag -n 8 --range=1-1000000 --retries=2 -- ./one-sample {}
  pliant bag status tasks.bag
  pliant bag results --failed tasks.bag
  pliant bag resume tasks.bag -n 128
END

my $DIE = "see 'pliant bag --help'.";

# submit HOME WORD...
sub submit {
  my ($home, @words) = @_;
  my %own = (retries => 0);
  my ($asked, $file, @command) = own_words(\@words, \%own);
  refuse("expected a FILE or --range, but got neither: $DIE") unless defined $file || $own{range};
  refuse_words($asked);
  $own{kind} = $own{range} ? 'range' : 'lines';
  my $folder = bag_folder($own{folder} // name_of($own{range} ? $command[0] : $file) . '.bag');
  my $count = make_folder($folder, \%own, $file, @command);
  print STDERR "pliant: bag: $count tasks in $folder\n";
  my $job = submit_job($home, $folder, 0, @$asked);
  return $job;
}

# resume HOME FOLDER WORD...
sub resume {
  my ($home, @words) = @_;
  if (grep { $_ eq '--help' } @words) { print $HELP; exit 0 }
  my $failed = grep { $_ eq '--failed' } @words;
  @words = grep { $_ ne '--failed' } @words;
  refuse("expected the folder of a bag first, but got nothing: $DIE") unless @words;
  my $folder = absolute(shift @words);
  settings($folder);
  refuse_words(\@words);
  my $open = open_job($home, $folder, cluster_words(@words));
  refuse("expected no job to work on $folder, but job $open does: wait for it, or 'pliant cancel $open'.") if $open;
  return submit_job($home, $folder, $failed, @words);
}

# own_words WORDS OWN: takes the options of bag out of the words; returns the others, the file, and the command after --.
sub own_words {
  my ($words, $own) = @_;
  my @asked;
  while (defined(my $word = shift @$words)) {
    if ($word eq '--') { last }
    elsif ($word eq '--help') { print $HELP; exit 0 }
    elsif ($word =~ /\A--(folder|range|retries|task-time|task-output)(?:=(.*))?\z/s) {
      $own->{$1} = $2 // shift @$words // refuse("expected a value after $word: $DIE");
    }
    else { push @asked, $word }
  }
  my $file;
  if ($own->{range}) {
    refuse("expected the command of --range behind --, but there is none: $DIE") unless @$words;
    check_range($own->{range});
  }
  elsif (@$words) { refuse("expected --range beside a command behind --, but there is none: $DIE") }
  else {
    $file = pop @asked;
    refuse("expected a FILE of tasks as the last word, but got '$file': $DIE") if defined $file && $file =~ /\A-./;
  }
  $own->{retries} =~ /\A[0-9]{1,4}\z/ or refuse("expected at most 9999 retries as --retries, but got '$own->{retries}'.");
  $own->{seconds} = seconds(delete $own->{'task-time'});
  $own->{output} = output(delete $own->{'task-output'});
  return (\@asked, $file, @$words);
}

sub check_range {
  my ($text) = @_;
  my $ranges = ranges($text) or refuse("expected ascending numbers such as 1-1000 or 1-10,15 as --range, but got '$text'.");
  refuse("expected numbers up to " . MOST_TASKS() . " as --range, but got $ranges->[-1][1].") if $ranges->[-1][1] > MOST_TASKS();
}

sub seconds {
  my ($text) = @_;
  return 0 unless defined $text;
  my ($number, $unit) = $text =~ /\A([1-9][0-9]{0,6})([smh]?)\z/ or refuse("expected a time such as 30, 5m or 2h as --task-time, but got '$text'.");
  return $number * {'' => 1, s => 1, m => 60, h => 3600}->{$unit};
}

sub output {
  my ($name) = @_;
  return '' unless defined $name;
  refuse("expected the name of a file as --task-output, but got '$name'.") if $name eq '' || $name =~ /\n/;
  while ($name =~ /%(.?)/gs) {
    refuse("expected %t, %N or %% in --task-output, but got '%$1' in '$name'.") unless $1 =~ /\A[tN%]\z/;
  }
  return absolute($name);
}

# What a bag decides itself, or cannot have.
sub refuse_words {
  my ($asked) = @_;
  my %reason = (
    '--array' => 'a bag has its tasks from FILE or --range', '-a' => 'a bag has its tasks from FILE or --range',
    '--wrap' => 'the script of the job is that of the bag', ':' => 'a bag has nodes of one kind',
    '--parsable' => 'pliant bag prints a line and the number of the job; FOLDER/jobs has the numbers alone');
  my @faults = map { my ($name) = /\A(--[a-z-]+|-a|:\z)/; $name && $reason{$name} ? "$name: $reason{$name}" : () } @$asked;
  refuse('expected no ' . join('; no ', @faults) . '.') if @faults;
}

sub name_of {
  my ($word) = @_;
  my ($name) = $word =~ m{([^/]+?)(?:\.txt)?\z};
  refuse("expected --folder, the name of a folder, for tasks from standard input.") if !defined $name || $word eq '-';
  return $name =~ s/[^A-Za-z0-9_.-]/_/gr;
}

sub absolute {
  my ($name) = @_;
  refuse("expected the name of a file or folder, but it has a line feed in it.") if $name =~ /\n/;
  return $name =~ m{\A/} ? $name : getcwd() . "/$name";
}

sub bag_folder {
  my $folder = absolute($_[0] =~ s{(?<=.)/+\z}{}r);
  refuse("expected a new folder, but $folder is there: give another one with --folder, or see 'pliant bag status $folder'.") if -e $folder;
  return $folder;
}

# make_folder FOLDER OWN FILE COMMAND...: returns the number of tasks; leaves nothing behind when something is wrong with them.
sub make_folder {
  my ($folder, $own, $file, @command) = @_;
  my $new = "$folder.new.$$";
  for my $part ('', qw(/program /passes /output)) {
    mkdir $new . $part or refuse("expected to make $new$part, but: $!.");
  }
  our $unfinished = $new;
  if ($own->{range}) { put_file("$new/tasks", join '', map { "$_\0" } @command) }
  else { copy_tasks($file, "$new/tasks") }
  put_file("$new/settings", join '', map { "$_ $own->{$_}\n" } grep { defined $own->{$_} && $own->{$_} ne '' } qw(kind range retries seconds output));
  put_file("$new/settings", "version 1\n" . whole("$new/settings"));
  put_file("$new/program/$_.pl", whole("$PROGRAM/$_.pl")) for qw(bag folder tasks results run work malleable);
  put_file("$new/job.sh", "#!/bin/sh\nexec perl " . quoted("$folder/program/bag.pl") . ' run ' . quoted($folder) . " \"\$@\"\n");
  my $count = 0;
  each_task($new, $own, sub { $count++ });
  refuse("expected tasks, but there are none in $file.") unless $count;
  rename $new, $folder or refuse("expected to make $folder, but: $!.");
  undef $unfinished;
  return $count;
}

END {
  our $unfinished;
  if (defined $unfinished) {
    require File::Path;
    File::Path::rmtree($unfinished);
  }
}

sub copy_tasks {
  my ($from, $to) = @_;
  my $tasks;
  if ($from eq '-') { $tasks = \*STDIN }
  else { open $tasks, '<', $from or refuse("expected to read tasks from $from, but: $!.") }
  open my $copy, '>', $to or refuse("expected to write $to, but: $!.");
  my $number = 0;
  while (my $line = <$tasks>) {
    $number++;
    refuse("expected tasks of at most " . LONGEST_LINE() . " bytes, but line $number of $from has " . length($line) . '.') if length $line > LONGEST_LINE();
    refuse("expected text, but line $number of $from has a zero byte.") if $line =~ /\0/;
    refuse("expected at most " . MOST_TASKS() . " tasks, but $from has more.") if $number > MOST_TASKS();
    print {$copy} $line or refuse("expected to write $to, but: $!.");
  }
  refuse("expected to read tasks from $from, but: $!.") if $tasks->error;
  close $copy or refuse("expected to write $to, but: $!.");
}

sub quoted { "'" . $_[0] =~ s/'/'\\''/gr . "'" }

# submit_job HOME FOLDER AGAIN WORD...: returns the exit code of pliant submit.
sub submit_job {
  my ($home, $folder, $again, @asked) = @_;
  my ($name) = $folder =~ m{([^/]+)\z};
  my @usual = ('--job-name=' . $name, '--output=' . $folder =~ s/%/%%/gr . '/job-%j.out');
  my $malleable = grep { /\A--(?:min|max)-nodes(?:-invasic)?(?:=|\z)/ } @asked;
  my @words = (('--failed') x !!$again, ('--malleable') x !!$malleable); # and no variables: --export may take them away
  open my $answer, '-|', "$home/pliant", 'submit', @usual, @asked, '--parsable', "$folder/job.sh", @words
    or fail("expected to start $home/pliant, but: $!.");
  my $said = <$answer> // '';
  unless (close $answer) {
    print STDERR "pliant: bag: the tasks stay in $folder; 'pliant bag resume $folder OPTION...' submits them again\n";
    return $? >> 8 || 1;
  }
  my ($job) = $said =~ /\A([0-9]+)/ or fail("expected the number of a job from pliant submit, but got '$said'.");
  open my $jobs, '>>', "$folder/jobs" or fail("expected to write $folder/jobs, but: $!. The job is $job.");
  print {$jobs} "$job\n" and close $jobs or fail("expected to write $folder/jobs, but: $!. The job is $job.");
  print "Submitted batch job $job\n";
  return 0;
}

# Those of the words that say which cluster is meant.
sub cluster_words {
  my (@words) = @_;
  my @found;
  while (defined(my $word = shift @words)) {
    push @found, $word eq '--dir' ? ($word, shift @words // '') : $word if $word =~ /\A--dir(?:=|\z)/;
  }
  return @found;
}

# open_job HOME FOLDER WORD...: number of a job of the bag that waits or runs, or nothing.
sub open_job {
  my ($home, $folder, @cluster) = @_;
  open my $jobs, '<', "$folder/jobs" or return; # none was ever submitted
  my ($last) = reverse grep { /\A[0-9]+\n\z/ } <$jobs>;
  return unless defined $last;
  chomp $last;
  open my $queue, '-|', "$home/pliant", 'queue', @cluster, '--noheader', '--jobs', $last or fail("expected to start $home/pliant, but: $!.");
  my @lines = <$queue>;
  close $queue or fail("expected to see whether job $last still works on $folder, but 'pliant queue' ended with " . ($? >> 8) . '.');
  return @lines ? $last : undef;
}

1;
