# What the quick commands share: they do the plain cases of the busiest commands without a Java start, in some milliseconds, and hand
# whatever is not plain on to the full command, so that each message is written in one place.
# No module is loaded anywhere here: each would cost more than the rest.
use strict;
use warnings;

our ($home, $called, $command, @given); # the tree with ./pliant, the name it was called by, the command and its arguments
our $key; # submission key, so that nothing is submitted twice

# The full command, which knows everything.
sub full {
  $ENV{PLIANT_FULL_CLIENT} = $called;
  $ENV{PLIANT_SUBMISSION_KEY} = $key if defined $key;
  exec {"$home/pliant"} 'pliant', $command, @given;
  die "Expected to start $home/pliant, but $!.\n";
}

# The kernel's path of one that was deleted is none: it is another folder's, or nobody's.
sub working_folder {
  my $path = readlink '/proc/self/cwd' or full();
  my ($here, $there) = map { join ' ', (stat)[0, 1] } '.', $path;
  full() if $here ne $there;
  return $path;
}

# Absolute path of the state folder: as given, else $PLIANT_HOME, else ~/.pliant.
sub state_folder {
  my ($dir) = @_;
  $dir //= $ENV{PLIANT_HOME} || ($ENV{HOME} || full()) . '/.pliant';
  $dir = working_folder() . "/$dir" if $dir !~ m{^/};
  full() if $dir =~ m{/\.{1,2}(?:/|\z)|//|/\z};
  return $dir;
}

# Sends a request to any controller of the cluster in a state folder; returns its whole answer.
sub exchange {
  my ($dir, $method, $target, $headers, $body) = @_;
  open my $record, '<', "$dir/cluster.json" or full();
  my @sockets = do { local $/; <$record> =~ /"socket"\s*:\s*"([^"\\]{1,107})"/g } or full();
  my ($AF_UNIX, $SOCK_STREAM) = (1, 1);
  local $SIG{PIPE} = 'IGNORE';
  local $SIG{ALRM} = \&full;
  alarm 15;
  my $controller;
  for my $at (map { ($$ + $_) % @sockets } 0 .. $#sockets) {
    socket($controller, $AF_UNIX, $SOCK_STREAM, 0) or full();
    last if connect($controller, pack 'S a108', $AF_UNIX, $sockets[$at]);
    undef $controller;
  }
  full() unless $controller;
  my $request = "$method $target HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}Content-Length: " . length($body) . "\r\n\r\n$body";
  for (my $sent = 0; $sent < length $request;) {
    my $count = syswrite($controller, $request, length($request) - $sent, $sent) or full();
    $sent += $count;
  }
  my $answer = '';
  while (my $count = sysread $controller, $answer, 1 << 18, length $answer) { }
  alarm 0;
  my ($head, $content) = split /\r\n\r\n/, $answer, 2;
  full() unless defined $content && $head =~ m{\AHTTP/1\.1 20[01] } && $head =~ /^content-length:\s*(\d+)/im && $1 == length $content;
  return $content;
}

1;
