# What the tasks of a bag are. A task's number is that of its line, or the number that its range has.
use strict;
use warnings;

# each_task FOLDER SETTINGS CODE: calls CODE for each task with its number and the place of its line in the file, in order.
sub each_task {
  my ($folder, $settings, $code) = @_;
  if ($settings->{kind} eq 'range') {
    for my $range (@{ranges($settings->{range})}) {
      $code->($_, 0) for $range->[0] .. $range->[1];
    }
    return;
  }
  open my $file, '<', "$folder/tasks" or fail("expected to read $folder/tasks, but: $!.");
  my ($number, $at) = (0, 0);
  while (my $line = <$file>) {
    $number++;
    $code->($number, $at) if is_task($line);
    $at += length $line;
  }
}

# Empty lines and comments are none, but they count.
sub is_task { $_[0] !~ /\A\s*(?:#|\z)/ }

# commands FOLDER SETTINGS PLACE RANGES: the tasks of a chunk, each a number and the words or the line to be executed.
sub commands {
  my ($folder, $settings, $at, $ranges) = @_;
  my @numbers = map { $_->[0] .. $_->[1] } @$ranges;
  if ($settings->{kind} eq 'range') {
    our $words //= [split /\0/, whole("$folder/tasks"), -1];
    my @template = @{$words}[0 .. $#$words - 1]; # each is ended by NUL
    return map { my $number = $_; [$number, map { s/\{\}/$number/gr } @template] } @numbers;
  }
  our $lines;
  $lines // open($lines, '<', "$folder/tasks") or fail("expected to read $folder/tasks, but: $!.");
  seek $lines, $at, 0 or fail("expected to read $folder/tasks, but: $!.");
  my @tasks;
  for (my $number = $at ? $numbers[0] : 1; @numbers; $number++) {
    my $line = <$lines> // fail("expected task $number in $folder/tasks, but the file ends: it was changed.");
    next if $number < $numbers[0];
    chomp $line;
    push @tasks, [shift @numbers, $line];
  }
  return @tasks;
}

sub whole {
  my ($name) = @_;
  open my $file, '<', $name or fail("expected to read $name, but: $!.");
  local $/;
  return scalar(<$file>) // '';
}

1;
