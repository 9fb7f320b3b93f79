# What became of the tasks of a bag, for people and programs.
use strict;
use warnings;

my $LATELY = 60; # seconds over which the rate is told

# words WORD...: the folder and the options given, by name.
sub report_words {
  my ($verb, $known, @words) = @_;
  my (%given, @folders);
  for my $word (@words) {
    if ($word eq '--help') { print "Usage: pliant bag $verb FOLDER" . join('', map { " [--$_]" } @$known) . "\nSee also 'pliant bag --help'.\n"; exit 0 }
    if ($word =~ /\A--(.*)\z/s) {
      my $name = $1;
      grep { $_ eq $name } @$known or refuse("expected " . join(' or ', map { "--$_" } @$known) . ", but got '$word'.");
      $given{$name} = 1;
    }
    else { push @folders, $word }
  }
  refuse('expected the folder of one bag, but got ' . (@folders ? join ' ', @folders : 'none') . '.') unless @folders == 1;
  return ($folders[0], \%given);
}

# status HOME WORD...
sub status {
  my (undef, @words) = @_;
  my ($folder, $given) = report_words('status', ['json'], @words);
  my $settings = settings($folder);
  my $count = 0;
  each_task($folder, $settings, sub { $count++ });
  my $known = winners($folder);
  my ($now, $lately, $since) = (now_millis(), 0);
  for my $file (@{$known->{files}}) {
    next if time - (stat $file)[9] > $LATELY;
    each_result($file, sub {
      return if $_[4] + $_[5] < $now - $LATELY * 1000;
      $lately++;
      $since = $_[4] if !defined $since || $_[4] < $since;
    });
  }
  my @jobs = -e "$folder/jobs" ? split /\n/, whole("$folder/jobs") : ();
  my @passes = passes($folder);
  my $span = $lately ? ($now - $since) / 1000 : $LATELY;
  my $rate = sprintf '%.1f', $lately / ($span < 1 ? 1 : $span > $LATELY ? $LATELY : $span);
  if ($given->{json}) {
    printf qq({"tasks":%d,"done":%d,"failed":%d,"left":%d,"perSecond":%s,"passes":%d,"damagedLines":%d,"jobs":[%s]}\n),
      $count, $known->{done}, $known->{failed}, $count - $known->{done}, $rate, scalar @passes, $known->{damaged}, join ',', @jobs;
    return 0;
  }
  printf "tasks   %9d\n", $count;
  printf "done    %9d%s\n", $known->{done}, $known->{failed} ? "   $known->{failed} of them failed" : '';
  printf "left    %9d\n", $count - $known->{done};
  printf "rate    %9s   tasks a second, over the last minute\n", $rate;
  printf "damaged %9d   lines among the results\n", $known->{damaged} if $known->{damaged};
  printf "job     %9s   pliant show %s\n", $jobs[-1], $jobs[-1] if @jobs;
  return 0;
}

# results HOME WORD...
sub results {
  my (undef, @words) = @_;
  my ($folder, $given) = report_words('results', ['failed', 'json'], @words);
  settings($folder);
  my $known = winners($folder);
  my @rows;
  for my $at (0 .. $#{$known->{files}}) {
    my ($node) = $known->{files}[$at] =~ /results\.([^\/]*)\z/;
    each_result($known->{files}[$at], sub {
      my ($number, @rest) = @_;
      return if $number > MOST_TASKS() || vec($known->{winner}, $number, 32) != $at + 1 || $given->{failed} && !vec $known->{bad}, $number, 1;
      push @rows, join ' ', $number, @rest, $node;
    });
  }
  @rows = sort { (split / /, $a, 2)[0] <=> (split / /, $b, 2)[0] } @rows;
  print "TASK CODE SIGNAL TRIES BEGUN SECONDS NODE\n" unless $given->{json};
  for my $row (@rows) {
    my ($number, $code, $signal, $tries, $begun, $millis, $node) = split / /, $row, 7;
    if ($given->{json}) {
      printf qq({"task":%d,"code":%d,"signal":%d,"tries":%d,"begunMillis":%d,"millis":%d,"node":"%s"}\n),
        $number, $code, $signal, $tries, $begun, $millis, $node =~ s/(["\\])/\\$1/gr;
    }
    else { printf "%d %d %d %d %s %.3f %s\n", $number, $code, $signal, $tries, stamp($begun), $millis / 1000, $node }
  }
  close STDOUT or exit 1;
  return 0;
}

sub stamp {
  my @parts = localtime $_[0] / 1000;
  return sprintf '%04d-%02d-%02dT%02d:%02d:%02d', $parts[5] + 1900, $parts[4] + 1, @parts[3, 2, 1, 0];
}

1;
