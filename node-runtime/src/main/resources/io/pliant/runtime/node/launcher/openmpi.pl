# openmpi.pl - what programs of Open MPI need beside PMIx: a word where that is missing, and memory of their own on nodes that
# share a host. And what keeps tasks of any MPI that outnumber the cores from spinning on them.
#
# One of the parts of one program, see launcher.pl.
use strict;
use warnings;

my $RM = '/bin/rm';
my $shared_memory;                     # folder of what ranks of this node share, or undef for the usual one

my $yield_library;                      # path of pliant-yield.so, or undef

sub openmpi_begins { my %option = @_; $yield_library = $option{yield}; return }

# Whether tasks of the step outnumber its cpus here, or the cores of the host: one that spins while it waits keeps another
# from running.
sub crowded {
    return 1 if $spec->{slicecpus} && @tasks > $spec->{slicecpus};
    my $online = slurp('/sys/devices/system/cpu/online') // return 0;
    return (on_loopback() ? $spec->{totaltasks} : @tasks) > numbers($online =~ s/\s+\z//r);
}

# In the child that becomes the task. What the user set stays.
sub yield_words {
    my ($task) = @_;
    return if $spec->{batch} || !($task->{pmitheirs} || $pmix) || !crowded();
    my %given = map { /\A([^=]+)=(.*)\z/s ? ($1 => $2) : () } without_yield(@{ $spec->{env} }, @{ $task->{env} });
    my @words;
    push @words, 'OMPI_MCA_mpi_yield_when_idle=1' unless exists $given{OMPI_MCA_mpi_yield_when_idle};
    push @words, 'LD_PRELOAD=' . join ' ', $yield_library, grep { length } $given{LD_PRELOAD} // ''
      if $task->{pmitheirs} && defined $yield_library && $yield_library !~ /[\s:]/ && -r $yield_library;    # these part names there
    return @words;
}

# What a task around this one was given is not for this one: its path is of another node's.
sub without_yield {
    return map {
        my ($named) = /\ALD_PRELOAD=(.*)\z/s;
        my @others = grep { length && !m{/pliant-yield\.so\z} } split /[ :]/, $named // '';
        ($named // '') !~ m{/pliant-yield\.so(?:[ :]|\z)} ? $_ : @others ? 'LD_PRELOAD=' . join(' ', @others) : ()
    } @_;
}

# All nodes of a cluster that speaks over the loopback interface are one host.
sub on_loopback { return ($spec->{iohost} // '') =~ /\A(?:127\.[\d.]+|::1|localhost)\z/ }

# Open MPI's mpirun has srun start its daemon on each node, and that the ranks there. It tells the memory that ranks of a node
# share by the host's name, so that ranks of several nodes of one host would take each other's. Each node gets a folder.
sub plan_shared_memory {
    return if $spec->{batch} || !on_loopback() || ($spec->{arg}[0] // '') !~ m{(?:\A|/)(?:orted|prted)\z};
    $shared_memory = "/dev/shm/pliant-$spec->{node}-$spec->{key}-$$";
    return;
}

# In the child that becomes the task, as the user.
sub openmpi_words {
    return unless defined $shared_memory && (mkdir($shared_memory, 0700) || -o $shared_memory);
    return map { "OMPI_MCA_btl_${_}_backing_directory=$shared_memory" } 'vader', 'sm';
}

# Removes it when the step is over: a child does, as the user.
sub clean_shared_memory {
    return unless defined $shared_memory && -d $shared_memory;
    my $pid = fork // return;
    if ($pid) { $messengers{$pid} = now() + $MESSENGER_WAITS; return }
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $NO_SIGNALS);
    eval { know_user(); become_user(); { no warnings 'exec'; exec { $RM } $RM, '-rf', '--', $shared_memory } };
    POSIX::_exit(1);
}

# A program of Open MPI would not find its world, and stop with an explanation that leads astray.
sub warn_of_openmpi {
    my ($task, $command) = @_;
    return unless defined $pmix_lacking && $task->{rank} == $tasks[0]{rank} && $command =~ m{/};
    my $fd = POSIX::open($command, Fcntl::O_RDONLY) // return;
    POSIX::read($fd, my ($text), 1 << 20);
    POSIX::close($fd);
    return unless ($text // '') =~ /\A\x7fELF/ && $text =~ /\0lib(?:mpi\.so\.40|open-rte\.so)/;
    syswrite STDERR, "pliant: $command is a program of Open MPI and needs PMIx, which node $pmix_lacking does not offer: " . remedy_for_pmix() . "; or start it by mpirun\n";
    return;
}
