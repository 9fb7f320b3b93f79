# The worker as a task of a malleable job: nodes come and go while the bag is worked on. It speaks the adapt protocol
# (docs/protocol/adapt.md), but there is nothing to wait for: tasks of a bag have nothing in common, so each window is passed at once,
# and whoever leaves gives back what it has not begun.
use strict;
use warnings;
use Fcntl qw(F_SETFL F_SETOWN O_ASYNC O_NONBLOCK);
use Socket qw(AF_UNIX SOCK_STREAM pack_sockaddr_un);

use constant LONGEST_FROM_AGENT => 1 << 20;

my ($path, $word, $agent, $heard) = @ENV{qw(PLIANT_ADAPT_SOCKET PLIANT_ADAPT_TASK)};
my (%owed, %over, $joining, $leaving);
my $dialled = 0; # when, in seconds

sub is_malleable { defined $path && defined $word }

# talk: takes what the agent has said, and dials it when it was lost, at most once a second. Returns 1 when this worker is to leave.
sub talk {
  return 0 unless is_malleable();
  dial() if !$agent && time != $dialled;
  while ($agent) {
    my $count = sysread $agent, $heard, 1 << 16, length $heard;
    if (!defined $count) {
      last if $!{EAGAIN} || $!{EINTR};
      hang_up();
    }
    elsif (!$count) { hang_up() }
    else {
      take($1) while $heard =~ s/\A([^\n]*)\n//;
      fail('expected a shorter line of the agent.') if length $heard > LONGEST_FROM_AGENT;
    }
  }
  return defined $leaving && ($over{$leaving} // '') eq 'committed' ? 1 : 0;
}

# An agent may be away for long; the tasks go on. Its words come with a signal, as the ends of tasks do.
sub dial {
  $dialled = time;
  socket $agent, AF_UNIX, SOCK_STREAM, 0 or fail("expected a socket, but: $!.");
  unless (connect $agent, pack_sockaddr_un($path)) { return hang_up() }
  fcntl $agent, F_SETOWN, $$ + 0 and fcntl $agent, F_SETFL, O_ASYNC | O_NONBLOCK or fail("expected signals of the agent's socket, but: $!.");
  $heard = '';
  # the worker takes no connection of other tasks, and dials none
  utter('hello', version => 1, task => $word, address => ($ENV{PLIANT_ADAPT_HOST} // '127.0.0.1') . ':1');
  utter(@{$owed{$_}}) for sort keys %owed;
}

sub hang_up {
  close $agent if $agent;
  undef $agent;
}

sub utter {
  my ($command, @fields) = @_;
  my $line = "cmd=$command";
  while (my ($key, $value) = splice @fields, 0, 2) {
    $line .= " $key=" . $value =~ s/([\x00-\x20%\x7f])/sprintf '%%%02X', ord $1/ger;
  }
  $line .= "\n";
  return unless $agent;
  hang_up() if (syswrite($agent, $line) // -1) != length $line; # all that is owed is said again
}

sub owe {
  my ($name, @line) = @_;
  $owed{$name} = \@line;
  utter(@line);
}

sub take {
  my ($line) = @_;
  my %said = map { /\A([a-z0-9-]+)=(.*)\z/s ? ($1, $2 =~ s/%([0-7][0-9A-Fa-f])/chr hex $1/ger) : () } split / /, $line;
  my $is = $said{cmd} // fail('expected a line of the adapt protocol from the agent.');
  my $id = $said{adaptation} // 0;
  if ($is eq 'welcome') {
    $joining = $said{status} eq 'joining' unless defined $joining;
    owe('ready', 'ready') if $joining && !%over;
  }
  elsif ($is eq 'offer') { utter('answer', adaptation => $id, verdict => 'accept', nodes => 0, reason => '') }
  elsif ($is eq 'adapt') {
    return if $over{$id};
    delete $owed{ready};
    $leaving = $id if grep { $_ eq $word } split /,/, $said{leaving} // '';
    owe('enter', 'enter', adaptation => $id, phase => 0);
  }
  elsif ($is eq 'window') {
    delete $owed{enter};
    owe('commit', 'commit', adaptation => $id) unless $over{$id};
  }
  elsif ($is eq 'outcome') {
    $over{$id} = $said{result};
    delete @owed{qw(enter commit ready)};
    fail("expected to join, but the adaptation was $said{result}.") if $joining && $said{result} ne 'committed' && !grep { $_ eq 'committed' } values %over;
  }
  elsif ($is eq 'stop' && defined $leaving && ($over{$leaving} // '') eq 'committed') { } # it ends by itself when its tasks have
  elsif ($is eq 'rejected' || $is eq 'stop') { fail("expected to go on, but: $said{reason}.") }
  elsif (!grep { $is eq $_ } qw(granted denied lost)) { fail("expected a line of version 1 of the adapt protocol, but got '$is'.") }
}

# has_joined: whether tasks may be taken: one that joins waits until the ledger has its node for good.
sub has_joined { !is_malleable() || defined $joining && (!$joining || grep { $_ eq 'committed' } values %over) }

sub goodbye { utter('bye') if is_malleable() }

1;
