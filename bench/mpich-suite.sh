#!/usr/bin/env bash
# MPICH's own test suite, each program by srun and by hydra on this machine: passed, failed, and which.
#
#   bench/mpich-suite.sh [--folder F] [--most-ranks N] [DIRECTORY...]   default attr comm datatype errhan group info init pt2pt topo coll
#
# The suite is built from Debian's source package in F (target/mpich-suite), which takes some minutes the first time. Programs
# with more than N (8) ranks are left out, and these: sendflood, which takes more than a minute under either launcher on two cores;
# timeout, which asks for hydra's own time limit. A directory that was finished before is not run again: remove its *.done in F.
# Ranks give up their core while they wait under both launchers (pliant-yield.so), else this takes hours on a small machine.
# Ends with a table, and the programs that failed. Needs mpich, libmpich-dev, gcc, make and dpkg-dev, and a deb-src line for apt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
folder=$root/target/mpich-suite most=8
while [[ ${1:-} == --* ]]; do
  case $1 in
    --folder) folder=$2 ;;
    --most-ranks) most=$2 ;;
    *) sed -n '2,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$0"; exit 2 ;;
  esac
  shift 2
done
parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(attr comm datatype errhan group info init pt2pt topo coll)
mkdir -p "$folder"
cd "$folder"
if [[ ! -d suite ]]; then
  apt-get source --download-only mpich >fetch.log 2>&1 || { echo "Expected apt-get to fetch mpich's source, but it failed: see $folder/fetch.log. Is there a deb-src line?" >&2; exit 1; }
  rm -rf unpacked && mkdir unpacked && tar xJf mpich_*.orig.tar.xz -C unpacked --strip-components=1
  (cd unpacked/test/mpi && ./configure --with-mpi=/usr CC=mpicc.mpich MPICC=mpicc.mpich MPIEXEC=mpiexec.mpich \
    --disable-fortran --disable-cxx >configure.log 2>&1 && make -s >make.log 2>&1) || { echo "Expected the suite to build, but see $folder/unpacked/test/mpi/*.log." >&2; exit 1; }
  ln -s unpacked/test/mpi suite
fi
export PLIANT_HOME=$folder/cluster PATH=$root/libexec/slurm:$PATH PLIANT_NO_REBUILD=1
"$root/libexec/build.sh"
trap '"$root/pliant" down >/dev/null 2>&1 || true' EXIT
rm -rf cluster
"$root/pliant" up --controllers 1 --nodes 0 --emulate 8 --cpus-per-node 4 >/dev/null
yielding=$root/target/dist/native/pliant-yield.so
for part in "${parts[@]}"; do
  awk -v most="$most" '!/^#/ && NF && $2 + 0 <= most && $1 !~ /^(sendflood|timeout)$/' "suite/$part/testlist" >"suite/$part/chosen"
  for program in $(awk '{ print $1 }' "suite/$part/chosen" | sort -u); do make -s -C "suite/$part" "$program" >>make.log 2>&1 || true; done
  for launcher in srun mpiexec.mpich; do
    [[ -e $part.$launcher.done ]] && continue
    preload=
    [[ $launcher == srun ]] || preload=$yielding
    (cd "suite/$part" && LD_PRELOAD=$preload MPITEST_TIMEOUT=60 ../runtests -tests=chosen -mpiexec=$launcher -tapfile="$folder/$part.$launcher.tap" -xmlfile="$folder/$part.$launcher.xml" >"$folder/$part.$launcher.log" 2>&1) || true
    touch "$part.$launcher.done"
    echo "$part by $launcher: $(grep -c '^ok' "$part.$launcher.tap") passed, $(grep -c '^not ok' "$part.$launcher.tap" || true) failed"
  done
done
verdicts() { # LAUNCHER: "ok|not ok<TAB>program ranks"
  for part in "${parts[@]}"; do sed -nE "s|^(not ok\|ok) +- \./(.*[^ ]) # .*|\1\t$part/\2|p" "$part.$1.tap"; done | grep -v 'SKIP' | sort -k2
}
verdicts srun >ours
verdicts mpiexec.mpich >theirs
for name in ours theirs; do printf '%-8s %5d programs, %d passed, %d failed\n' $name "$(wc -l <$name)" "$(grep -c '^ok' $name)" "$(grep -c '^not' $name || true)"; done
echo 'failed under srun alone:'
comm -23 <(grep '^not' ours | cut -f2 | sort) <(grep '^not' theirs | cut -f2 | sort)
echo 'failed under hydra alone:'
comm -13 <(grep '^not' ours | cut -f2 | sort) <(grep '^not' theirs | cut -f2 | sort)
echo 'failed under both:'
comm -12 <(grep '^not' ours | cut -f2 | sort) <(grep '^not' theirs | cut -f2 | sort)
