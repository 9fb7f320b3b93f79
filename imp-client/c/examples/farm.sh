#!/bin/bash
# A malleable master with workers that come and go, in C:   make -C imp-client/c && ./pliant submit imp-client/c/examples/farm.sh
#PLIANT -N 2 --min-nodes=1 --max-nodes=8
#PLIANT -J farm -o farm-%j.out
export IMP_VERBOSE=1 # rank 0 tells the times of each adaptation
srun "${IMP_BUILD:-imp-client/c/target}/farm" --tasks 200000 --round 1000 --step-ms 20
