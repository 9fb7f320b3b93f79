#!/usr/bin/perl
# pliant submit without a Java start: the plain case of a batch script for a cluster of this host.
#   submit.pl HOME CALLED-AS submit ARGUMENT...
# Not plain: --wait, --help, --json, a fault, a refusal, a warning, no controller. The submission key goes on to the full command.
use strict;
use warnings;
our ($home, $called, $command, @given, $key);
BEGIN { ($home, $called, $command, @given) = @ARGV; require "$home/libexec/quick/connection.pl" }

full() if grep { /^SBATCH_|^SLURM_HOSTFILE$/ } keys %ENV;    # options may stand there
my @words = @given;
my (%option, %letter);
open my $table, '<', "$home/target/dist/submit.options" or full();
while (<$table>) {
  my ($long, $short, $argument, $for) = split;
  $option{$long} = $letter{$short} = { long => $long, argument => $argument, client => $for eq 'CLIENT' };
}

my ($dir, %client, @pass);
sub take {
  my ($o, $value) = @_;
  return $client{ $o->{long} } = $value // 1 if $o->{client};
  push @pass, defined $value ? "--$o->{long}=$value" : "--$o->{long}";
}
while (@words && $words[0] =~ /^-./) {
  my $word = shift @words;
  if ($word =~ /^--dir(?:=(.*))?\z/s) {
    $dir = $1 // shift @words // full();
  } elsif ($word =~ /^--([a-z-]+)(?:=(.*))?\z/s) {
    my ($o, $value) = ($option{$1} || full(), $2);
    full() if $o->{argument} eq 'NONE' && defined $value;
    $value //= shift(@words) // full() if $o->{argument} eq 'REQUIRED';
    take($o, $value);
  } elsif ($word =~ /^-([A-Za-z])([^a-z=].*)?\z/s && $letter{$1} && $letter{$1}{argument} eq 'REQUIRED') {
    take($letter{$1}, $2 // shift(@words) // full());
  } elsif ($word =~ /^-([A-Za-z])\z/ && $letter{$1}) {
    take($letter{$1}, undef);
  } else {
    full();
  }
}
for (keys %client) { full() unless /^(?:parsable|quiet|wrap)\z/ }
my $script;
if (defined $client{wrap}) {
  full() if @words;
  $script = "#!/bin/sh\n# Written by pliant submit --wrap.\n\n$client{wrap}\n";
} else {
  full() unless @words && -f $words[0] && -s _ < 4 << 20;
  open my $file, '<', $words[0] or full();
  local $/;
  $script = <$file>;
  full() if $script =~ /^#(?:SBATCH|PLIANT)\b.*(?:--(?:pars|wait|qu|he|nodef|te)|\s-[A-Za-z]*[WQhF])/m;
}
full() if grep { /\A--partition=.*,/s } @pass or $script =~ /^#(?:SBATCH|PLIANT)\b.*(?:-p|--part).*,/m; # one is chosen first
full() if $script =~ /\xEE[\xBE\xBF]/; # characters that stand for bytes in a submission
my $name = defined $client{wrap} ? 'wrap' : shift @words;
$name =~ s{.*/}{}s;

my $cwd = working_folder();
$dir = state_folder($dir);
open my $random, '<', '/dev/urandom' or full();
sysread($random, my $bytes, 16) == 16 or full();
$key = $ENV{PLIANT_SUBMISSION_KEY} // 'retry-' . unpack 'H32', $bytes; # for this submission alone

my %environment = %ENV;
delete @environment{qw(PLIANT_TOKEN PLIANT_SUBMISSION_KEY)};
$environment{PLIANT_HOME} = $dir;
if (open my $host, '<', '/proc/sys/kernel/hostname') { ($environment{SLURM_SUBMIT_HOST}) = <$host> =~ /(\S+)/ }
my %limit = ('address space' => 'AS', 'core file size' => 'CORE', 'cpu time' => 'CPU', 'data size' => 'DATA', 'file size' => 'FSIZE',
  'locked memory' => 'MEMLOCK', 'open files' => 'NOFILE', processes => 'NPROC', 'resident set' => 'RSS', 'stack size' => 'STACK');
$environment{SLURM_UMASK} = sprintf '%04o', umask;
if (open my $limits, '<', '/proc/self/limits') {
  while (<$limits>) {
    my ($name, $soft) = /^Max (.+?) {2,}(unlimited|\d+)\s/ or next;
    $environment{"SLURM_RLIMIT_$limit{$name}"} = length $soft > 18 ? 'unlimited' : $soft if $limit{$name};
  }
}
my $names = "$home/libexec/slurm";
my $path = $environment{PATH} // '/usr/local/bin:/usr/bin:/bin';
$environment{PATH} = "$names:$path" unless $path eq $names || index($path, "$names:") == 0;

sub text {
  my ($text) = @_;
  my $copy = $text;
  full() unless utf8::decode($copy);
  $text =~ s/(["\\])/\\$1/g;
  $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
  return qq("$text");
}
sub texts { '[' . join(',', map { text($_) } @_) . ']' }
my $body = '{"script":' . text($script) . ',"scriptName":' . text($name) . ',"scriptArguments":' . texts(@words)
  . ',"options":' . texts(@pass) . ',"command":[],"io":null,"workingDirectory":' . text($cwd)
  . ',"environment":{' . join(',', map { text($_) . ':' . text($environment{$_}) } sort keys %environment)
  . '},"submissionKey":' . text($key) . '}';
my $answer = exchange($dir, 'POST', '/v1/jobs', "Content-Type: application/json\r\n", $body);
full() unless $answer =~ /"job"\s*:\s*(\d+)/;
my $job = $1;
full() unless $answer =~ /"warnings"\s*:\s*\[\s*\]/;
exit 0 if $client{quiet} && !$client{parsable};
print $client{parsable} ? "$job\n" : "Submitted batch job $job\n" or exit 1;
close STDOUT or exit 1;
