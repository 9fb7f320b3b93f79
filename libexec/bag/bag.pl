#!/usr/bin/perl
# pliant bag: many short tasks in the allocation of one job. docs/bags.md tells how it is used and what survives what.
#
#   bag.pl submit HOME ARGUMENT...    makes the folder of a bag and submits its job      (pliant bag ...)
#   bag.pl resume|status|results ...  the same for a bag that is there
#   bag.pl run FOLDER                 in the job's script: pass after pass, until each task has a result
#   bag.pl work FOLDER PASS           on each node of the job: does tasks
#
# The last two run where perl-base is all there is, from a copy in the folder: a bag goes on as it began when Pliant is replaced.
use strict;
use warnings;

our $PROGRAM; # folder of this program
BEGIN {
  $PROGRAM = $0 =~ m{\A(.*)/[^/]*\z}s ? $1 : '.';
  $PROGRAM = "./$PROGRAM" if $PROGRAM !~ m{\A/};
  require "$PROGRAM/$_.pl" for qw(folder tasks results);
}

# refuse TEXT...: ends with 2, the mark of a call that cannot be carried out as given.
sub refuse {
  print STDERR "pliant: bag: error: @_\n";
  exit 2;
}

# fail TEXT...: ends with 1.
sub fail {
  print STDERR "pliant: bag: error: @_\n";
  exit 1;
}

my ($verb, @words) = @ARGV;
my %PART = (submit => 'submit', resume => 'submit', run => 'run', work => 'work', status => 'report', results => 'report');
my $part = $PART{$verb // ''} or refuse("expected submit, resume, run, work, status or results, but got '" . ($verb // '') . "'.");
require "$PROGRAM/malleable.pl" if $part eq 'work';
require "$PROGRAM/$part.pl";
exit main::->can($verb)->(@words);
