#!/usr/bin/perl
# Medians and ratios of a results.tsv, as a table and as table.json.   table.pl FOLDER
use strict;
use warnings;
use JSON::PP;

my $folder = shift or die "Expected a folder, but got nothing.\n";
my (%values, @order);
open my $in, '<', "$folder/results.tsv" or die "Expected $folder/results.tsv, but $!.\n";
while (<$in>) {
  chomp;
  my ($measure, $system, $value) = split /\t/;
  next unless defined $value && $value =~ /^-?[\d.]+$/;
  push @order, $measure unless $values{$measure};
  push @{ $values{$measure}{$system} }, $value;
}
open my $m, '<', "$folder/machine.txt" or die "Expected $folder/machine.txt, but $!.\n";
chomp(my @machine = <$m>);
print "$_\n" for @machine;

sub median { my @s = sort { $a <=> $b } @_; return @s % 2 ? $s[$#s / 2] : ($s[@s / 2 - 1] + $s[@s / 2]) / 2 }
sub cell { my ($v) = @_; return $v ? sprintf('%g (%g..%g)', median(@$v), (sort { $a <=> $b } @$v)[0, -1]) : '-' }

my %json = (machine => \@machine, measures => []);
my $peer = (grep { $_->{before} } values %values) ? 'before' : 'slurm';
printf "\n%-34s %-26s %-26s %s\n", 'median (least..most)', ucfirst $peer, 'Pliant', 'Pliant ahead by';
for my $measure (@order) {
  my ($other, $pliant, $floor) = @{ $values{$measure} }{ $peer, 'pliant', 'floor' };
  my $ahead = '';
  if ($other && $pliant && median(@$other) > 0 && median(@$pliant) > 0 && $measure !~ /share|lines/) {
    my $ratio = median(@$pliant) / median(@$other);
    $ratio = 1 / $ratio unless $measure =~ m{/s};
    $ahead = sprintf '%.2f x', $ratio;
  }
  printf "%-34s %-26s %-26s %s\n", $measure, cell($floor // $other), cell($pliant), $floor ? '(neither: the bare loop)' : $ahead;
  push @{ $json{measures} },
    { measure => $measure, (map { $_ => { median => 0 + median(@{ $values{$measure}{$_} }), values => [ map { 0 + $_ } @{ $values{$measure}{$_} } ] } } keys %{ $values{$measure} }),
      ($ahead ? (pliantAhead => 0 + ($ahead =~ /([\d.]+)/)[0]) : ()) };
}
open my $out, '>', "$folder/table.json" or die "Expected to write $folder/table.json, but $!.\n";
print {$out} JSON::PP->new->pretty->canonical->encode(\%json);
