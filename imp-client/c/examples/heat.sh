#!/bin/bash
# A malleable MPI program in C:   make -C imp-client/c && ./pliant submit imp-client/c/examples/heat.sh
#PLIANT -N 2 --min-nodes=1 --max-nodes=8
#PLIANT -J heat -o heat-%j.out
export IMP_VERBOSE=1 # rank 0 tells the times of each adaptation
srun "${IMP_BUILD:-imp-client/c/target}/heat" --points 100000 --steps 3000 --step-ms 20
