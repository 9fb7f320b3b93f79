# The folder of a bag: what is where, and the settings of the bag.
#
#   settings           KEY VALUE lines
#   tasks              a task a line, as it was given (kind lines), or the words of the command, each ended by NUL (kind range)
#   program/           this program, copied
#   job.sh             script of the bag's jobs
#   jobs               a line for each job submitted: its number
#   passes/P/plan      pass P of the bag: a line for each chunk of tasks that no pass before has results of
#   passes/P/claims/K  chunk K is in somebody's hands
#   passes/P/results.NODE  a line for each task that ended there: results.pl
#   output/NODE        what the tasks print, unless told otherwise
use strict;
use warnings;

use constant MOST_TASKS => 10_000_000; # the highest number of a task
use constant LONGEST_LINE => 131_000; # Linux takes no longer argument

# settings FOLDER: the settings of a bag, by name; refuses what is none.
sub settings {
  my ($folder) = @_;
  open my $file, '<', "$folder/settings" or refuse("expected the folder of a bag, but $folder/settings cannot be read: $!.");
  my %settings = map { chomp; /\A([a-z]+) (.*)\z/s ? ($1, $2) : () } <$file>;
  my $version = $settings{version} // 'none';
  refuse("expected version 1 of $folder/settings, but it is $version: another version of Pliant made it.") if $version ne '1';
  return \%settings;
}

# put_file NAME CONTENT: writes a file so that it is there whole or not at all.
sub put_file {
  my ($name, $content) = @_;
  open my $file, '>', "$name.new" or fail("expected to write $name, but: $!.");
  print {$file} $content and close $file and rename "$name.new", $name or fail("expected to write $name, but: $!.");
}

# passes FOLDER: numbers of the passes that were begun, in order.
sub passes {
  my ($folder) = @_;
  opendir my $dir, "$folder/passes" or fail("expected to read $folder/passes, but: $!.");
  return sort { $a <=> $b } grep { /\A[1-9][0-9]*\z/ } readdir $dir;
}

# ranges TEXT: pairs of first and last of '1-10,15'; undef when it is no such text, ascending and without overlap.
sub ranges {
  my ($text) = @_;
  my ($before, @ranges) = (-1);
  for my $part (split /,/, $text, -1) {
    my ($first, $last) = $part =~ /\A([0-9]{1,15})(?:-([0-9]{1,15}))?\z/ or return;
    $last //= $first;
    return if $first <= $before || $last < $first;
    push @ranges, [$first + 0, $last + 0];
    $before = $last;
  }
  return \@ranges;
}

# add_to_ranges RANGES NUMBER: adds one that is above all.
sub add_to_ranges {
  my ($ranges, $number) = @_;
  if (@$ranges && $ranges->[-1][1] == $number - 1) { $ranges->[-1][1] = $number }
  else { push @$ranges, [$number, $number] }
}

sub range_text { join ',', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } @{$_[0]} }

# now_millis: time of day in milliseconds, in steps of 10 ms where perl-base is all there is.
my $fine;
BEGIN { $fine = eval { require Time::HiRes; \&Time::HiRes::time } }
sub now_millis {
  return int($fine->() * 1000) if $fine;
  require POSIX;
  our $offset //= time() * 1000 - (POSIX::times())[0] * 10;
  return $offset + (POSIX::times())[0] * 10;
}

1;
