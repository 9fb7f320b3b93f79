#!/usr/bin/perl
# A client of the adapt protocol (docs/protocol/adapt.md) in plain Perl 5, written from that page alone: a task that probes,
# enters windows and moves no data. It is the program that the conformance suite asks for; take it as a start for a
# client in another language.       libexec/adapt-conformance perl imp-client/examples/perl/task.pl
use strict;
use warnings;
use Errno qw(EAGAIN EINTR EWOULDBLOCK);
use IO::Select;
use IO::Socket::INET;
use IO::Socket::UNIX;

use constant { MAX_LINE => 1048576, TURN => 0.002, BEAT => 1, SILENCE => 20, REDIAL => 0.05, PATIENCE => 600, LINGER => 2 };
use constant { DATA => 1, RENDEZVOUS => 2, ALIVE => 3, GOODBYE => 4 };

$SIG{PIPE} = 'IGNORE';
my %words = map { /^(turns|offer|request|window)=(.*)$/ ? ($1 => $2) : die "Expected turns=, offer=, request= or window=, but got '$_'.\n" }
  split / +/, $ENV{PLIANT_CONFORMANCE} // '';
my $path = $ENV{PLIANT_ADAPT_SOCKET} // '';
my $task = $path eq '' ? 'alone' : $ENV{PLIANT_ADAPT_TASK} // die "Expected PLIANT_ADAPT_TASK, but it is not set.\n";
my $host = $ENV{PLIANT_ADAPT_HOST} // '127.0.0.1';

my $select   = IO::Select->new;
my $listener = IO::Socket::INET->new(LocalAddr => $host, LocalPort => 0, Listen => 16, Proto => 'tcp')
  or die "Expected to listen on $host, but: $@\n";
$select->add($listener);
my ($agent, $inbox, $away_since) = (undef, '', 0);    # the connection to the agent
my (%owed, @owed);                                                    # lines to say again to a new agent, in order
my (%peers, $beat_at);      # connections with other tasks by file number: {socket, task, buffer, heard, left}
my (%known, %gone);         # tasks: their connection; those that are lost
my ($welcomed, $status, $secret, @world) = (0, 'initial', '');
my ($context, $lost) = (0, undef);    # number of the world; the task whose loss stops the world
my ($armed, %outcome, %open);         # the adaptation on its way, how others ended, which have an open window
my $passed = 0;                       # probes of this world
my %stop;                             # where to stop for the armed adaptation: target, go, at, arrived
my %ballots;                          # rank 0: by adaptation, what ranks say
my $phase = 0;

# ---- lines

sub fail { my ($why) = @_; close $agent if $agent; print STDERR "$why\n"; exit 1 }

sub escape { my ($text) = @_; $text =~ s/([\x00-\x20%\x7f])/sprintf '%%%02X', ord $1/ge; return $text }

sub say_line {    # command, key, value, ...
  my ($command, @fields) = @_;
  my $line = "cmd=$command";
  while (my ($key, $value) = splice @fields, 0, 2) { $line .= " $key=" . escape($value) }
  write_all($agent, "$line\n") if $agent;
}

sub owe { my ($name, @line) = @_; settle($name); $owed{$name} = \@line; push @owed, $name; say_line(@line) }
sub settle { my ($name) = @_; delete $owed{$name}; @owed = grep { $_ ne $name } @owed }

sub parse {
  my ($line) = @_;
  my $copy = $line;
  utf8::decode($copy) or fail('Expected UTF-8.');
  my (%fields, $command);
  for my $field (split / /, $line, -1) {
    my ($key, $value) = $field =~ /^([a-z0-9-]+)=(.*)$/s or fail("Expected key=value, but got '$field'.");
    fail("Expected %00..%7F, but got '$value'.") if $value =~ /%(?![0-7][0-9A-Fa-f])/;
    $value =~ s/%([0-7][0-9A-Fa-f])/chr hex $1/ge;
    if (!defined $command) {
      fail("Expected cmd first, but got '$field'.") unless $key eq 'cmd' && $value =~ /^[a-z0-9-]+$/;
      $command = $value;
    } else {
      fail("Expected each key once, but got '$field'.") if $key eq 'cmd' || exists $fields{$key};
      $fields{$key} = $value;
    }
  }
  fail('Expected a line, but it is empty.') unless defined $command;
  return ($command, \%fields);
}

sub need { my ($fields, $key) = @_; return $fields->{$key} // fail("Expected a field $key.") }
sub number { my $value = need(@_); fail("Expected a number, but got '$value'.") unless $value =~ /^[0-9]+$/; return $value }

sub members {    # task@node@host:port, ...
  return map { /^([^@]+)@([^@]+)@(.+):([0-9]+)$/ ? {task => $1, host => $3, port => $4} : fail("Expected a member, but got '$_'.") }
    split /,/, $_[0] // '';
}

sub rank_of { my ($who, @group) = @_; for my $i (0 .. $#group) { return $i if $group[$i]{task} eq $who } return -1 }

# ---- what the agent says

sub hear {
  my ($command, $f) = @_;
  if ($command eq 'welcome') {
    fail('Expected version 1.') unless need($f, 'version') eq '1';
    return if $welcomed++;
    ($status, $secret) = (need($f, 'status'), need($f, 'secret'));
    fail("Expected initial or joining, but got $status.") unless $status =~ /^(initial|joining)$/;
    @world = members($f->{members});
  } elsif ($command eq 'rejected' || $command eq 'stop') {
    fail("Expected to go on, but: " . need($f, 'reason'));
  } elsif ($command eq 'offer') {
    my ($verdict, $detail) = split /:/, $words{offer} // 'default', 2;
    say_line('answer', adaptation => number($f, 'adaptation'), verdict => $verdict,
      nodes => $verdict =~ /^(part|counter)$/ ? $detail : 0, reason => $verdict eq 'refuse' ? $detail : '');
  } elsif ($command eq 'granted' || $command eq 'denied') {
    settle('request ' . need($f, 'request'));
  } elsif ($command eq 'adapt') {
    arm($f);
  } elsif ($command eq 'window') {
    $open{number($f, 'adaptation')} = 1;
    $phase = number($f, 'phase');
  } elsif ($command eq 'outcome') {
    over(number($f, 'adaptation'), need($f, 'result'));
  } elsif ($command eq 'lost') {
    lose(need($f, 'task'), need($f, 'reason'));
  } else {
    fail("Expected a line of version 1, but got $command.");
  }
}

sub arm {
  my ($f) = @_;
  my $id = number($f, 'adaptation');
  return if exists $outcome{$id} || $armed && $armed->{id} == $id;
  my %gone = map { $_ => 1 } split /,/, $f->{lost} // '';
  my %leaving = map { $_ => 1 } split /,/, $f->{leaving} // '';
  my $kind = need($f, 'kind');
  fail("Expected expand, shrink or loss, but got $kind.") unless $kind =~ /^(expand|shrink|loss)$/;
  my @union = ((grep { !$gone{$_->{task}} } members($f->{old})), members($f->{joining}));
  return if rank_of($task, @union) < 0;
  $armed = {id => $id, kind => $kind, next => [grep { !$leaving{$_->{task}} } @union]};
  settle('ready');
  %stop = (target => -1, go => 0, at => $passed + 1, arrived => -1);
  announce(0, 'at', $stop{at}) if @world && $kind ne 'loss';
}

sub over {
  my ($id, $result) = @_;
  fail("Expected an outcome, but got $result.") unless $result =~ /^(committed|aborted|withdrawn|expired)$/;
  return if exists $outcome{$id};
  $outcome{$id} = $result;
  settle($_) for "enter", "commit";
  delete $ballots{$_} for grep { $_ <= $id } keys %ballots;
  return unless $armed && $armed->{id} == $id;
  if ($result eq 'committed') {
    @world   = rank_of($task, @{$armed->{next}}) < 0 ? () : @{$armed->{next}};
    $status  = @world ? 'staying' : 'leaving';
    $context = 2 * $id;
    ($passed, $lost) = (0, undef);
  }
  $armed = undef;
}

# ---- other tasks

sub write_all {
  my ($socket, $bytes) = @_;
  while (length $bytes) {
    my $n = syswrite $socket, $bytes;
    next if !defined $n && $! == EINTR;
    return 0 unless defined $n;    # who reads it sees the end, too
    substr $bytes, 0, $n, '';
  }
  return 1;
}

sub frame {
  my ($peer, $type, $payload) = @_;
  my ($in, $rank) = $type == RENDEZVOUS ? ($context, rank_of($task, @world)) : (0, 0);
  return write_all($peer->{socket}, pack('C N N N N', $type, $in, $rank, 0, length $payload) . $payload);
}

sub attach {
  my ($socket, $who) = @_;
  my $peer = {socket => $socket, task => $who, buffer => '', heard => time, left => 0};
  $peers{fileno $socket} = $peer;
  $known{$who} //= $peer if defined $who;
  $select->add($socket);
  return $peer;
}

sub detach {
  my ($peer) = @_;
  $select->remove($peer->{socket});
  delete $peers{fileno $peer->{socket}};
  close $peer->{socket};
  my $who = $peer->{task} // return;
  delete $known{$who} if ($known{$who} // 0) == $peer;
}

sub connection {    # with a member; dials when there is none
  my ($member) = @_;
  my $who = $member->{task};
  return $known{$who} if $known{$who} || $gone{$who};
  my $socket = IO::Socket::INET->new(PeerAddr => $member->{host}, PeerPort => $member->{port}, Proto => 'tcp', Timeout => 10);
  if (!$socket || !write_all($socket, "pliant-comm 1 $secret $task\n")) {
    lose($who, "it cannot be dialled at $member->{host}:$member->{port}");
    return undef;
  }
  return attach($socket, $who);
}

sub lose {
  my ($who, $why) = @_;
  return if $gone{$who}++;
  $lost = $who if rank_of($who, @world) >= 0;
  say_line('lost', task => $who, reason => $why);
}

sub peer_bytes {    # what has come from a peer
  my ($peer) = @_;
  my $n = sysread $peer->{socket}, $peer->{buffer}, 65536, length $peer->{buffer};
  return if !defined $n && ($! == EINTR || $! == EAGAIN || $! == EWOULDBLOCK);
  if (!$n) {
    detach($peer);
    lose($peer->{task}, 'its connection has ended') if defined $peer->{task} && !$peer->{left};
    return;
  }
  $peer->{heard} = time;
  if (!defined $peer->{task}) {
    my $end = index $peer->{buffer}, "\n";
    return $end < 0 && length $peer->{buffer} > 1024 ? detach($peer) : undef if $end < 0;
    my $greeting = substr $peer->{buffer}, 0, $end + 1, '';
    return detach($peer) unless $greeting =~ /^pliant-comm 1 (\S+) (\S+)\n$/ && $1 eq $secret;
    $peer->{task} = $2;
    $known{$2} //= $peer;
  }
  while (length $peer->{buffer} >= 17) {
    my ($type, $in, $rank, $tag, $length) = unpack 'C N N N N', $peer->{buffer};
    last if length $peer->{buffer} < 17 + $length;
    my $payload = substr $peer->{buffer}, 17, $length;
    substr $peer->{buffer}, 0, 17 + $length, '';
    rendezvous($rank, split / /, $payload) if $type == RENDEZVOUS;
    if ($type == GOODBYE) { $peer->{left} = 1; return detach($peer) }
  }
}

# ---- at which probe all stop

sub announce {
  my ($to, $word, $probe) = @_;
  my $id = $armed->{id};
  return rendezvous($to, $word, $id, $probe) if $world[$to]{task} eq $task;
  my $peer = connection($world[$to]);
  frame($peer, RENDEZVOUS, "$word $id $probe") if $peer;
}

sub rendezvous {
  my ($from, $word, $id, $probe) = @_;
  my $mine = $armed && $armed->{id} == $id;
  my $ballot = $ballots{$id} //= {at => {}, arrived => {}, target => -1} if $word eq 'at' || $word eq 'arrived';
  if ($word eq 'at') {
    $ballot->{at}{$from} = $probe if $probe > ($ballot->{at}{$from} // 0);
  } elsif ($word eq 'arrived') {
    $ballot->{arrived}{$from} = 1 if $probe == $ballot->{target};
  } elsif ($word eq 'target') {
    $stop{target} = $probe if $mine && $probe > $stop{target};
  } elsif ($word eq 'go') {
    $stop{go} = 1 if $mine && $probe == $stop{target};
  }
  return unless $ballot && $mine && keys %{$ballot->{at}} == @world;
  my ($latest) = sort { $b <=> $a } values %{$ballot->{at}};
  if ($latest > $ballot->{target}) {
    ($ballot->{target}, $ballot->{arrived}) = ($latest, {});
    announce($_, 'target', $latest) for 0 .. $#world;
  } elsif (keys %{$ballot->{arrived}} == @world) {
    announce($_, 'go', $latest) for 0 .. $#world;
  }
}

sub probe {    # whether to enter a window now
  while (1) {
    return 1 if defined $lost;
    my $here = $passed + 1;
    if (!$armed || $stop{target} >= 0 && $here < $stop{target}) { $passed = $here; return 0 }
    return 1 if $stop{go} && $here == $stop{target};
    if ($here == $stop{target} && $stop{arrived} != $here) { $stop{arrived} = $here; announce(0, 'arrived', $here); next }
    if ($here > $stop{target} && $here > $stop{at}) { $stop{at} = $here; announce(0, 'at', $here); next }
    pump(0.1);
  }
}

# ---- the program

sub dial_agent {
  $away_since ||= time;
  $agent = IO::Socket::UNIX->new(Peer => $path);
  if (!$agent) {
    fail("Expected the agent at $path, but: $!") if time - $away_since > PATIENCE;
    select undef, undef, undef, REDIAL;
    return;
  }
  ($away_since, $inbox) = (0, '');
  $select->add($agent);
  say_line('hello', version => 1, task => $task, address => "$host:" . $listener->sockport);
  say_line(@{$owed{$_}}) for @owed;
}

sub agent_bytes {
  my $n = sysread $agent, $inbox, 65536, length $inbox;
  return if !defined $n && $! == EINTR;
  if (!$n) { $select->remove($agent); close $agent; $agent = undef; return }
  while ((my $end = index $inbox, "\n") >= 0) {
    fail('Expected a shorter line.') if $end > MAX_LINE;
    my $line = substr $inbox, 0, $end + 1, '';
    chop $line;
    hear(parse($line));
  }
  fail('Expected a shorter line.') if length $inbox > MAX_LINE;
}

sub pump {    # takes what comes for so many seconds at most
  my ($seconds) = @_;
  dial_agent() if $path ne '' && !$agent;
  for my $socket ($select->can_read($seconds)) {
    if ($agent && $socket == $agent) { agent_bytes() }
    elsif ($socket == $listener) { attach(scalar $listener->accept, undef) }
    elsif (my $peer = $peers{fileno($socket) // -1}) { peer_bytes($peer) }
  }
  return if time - ($beat_at // 0) < BEAT;
  $beat_at = time;
  for my $peer (values %peers) {
    if (time - $peer->{heard} > SILENCE) { detach($peer); lose($peer->{task}, 'it is silent') if defined $peer->{task}; next }
    frame($peer, ALIVE, '') if defined $peer->{task};
  }
}

sub window {
  owe('ready', 'ready') if $status eq 'joining' && !$armed && !%outcome;
  # after a loss the agents name the lost; what was armed before is over then
  pump(0.1) until $armed && (!defined $lost || $armed->{kind} eq 'loss') || $status eq 'joining' && %outcome;
  return unless $armed;
  my ($id, $kind) = @$armed{qw(id kind)};
  owe('enter', 'enter', adaptation => $id, phase => $phase);
  pump(0.1) until $open{$id} || $outcome{$id};
  settle('enter');
  if (!$outcome{$id}) {
    my $abort = $kind ne 'loss' && ($words{window} // '') eq 'abort';
    delete $words{window} if $abort;
    owe('commit', $abort ? ('abort', adaptation => $id, reason => 'as it was told') : ('commit', adaptation => $id));
    pump(0.1) until $outcome{$id};
  }
  $passed++ unless $outcome{$id} eq 'committed';
}

if ($path eq '') { @world = ({task => $task}) }
else { pump(0.1) until $welcomed }
if (@world && (my $request = delete $words{request})) {
  my ($kind, $what) = split /:/, $request, 2;
  my @names = $what =~ /^[0-9]+$/ ? () : split /\+/, $what;
  owe("request $task-1", 'request', request => "$task-1", kind => $kind, nodes => @names ? scalar @names : $what,
    @names ? (names => join ',', @names) : ());
}
for (my $turn = 0; !defined $words{turns} || $turn < $words{turns}; $turn++) {
  pump(TURN);
  window() if $status eq 'joining' || probe();
  last unless @world;
}
say_line('bye');
frame($_, GOODBYE, pack 'N N', 0, 0) for grep { defined $_->{task} } values %peers;
shutdown $_->{socket}, 1 for values %peers;
my $end = time + LINGER;
pump(0.1) while %peers && time < $end;
exit 0;
