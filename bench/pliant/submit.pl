#!/usr/bin/perl
# A resident submitter: one keep-alive connection to a controller's Unix domain socket, one job after the other.
#   submit.pl SOCKET COUNT SCRIPT_FILE [NODES [AT_ONCE]]
# NODES may be MIN-MAX: each job a size of its own, drawn with seed 42. PARTITIONS=a,b,c in the environment: one after the other.
#     (the counterpart of slurm/submit.c)
# With AT_ONCE, up to 1000, so many go in one request; COUNT should be a multiple of it.
use strict;
use warnings;
use IO::Socket::UNIX;

my ($path, $count, $script_file, $nodes, $at_once) = @ARGV;
$nodes ||= 1;
my $script = do { local $/; open my $f, '<', $script_file or die "Expected to read $script_file, but $!.\n"; <$f> };
$script =~ s/([\\"])/\\$1/g;
$script =~ s/\n/\\n/g;
srand(42);
my ($least, $most) = $nodes =~ /^(\d+)-(\d+)$/ ? ($1, $2) : ($nodes, $nodes);
my @partitions = split /,/, $ENV{PARTITIONS} // '';
my $submitted = 0;

sub job {
  my $size = $least + int rand($most - $least + 1);
  my $where = @partitions ? qq("--partition=$partitions[$submitted % @partitions]",) : '';
  $submitted++;
  return qq({"script":"$script","scriptName":"b","scriptArguments":[],)
    . qq("options":["--job-name=b",$where"--nodes=$size","--ntasks=$size","--output=/dev/null"],"command":[],"io":null,)
    . qq("workingDirectory":"/tmp","environment":{"PATH":"/usr/bin:/bin"},"submissionKey":null});
}

sub request {
  my $body = $at_once ? '{"jobs":[' . join(',', map { job() } 1 .. $at_once) . ']}' : job();
  my $where = $at_once ? '/v1/jobs:batch' : '/v1/jobs';
  return "POST $where HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
    . length($body) . "\r\n\r\n$body";
}
$count /= $at_once if $at_once;

my $socket = IO::Socket::UNIX->new(Peer => $path) or die "Expected to connect to $path, but $!.\n";
my $failed = 0;
my $buffer = '';
for (1 .. $count) {
  print {$socket} request() or die "Expected to send a request, but $!.\n";
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
