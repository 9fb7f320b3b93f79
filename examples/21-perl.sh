#!/usr/bin/perl
#SBATCH --job-name=perl
#SBATCH --time=5
# A script need not be a shell script. Slurm gives: the interpreter of the first line runs it.
use strict;
use warnings;
my $sum = 0;
$sum += $_ for 1 .. 10;
print "job $ENV{SLURM_JOB_ID} in perl: sum is $sum\n";
exit 0;
