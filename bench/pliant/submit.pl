#!/usr/bin/perl
# A resident submitter: one keep-alive connection to a controller's Unix domain socket, one job after the other.
#   submit.pl SOCKET COUNT SCRIPT_FILE [NODES [AT_ONCE]]     (the counterpart of slurm/submit.c)
# With AT_ONCE, up to 1000, so many go in one request; COUNT should be a multiple of it.
use strict;
use warnings;
use IO::Socket::UNIX;

my ($path, $count, $script_file, $nodes, $at_once) = @ARGV;
$nodes ||= 1;
my $script = do { local $/; open my $f, '<', $script_file or die "Expected to read $script_file, but $!.\n"; <$f> };
$script =~ s/([\\"])/\\$1/g;
$script =~ s/\n/\\n/g;
my $body = qq({"script":"$script","scriptName":"b","scriptArguments":[],)
  . qq("options":["--job-name=b","--nodes=$nodes","--ntasks=$nodes","--output=/dev/null"],"command":[],"io":null,)
  . qq("workingDirectory":"/tmp","environment":{"PATH":"/usr/bin:/bin"},"submissionKey":null});
my $where = '/v1/jobs';
($where, $body, $count) = ('/v1/jobs:batch', '{"jobs":[' . join(',', ($body) x $at_once) . ']}', $count / $at_once) if $at_once;
my $request = "POST $where HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
  . length($body) . "\r\n\r\n$body";

my $socket = IO::Socket::UNIX->new(Peer => $path) or die "Expected to connect to $path, but $!.\n";
my $failed = 0;
my $buffer = '';
for (1 .. $count) {
  print {$socket} $request or die "Expected to send a request, but $!.\n";
  $socket->flush;
  until ($buffer =~ /\r\n\r\n/) { more() }
  my ($head) = $buffer =~ /\A(.*?\r\n\r\n)/s;
  substr($buffer, 0, length $head) = '';
  my ($length) = $head =~ /^content-length:\s*(\d+)/im;
  defined $length or die "Expected a Content-Length, but got: $head";
  more() while length($buffer) < $length;
  my $answer = substr($buffer, 0, $length);
  substr($buffer, 0, $length) = '';
  if ($head !~ m{\AHTTP/1\.1 20[01]} || $at_once && $answer =~ /"status":(?!201)/) { warn $head, $answer, "\n" unless $failed++ }
}
warn "failed=$failed\n" if $failed;
exit($failed != 0);

sub more { sysread($socket, $buffer, 65536, length $buffer) or die "Expected an answer, but the connection ended.\n" }
