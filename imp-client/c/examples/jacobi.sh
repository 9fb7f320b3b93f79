#!/bin/bash
# A malleable MPI program in C:   make -C imp-client/c && ./pliant submit imp-client/c/examples/jacobi.sh
#PLIANT -N 2 --min-nodes=1 --max-nodes=8
#PLIANT -J jacobi -o jacobi-%j.out
export IMP_VERBOSE=1 # rank 0 tells the times of each adaptation
srun "${IMP_BUILD:-imp-client/c/target}/jacobi" --rows 400 --steps 3000 --step-ms 20
