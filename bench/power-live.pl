#!/usr/bin/env perl
# Table of bench/power-live.sh: FOLDER POLICY... Reads FOLDER/POLICY/watts.csv, from the first bounds until all jobs are over.
use strict;
use warnings;
use Time::Local qw(timegm);
my ($folder, @policies) = @ARGV;

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
