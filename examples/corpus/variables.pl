#!/usr/bin/perl
# From what variables.sh left of Slurm and of Pliant:
#   examples/corpus/variables.pl SLURM_FOLDER > variables.tsv          the variables that Slurm sets, by script
#   examples/corpus/variables.pl SLURM_FOLDER PLIANT_FOLDER            where Pliant's are not the same
# What is another each time, as names of nodes and numbers of jobs, has no value here; of lists of devices it is their number.
use strict;
use warnings;

my $NO_VALUE = qr/\ASLURM(?:D_NODENAME|_(?:(?:ARRAY_)?JOB_?ID|ARRAY_TASK_ID|JOB_(?:UID|GID|USER|NAME|NODELIST|START_TIME|END_TIME)|NODELIST|STEP_NODELIST|SUBMIT_\w+|CLUSTER_NAME|TOPOLOGY_ADDR|TASK_PID|CONF|WORKING_CLUSTER|SRUN_COMM_\w+|STEP_LAUNCHER_PORT|LAUNCH_NODE_IPADDR|UMASK))\z/;
my $DEVICES = qr/\A(?:CUDA_VISIBLE_DEVICES|ROCR_VISIBLE_DEVICES|GPU_DEVICE_ORDINAL|ZE_AFFINITY_MASK|SLURM_(?:JOB|STEP)_GPUS)\z/;

sub normal {
    my ($name, $value) = @_;
    return $name if $name =~ $NO_VALUE;
    return "$name=#" . (() = $value =~ /\d+/g) if $name =~ $DEVICES;
    $value =~ s/ /_/g;
    return "$name=$value";
}

# by script, "batch" or "step": its variables by name
sub all {
    my $folder = shift;
    my %all;
    for my $file (glob "$folder/*-[0-9][0-9].sh") {
        my ($script) = $file =~ m{([^/]+)\z};
        my $where = 'batch';
        open my $in, '<', $file or die "$file: $!\n";
        while (<$in>) {
            chomp;
            if ($_ eq 'step') { $where = 'step'; $all{$script}{step} = {}; next }
            next if /\ASLURM_BENCH_/;
            my ($name, $value) = /\A(\w+)=(.*)\z/ or next;
            $all{$script}{$where}{$name} = normal($name, $value);
        }
        delete $all{$script}{step} unless %{ $all{$script}{step} || {} };
    }
    return \%all;
}

my $slurm = all(shift // die "usage: variables.pl SLURM_FOLDER [PLIANT_FOLDER]\n");
if (@ARGV) {
    my $pliant = all(shift);
    my %found;
    for my $script (sort keys %$slurm) {
        for my $where (sort keys %{ $slurm->{$script} }) {
            my ($one, $other) = ($slurm->{$script}{$where}, $pliant->{$script}{$where});
            next unless $other;
            my %names = (%$one, %$other);
            for my $name (sort keys %names) {
                my ($said, $ours) = map { $_ // '-' } $one->{$name}, $other->{$name};
                next if $said eq $ours;
                my $kind = $said eq '-' ? 'more' : $ours eq '-' ? 'missing' : 'value';
                push @{ $found{"$name\t$where\t$kind"} }, $script;
            }
        }
    }
    print "$_\t", join(' ', @{ $found{$_} }), "\n" for sort keys %found;
    exit;
}
print "# What the scripts' heads make real Slurm 22.05.8 tell the batch script and the first task of an srun: see variables.sh\n";
print "# script, where, variables; those of * are told to all. Lists of devices are their number; what is another each time has no value\n";
for my $where ('batch', 'step') {
    my @of = grep { $slurm->{$_}{$where} } sort keys %$slurm;
    my %count;
    $count{$_}++ for map { values %{ $slurm->{$_}{$where} } } @of;
    print join("\t", '*', $where, join ' ', sort grep { $count{$_} == @of } keys %count), "\n";
    for my $script (@of) {
        print join("\t", $script, $where, join ' ', sort grep { $count{$_} < @of } values %{ $slurm->{$script}{$where} }), "\n";
    }
}
