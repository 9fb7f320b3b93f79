# What became of the tasks. Each worker appends lines to a file of its own, one by one:
#
#   NUMBER CODE SIGNAL TRIES BEGUN MILLISECONDS
#
# BEGUN in milliseconds since 1970. A line without its end was cut off by a death and counts for nothing. Of several results of a
# task the one of the latest pass counts.
use strict;
use warnings;

my $LINE = qr/\A([0-9]{1,15}) ([0-9]{1,3}) ([0-9]{1,3}) ([0-9]{1,9}) ([0-9]{1,15}) ([0-9]{1,15})\n\z/;

# result_files FOLDER: names of all files of results, those of earlier passes first.
sub result_files {
  my ($folder) = @_;
  my @files;
  for my $pass (passes($folder)) {
    opendir my $dir, "$folder/passes/$pass" or fail("expected to read $folder/passes/$pass, but: $!.");
    push @files, map { "$folder/passes/$pass/$_" } sort grep { /\Aresults\./ } readdir $dir;
  }
  return @files;
}

# each_result FILE CODE: calls CODE with the parts of each whole line; returns how many lines are damaged.
sub each_result {
  my ($name, $code) = @_;
  open my $file, '<', $name or fail("expected to read $name, but: $!.");
  my $damaged = 0;
  while (my $line = <$file>) {
    if ($line =~ $LINE) { $code->($1, $2, $3, $4, $5, $6) }
    elsif ($line =~ /\n\z/) { $damaged++ }
  }
  return $damaged;
}

# winners FOLDER: of each task that has a result the number of the file that counts, from 1, as a string for vec(..., 32); the
# files; how many tasks have a result, how many of them failed, and how many lines are damaged.
sub winners {
  my ($folder) = @_;
  my ($winner, $bad, $done, $failed, $damaged, @files) = ('', '', 0, 0, 0, result_files($folder));
  for my $at (0 .. $#files) {
    $damaged += each_result($files[$at], sub {
      my ($number, $code, $signal) = @_;
      return $damaged++ if $number > MOST_TASKS();
      $done++ unless vec $winner, $number, 32;
      my $is_bad = $code || $signal ? 1 : 0;
      $failed += $is_bad - vec $bad, $number, 1;
      vec($bad, $number, 1) = $is_bad;
      vec($winner, $number, 32) = $at + 1;
    });
  }
  return {winner => $winner, bad => $bad, files => \@files, done => $done, failed => $failed, damaged => $damaged};
}

1;
