#!/usr/bin/env bash
# Two jobs that each need four fifths of a live pool, among a stream of small ones that needs nine tenths of it: do both start in time?
#
#   bench/fairness.sh [--controllers N] [--seconds N] [--seed N]
#
# Five partitions of four emulated nodes of one cpu, three controllers. For --seconds (90) small jobs of 1 to 3 nodes are submitted to
# partitions drawn with --seed (42), each with a limit of 10 s. After a third of the time a job of 16 nodes is submitted, and 5 s later another one
# in another partition. Each must start within the longest limit and 10 s after the last of the jobs that were submitted before it; exit 1 if
# not, if a job is not over 300 s after the last submission, or if one ended otherwise than by itself or at its limit, which a slow host makes
# of the longest ones. The same over 1000 seeds, simulated: PoolFairnessTest.
set -eu
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CONTROLLERS=3 SECONDS_LONG=90 SEED=42
while [ $# -gt 0 ]; do
  case $1 in
    --controllers) CONTROLLERS=$2 ;;
    --seconds) SECONDS_LONG=$2 ;;
    --seed) SEED=$2 ;;
    -h | --help) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "Expected an option of bench/fairness.sh --help, but got '$1'." >&2; exit 2 ;;
  esac
  shift 2 || { echo "Expected a value after '$1', but there is none." >&2; exit 2; }
done
WORK=$(mktemp -d "${TMPDIR:-/tmp}/pliant-fairness.XXXXXX")
export PLIANT_HOME=$WORK/cluster
trap '"$ROOT/pliant" down >/dev/null 2>&1 || true; rm -rf "$WORK"' EXIT

parts=()
for i in 0 1 2 3 4; do parts+=(--partition "p$i:n[$(printf '%03d-%03d' $((i * 4 + 1)) $((i * 4 + 4)))]"); done
"$ROOT/pliant" up --dir "$PLIANT_HOME" --controllers "$CONTROLLERS" --nodes 0 --emulate 20 --cpus-per-node 1 "${parts[@]}" \
  --set 'pools=[{name=pool,partitions=[p0,p1,p2,p3,p4]}]' >"$WORK/up.log" 2>&1 || { cat "$WORK/up.log" >&2; exit 1; }

submit() { # PARTITION NODES SECONDS
  "$ROOT/pliant" submit -p "p$1" -N "$2" -t 0:10 -o /dev/null --wrap "sleep $3" </dev/null >/dev/null
}
# Needs of the stream: 2 nodes for 4 s on the average every 0.44 s are 18 of 20 nodes.
perl -e 'my ($seconds, $seed) = @ARGV; srand $seed; my $third = $seconds / 3;
  my @all = map { [$_ * 0.44, int rand 5, 1 + int rand 3, sprintf "%.1f", 2 + rand 4] } 0 .. $seconds / 0.44;
  push @all, [$third, 0, 16, 5], [$third + 5, 3, 16, 5];
  print "@$_\n" for sort { $a->[0] <=> $b->[0] } @all' "$SECONDS_LONG" "$SEED" >"$WORK/stream"
begin=$EPOCHREALTIME
while read -r at partition nodes seconds; do
  sleep "$(awk -v a="$begin" -v b="$EPOCHREALTIME" -v at="$at" 'BEGIN { w = a + at - b; print (w > 0 ? w : 0) }')"
  submit "$partition" "$nodes" "$seconds"
done <"$WORK/stream"

socket=$(perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{controllers}[0]{socket}' <"$PLIANT_HOME/cluster.json")
recorded() { curl -sS --max-time 20 --unix-socket "$socket" 'http://x/v1/history?limit=10000'; }
left() { echo $(($(wc -l <"$WORK/stream") - $(recorded | grep -o '"endedAt":"' | wc -l))); }
SECONDS=0
until [ "$(left)" = 0 ]; do
  [ "$SECONDS" -lt 300 ] || { echo "Expected all jobs to be over 300 s after the last submission, but $(left) are not:" >&2; "$ROOT/pliant" queue >&2; exit 1; }
  sleep 0.5
done
recorded | perl -MJSON::PP -MTime::Local -e '
  local $/;
  sub at { my ($y, $m, $d, $h, $min, $s) = $_[0] =~ /(\d+)-(\d+)-(\d+)T(\d+):(\d+):([\d.]+)Z/ or die "Expected a time, but got $_[0].\n"; timegm(0, $min, $h, $d, $m - 1, $y) + $s }
  my @jobs = sort { $a->{submittedAt} cmp $b->{submittedAt} } @{ decode_json(<STDIN>) };
  my ($last, $late, %ends, @waits) = (0, 0);
  for my $job (@jobs) {
    my ($submitted, $started) = map { at($job->{$_}) } qw(submittedAt startedAt);
    $ends{$job->{status}}++;
    if ($job->{nodes} == 16) {
      my $from = $last > $submitted ? $last : $submitted;
      printf "job %s of 16 nodes: started %.1f s after the last one before it, %.1f s after its submission, %s\n",
        $job->{job}, $started - $from, $started - $submitted, $job->{status};
      $late++ if $started - $from > 20;
    }
    else { push @waits, $started - $submitted }
    $last = $started if $started > $last;
  }
  @waits = sort { $a <=> $b } @waits;
  printf "%d small jobs: waited p50 %.1f s, p99 %.1f s, longest %.1f s; longest limit 10 s\n", scalar @waits, @waits[@waits * 0.5, @waits * 0.99, -1];
  print join(", ", map { "$ends{$_} $_" } sort keys %ends), "\n";
  exit($late || grep({ !/^(COMPLETED|TIMEOUT)$/ } keys %ends) ? 1 : 0)'
