#!/usr/bin/perl
# scontrol show hostnames and hostlist: scripts call them for each job, so they need neither Java nor a cluster.
#   hostlist.pl hostnames|hostlist|hostlistsorted [LIST]      LIST is $SLURM_JOB_NODELIST where there is none
use strict;
use warnings;

my $MOST = 65_536; # names, as many as pliant itself reads
my $left = $MOST; # of them, before they are made

sub refuse { print STDERR "scontrol: error: @_\n"; exit 1 }

# The parts of a list between its commas, but for those in brackets.
sub parts {
  my ($list) = @_;
  my @parts = ('');
  my $inside = 0;
  for my $letter (split //, $list) {
    $inside += $letter eq '[' ? 1 : $letter eq ']' ? -1 : 0;
    refuse("Invalid hostlist: $list") if $inside < 0 || $inside > 1;
    if ($letter eq ',' && !$inside) { push @parts, '' }
    else { $parts[-1] .= $letter }
  }
  refuse("Invalid hostlist: $list") if $inside;
  return grep { length } @parts;
}

sub expanded {
  my ($part) = @_;
  return $part if $part !~ /[\[\]]/;
  my ($before, $ranges, $after) = $part =~ /\A([^\[\]]*)\[([0-9,-]+)\](.*)\z/s or refuse("Invalid hostlist: $part");
  my @names;
  for my $range (split /,/, $ranges) {
    my ($from, $to) = $range =~ /\A([0-9]{1,9})(?:-([0-9]{1,9}))?\z/ or refuse("Invalid hostlist: $part");
    $to = $from if !defined $to;
    refuse("Invalid hostlist: $part") if $to < $from;
    $left -= $to - $from + 1;
    refuse("Expected at most $MOST names, but $part is more.") if $left < 0;
    push @names, map { $before . sprintf('%0*d', length $from, $_) } $from .. $to;
  }
  return length $after ? map { expanded("$_$after") } @names : @names;
}

# Names in their order, runs of numbers of one width shortened.
sub shortened {
  my @groups; # prefix, width, ranges of first and last
  for my $name (@_) {
    my ($before, $digits) = $name =~ /\A(.*?)([0-9]{1,9})\z/s;
    if (!defined $digits) { push @groups, [ $name ]; next }
    my $group = @groups ? $groups[-1] : [];
    if (@$group < 2 || $group->[0] ne $before || $group->[1] != length $digits) {
      push @groups, $group = [ $before, length $digits ];
    }
    my $last = @$group > 2 ? $group->[-1] : undef;
    if ($last && $last->[1] + 1 == $digits) { $last->[1] = $digits }
    else { push @$group, [ $digits, $digits ] }
  }
  return join ',', map { text($_) } @groups;
}

sub text {
  my ($before, $width, @ranges) = @{ $_[0] };
  return $before if !defined $width;
  my @texts = map { $_->[0] == $_->[1] ? $_->[0] : sprintf '%0*d-%0*d', $width, $_->[0], $width, $_->[1] } @ranges;
  return @texts == 1 && $texts[0] !~ /-/ ? "$before$texts[0]" : $before . '[' . join(',', @texts) . ']';
}

my ($what, $list) = @ARGV;
$list = $ENV{SLURM_JOB_NODELIST} // $ENV{SLURM_NODELIST} if !defined $list;
refuse('host list is empty') if !length($list // '');
my @names = map { expanded($_) } parts($list);
refuse("Expected at most $MOST names, but got " . @names . '.') if @names > $MOST;
if ($what eq 'hostlistsorted') {
  my %seen;
  @names = sort { length $a <=> length $b || $a cmp $b } grep { !$seen{$_}++ } @names;
}
print $what eq 'hostnames' ? map { "$_\n" } @names : shortened(@names) . "\n" or exit 1;
close STDOUT or exit 1;
