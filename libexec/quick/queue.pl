#!/usr/bin/perl
# pliant queue without a Java start, for output that is no terminal: scripts ask for the queue over and over.
#   queue.pl HOME CALLED-AS queue ARGUMENT...
use strict;
use warnings;
our ($home, $called, $command, @given);
BEGIN { ($home, $called, $command, @given) = @ARGV; require "$home/libexec/quick/connection.pl" }

my ($dir, @query);
my @words = @given;
sub value { my ($glued) = @_; return $glued // shift(@words) // full() }
sub ask { # a query parameter; what would need encoding is not plain
  my ($name, $value) = @_;
  full() unless $value =~ /\A[A-Za-z0-9_.,-]+\z/;
  push @query, "$name=$value";
}
sub jobs { # numbers in any amount are not plain
  my ($list) = @_;
  full() unless $list =~ /\A[1-9][0-9]{0,17}(?:,[1-9][0-9]{0,17}){0,499}\z/;
  return $list;
}
while (@words) {
  my $word = shift @words;
  if ($word =~ /^--dir(?:=(.*))?\z/s) { $dir = value($1) }
  elsif ($word eq '-h' || $word eq '--noheader') { push @query, 'header=false' }
  elsif ($word =~ /^(?:-p|--partition(?:=|\z))(.+)?\z/s) { ask(partition => value($1)) }
  elsif ($word =~ /^(?:-u|--user(?:=|\z))(.+)?\z/s) { ask(user => value($1)) }
  elsif ($word =~ /^(?:-t|--states(?:=|\z))(.+)?\z/s) { ask(state => value($1)) }
  elsif ($word =~ /^(?:-j|--jobs(?:=|\z))(.+)?\z/s) { ask(job => jobs(value($1))) }
  else { full() }
}
full() if grep { /\ASQUEUE_|\ASLURM_(?:CLUSTERS|TIME_FORMAT)\z/ } keys %ENV; # options in variables
my $LIVE = qr/(?:PD|PENDING|R|RUNNING|S|SUSPENDED|CG|COMPLETING)/i; # what the queue itself holds
full() if grep { /\Astate=/ && !/\Astate=$LIVE(?:,$LIVE)*\z/ } @query;
full() if grep { /\A(?:user|partition)=.*,/ } @query;
my $table = exchange(state_folder($dir), 'GET', '/v1/jobs' . (@query ? '?' . join '&', @query : ''), "Accept: text/plain\r\n", '');
print $table or exit 1;
close STDOUT or exit 1;
