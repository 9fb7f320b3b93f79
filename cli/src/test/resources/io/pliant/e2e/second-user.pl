#!/usr/bin/perl
# What another local user tries against a cluster. Core Perl alone, since that is what every user of a machine has.
#
#   second-user.pl files FOLDER                      what can be opened below a folder: a line each
#   second-user.pl http SOCKET METHOD TARGET [BODY]  a request over a Unix socket: status, then the body
#   second-user.pl say unix:PATH|tcp:PORT HEX        sends bytes, prints in hex what comes back within two seconds
#   second-user.pl processes PID...                  what can be seen of, or done to, processes
use strict;
use warnings;
use IO::Socket::INET;
use IO::Socket::UNIX;
use IO::Select;

my $what = shift // die "Expected files, http, say or processes, but got nothing.\n";
my %what = (files => \&files, http => \&http, say => \&say_bytes, processes => \&processes);
($what{$what} // die "Expected files, http, say or processes, but got '$what'.\n")->(@ARGV);

sub files {
  my @waiting = @_;
  while (defined(my $path = shift @waiting)) {
    my @stat = lstat $path or next;
    next if -l _;
    if (-d _) {
      if (opendir my $folder, $path) {
        print "list $path\n";
        push @waiting, map { "$path/$_" } grep { !/^\.\.?$/ } readdir $folder;
      } else {
        push @waiting, guesses($path); # one may know the names of what cannot be listed
      }
      my $made = "$path/made-by-another";
      if (open my $file, '>', $made) { print "write $path\n"; unlink $made }
    } elsif (-S _) {
      my $socket = IO::Socket::UNIX->new(Peer => $path);
      print "connect $path\n" if $socket;
    } else {
      if (open my $file, '<', $path) { print "read $path\n" } # who may read may also lock
      if (open my $file, '>>', $path) { print "write $path\n" }
      print "remove $path\n" if unlink $path;
    }
  }
}

# names that are the same in every cluster, or can be told from the number of a job
sub guesses {
  my ($folder) = @_;
  my @names = qw(config log journal security controllers nodes run steps lock terms ended.log state slurm_script adapt.sock node.lock
    node.pid controller.pid controller.lock cluster.conf c1.conf c1.log c1 c2 c3 n001 n002 n001.conf token secret owner epoch lease
    launcher.sock controllers-authority.key nodes-authority.key controllers-authority.pem nodes-authority.pem c1.key n001.key c1.pem n001.pem);
  push @names, map { ("$_-1-batch", "$_-1-0") } 1 .. 9;
  return grep { lstat $_ } map { "$folder/$_" } @names;
}

sub http {
  my ($socket, $method, $target, $body) = @_;
  $body //= '';
  my $to = IO::Socket::UNIX->new(Peer => $socket) or die "Expected to connect to $socket, but $!.\n";
  my $type = length $body ? "Content-Type: application/json\r\n" : '';
  print {$to} "$method $target HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n${type}Content-Length: " . length($body) . "\r\n\r\n$body";
  $to->flush;
  local $SIG{ALRM} = sub { die "Expected an answer within 20 s.\n" };
  alarm 20;
  my $answer = do { local $/; <$to> } // '';
  my ($status) = $answer =~ m{\AHTTP/1\.1 (\d+)};
  print $status // 'none', "\n", $answer =~ s/\A.*?\r\n\r\n//sr;
}

sub say_bytes {
  my ($where, $hex) = @_;
  my $to = $where =~ /^unix:(.*)/ ? IO::Socket::UNIX->new(Peer => $1) : IO::Socket::INET->new("127.0.0.1:" . substr $where, 4);
  if (!$to) { print "refused\n"; return }
  local $SIG{PIPE} = 'IGNORE';
  my $bytes = pack 'H*', $hex // '';
  for (my $sent = 0; $sent < length $bytes;) {
    my $count = syswrite $to, $bytes, length($bytes) - $sent, $sent or last;
    $sent += $count;
  }
  my ($answer, $ready, $end) = ('', IO::Select->new($to), time + 2);
  while (time < $end && $ready->can_read(0.2)) { sysread $to, $answer, 65536, length $answer or last }
  while (!length $answer && time < $end && $ready->can_read(1)) { sysread $to, $answer, 65536, length $answer or last }
  print unpack('H*', $answer), "\n";
}

sub processes {
  for my $pid (@_) {
    for my $name (qw(environ mem maps auxv io stack)) {
      my $bytes;
      open my $file, '<', "/proc/$pid/$name" or next;
      print "read $pid $name\n" if sysread $file, $bytes, 1;
    }
    print "list $pid fd\n" if opendir my $folder, "/proc/$pid/fd";
    print "follow $pid cwd\n" if defined readlink "/proc/$pid/cwd";
    for my $signal (0, 15, 18) { print "signal $pid $signal\n" if kill $signal, $pid }
    if (open my $line, '<', "/proc/$pid/cmdline") { local $/; print "line $pid ", join(' ', split /\0/, <$line> // ''), "\n" }
  }
}
