#!/usr/bin/env perl
# Table and chart of bench/power-live.sh: FOLDER POLICY... Reads FOLDER/POLICY/watts.csv, from the first watts of a job to the last ones.
# The table goes to standard output, the chart to FOLDER/power-live.svg.
use strict;
use warnings;
use Time::Local qw(timegm);
my ($folder, @policies) = @ARGV;
my %runs;

sub seconds {
  my ($time) = @_;
  my ($y, $mo, $d, $h, $mi, $s) = $time =~ /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):([\d.]+)Z$/ or die "Expected a time, but got '$time'.\n";
  return timegm(int $s, $mi, $h, $d, $mo - 1, $y) + $s - int $s;
}

print "| policy | violations | s outside | settled after each change, s | longest violation after that, s | most over W | most under W | energy MJ | makespan s | resizes |\n";
print "|---|---:|---:|---|---|---:|---:|---:|---:|---:|\n";
for my $policy (@policies) {
  open my $csv, '<', "$folder/$policy/watts.csv" or die "Expected $folder/$policy/watts.csv, but $!.\n";
  my (@samples, $title);
  while (<$csv>) {
    chomp;
    next if !$title++;
    my ($time, $watts, $lower, $upper) = split /,/, $_, -1;
    push @samples, { at => seconds($time), watts => $watts, lower => $lower, upper => $upper } if $lower ne '' && $watts ne '';
  }
  # the run begins with the first sample over what an idle machine draws, and ends with the last one
  my @busy = grep { $samples[$_]{watts} > 14 * 71 + 20 } 0 .. $#samples;
  next if !@busy;
  @samples = @samples[$busy[0] .. $busy[-1]];
  $runs{$policy} = \@samples;
  my ($violations, $outside, $over, $under, $energy, $was) = (0, 0, 0, 0, 0, 0);
  my (@settled, @longest, $changed, $bounds, $begun);
  $bounds = '';
  for my $i (0 .. $#samples) {
    my $s = $samples[$i];
    my $step = $i < $#samples ? $samples[$i + 1]{at} - $s->{at} : 1;
    my $now = "$s->{lower}-$s->{upper}";
    if ($now ne $bounds) {
      $bounds = $now;
      $changed = $s->{at};
      push @settled, 'never';
      push @longest, 0;
    }
    my $out = $s->{watts} < $s->{lower} || $s->{watts} > $s->{upper};
    if ($out) {
      $violations++ if !$was;
      $begun = $s->{at} if !$was;
      $outside += $step;
      $over = $s->{watts} - $s->{upper} if $s->{watts} - $s->{upper} > $over;
      $under = $s->{lower} - $s->{watts} if $s->{lower} - $s->{watts} > $under;
      my $length = $s->{at} + $step - $begun;
      $longest[-1] = $length if $settled[-1] ne 'never' && $length > $longest[-1];
    } elsif ($settled[-1] eq 'never') {
      $settled[-1] = sprintf '%.0f', $s->{at} - $changed;
    }
    $was = $out;
    $energy += $s->{watts} * $step;
  }
  open my $show, '<', "$folder/$policy/show.txt" or die "Expected $folder/$policy/show.txt, but $!.\n";
  my $resizes = grep { /(expand|shrink) committed/ } <$show>;
  printf "| %s | %d | %.0f | %s | %s | %.0f | %.0f | %.2f | %.0f | %d |\n", $policy, $violations, $outside,
    join(', ', @settled), join(', ', map { sprintf '%.0f', $_ } @longest), $over, $under, $energy / 1e6,
    $samples[-1]{at} - $samples[0]{at}, $resizes;
}

my @shown = grep { $runs{$_} } @policies;
my ($wide, $high, $left) = (700, 180, 50);
my ($end, $most) = (1, 1);
for my $samples (values %runs) {
  $end = $samples->[-1]{at} - $samples->[0]{at} if $samples->[-1]{at} - $samples->[0]{at} > $end;
  for (@$samples) {
    $most = $_->{watts} if $_->{watts} > $most;
    $most = $_->{upper} if $_->{upper} > $most;
  }
}
open my $svg, '>', "$folder/power-live.svg" or die "Expected to write $folder/power-live.svg, but $!.\n";
printf $svg "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='11'>"
  . "<rect width='100%%' height='100%%' fill='white'/>", $left + $wide + 10, @shown * ($high + 50);
for my $row (0 .. $#shown) {
  my @samples = @{ $runs{$shown[$row]} };
  my $top = $row * ($high + 50) + 22;
  my $x = sub { $left + $wide * $_[0] / $end };
  my $y = sub { $top + $high * (1 - $_[0] / $most) };
  printf $svg "<text x='4' y='%d' font-weight='bold'>%s: watts, by seconds</text>", $top - 8, $shown[$row];
  for (my ($from, $i) = (0, 1); $i <= @samples; $i++) { # the corridor, a box for all samples with the same bounds
    next if $i < @samples && $samples[$i]{lower} == $samples[$from]{lower} && $samples[$i]{upper} == $samples[$from]{upper};
    my ($begun, $ended) = map { $_->{at} - $samples[0]{at} } $samples[$from], $samples[$i < @samples ? $i : -1];
    printf $svg "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#cfe8d5'/>", $x->($begun), $y->($samples[$from]{upper}),
      $x->($ended) - $x->($begun), $high * ($samples[$from]{upper} - $samples[$from]{lower}) / $most;
    $from = $i;
  }
  for (my $watts = 0; $watts <= $most; $watts += 1000) {
    printf $svg "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ddd'/><text x='%d' y='%.1f' text-anchor='end'>%d</text>",
      $left, $left + $wide, $y->($watts), $y->($watts), $left - 5, $y->($watts) + 4, $watts;
  }
  for (my $seconds = 0; $seconds <= $end; $seconds += 60) {
    printf $svg "<text x='%.1f' y='%.1f' text-anchor='middle'>%d</text>", $x->($seconds), $top + $high + 14, $seconds;
  }
  my $before = $samples[0]{watts};
  print $svg "<polyline fill='none' stroke='#1f5fa8' stroke-width='1.5' points='";
  for (@samples) {
    my $at = $x->($_->{at} - $samples[0]{at});
    printf $svg '%.1f,%.1f %.1f,%.1f ', $at, $y->($before), $at, $y->($_->{watts});
    $before = $_->{watts};
  }
  print $svg "'/>";
}
print $svg "</svg>\n";
