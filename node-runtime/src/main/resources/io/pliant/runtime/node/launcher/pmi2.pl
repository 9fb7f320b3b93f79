# pmi2.pl - PMI-2, for programs that are linked with libpmi2 or an MPI library built on it: docs/mpi.md.
#
# One of the parts of one program, see launcher.pl. It shares socket, store and barrier with PMI-1 (pmi.pl): a program that says
# pmi_version=2 in its first line goes on in packets, six characters with their length and then "name=value;" ... with ";;" for a semicolon.
use strict;
use warnings;

my %pmi2_of_node;                      # what ranks here have told each other
my %pmi2_waiting;                      # key of the node => [[task, thread] ...] that wait for it
my %PMI2_REFUSED = map { $_ => 1 } qw(job-connect job-disconnect name-publish name-unpublish name-lookup ring spawn);

# Takes the next packet of what was heard; false when there is no whole one.
sub take_pmi2 {
    my ($task) = @_;
    return 0 if length $task->{pmiheard} < 6;
    my ($length) = substr($task->{pmiheard}, 0, 6) =~ /\A *(\d{1,6}) *\z/;
    if (!defined $length || $length > $PMI_LINE) {
        refuse_pmi($task, 'a packet that begins with ' . unpack('H*', substr $task->{pmiheard}, 0, 6));
        return 0;
    }
    return 0 if length $task->{pmiheard} < 6 + $length;
    my $text = substr $task->{pmiheard}, 6, $length;
    substr $task->{pmiheard}, 0, 6 + $length, '';
    obey_pmi2($task, $text);
    return 1;
}

sub obey_pmi2 {
    my ($task, $text) = @_;
    my %word;
    while ($text =~ /\G((?:[^;]|;;)*);/g) {
        (my $pair = $1) =~ s/;;/;/g;
        my ($key, $value) = split /=/, $pair, 2;
        $word{ $key // '' } = $value // '';
    }
    my ($verb, $key, $thread) = @word{qw(cmd key thrid)};
    $verb //= '';
    return refuse_pmi($task, "'$text' before the answer to its last request") if $task->{pmiasks} && $verb ne 'abort';
    $task->{pmiasks} = $verb ne 'abort';    # until it is answered
    return answer_pmi2($task, $thread, $verb, "pmi-version=2;pmi-subversion=0;rank=$task->{rank};size=$spec->{totaltasks};appnum=0;debugged=FALSE;pmiverbose=FALSE")
      if $verb eq 'fullinit';
    return answer_pmi2($task, $thread, $verb, "jobid=$spec->{key}") if $verb eq 'job-getid';
    return answer_pmi2($task, $thread, $verb) if $verb eq 'kvs-put' && keep_pmi(@word{qw(key value)});
    return find_pmi2($task, $thread, $verb, $pmi_store{ $key // '' }) if $verb eq 'kvs-get';
    if ($verb eq 'kvs-fence') { $task->{pmithread} = $thread; return await_pmi($task) }
    return with_layout(sub { find_pmi2($task, $thread, $verb, pmi2_of_job($key // '')) }) if $verb eq 'info-getjobattr';
    return put_pmi2_of_node($task, $thread, \%word) if $verb eq 'info-putnodeattr' && keepable_pmi(@word{qw(key value)});
    return get_pmi2_of_node($task, $thread, \%word) if $verb eq 'info-getnodeattr';
    return answer_pmi2($task, $thread, $verb, 'errmsg=not supported', -1) if $PMI2_REFUSED{$verb};
    return abort_pmi2($task, \%word) if $verb eq 'abort';
    return if $lost || $reason;
    return refuse_pmi($task, "'$text'") if $verb ne 'finalize';
    $task->{pmibegun} = $task->{pmi2} = 0;
    return answer_pmi2($task, $thread, $verb);
}

sub answer_pmi2 {
    my ($task, $thread, $verb, $more, $code) = @_;
    my $text = "cmd=$verb-response;" . (defined $thread ? "thrid=$thread;" : '') . 'rc=' . ($code // 0) . ';' . (defined $more ? "$more;" : '');
    return send_pmi($task, sprintf('%-6d', length $text) . $text);
}

sub find_pmi2 {
    my ($task, $thread, $verb, $value) = @_;
    return answer_pmi2($task, $thread, $verb, 'found=FALSE') unless defined $value;
    $value =~ s/;/;;/g;
    return answer_pmi2($task, $thread, $verb, "found=TRUE;value=$value");
}

sub pmi2_of_job {
    my ($key) = @_;
    return $key eq 'PMI_process_mapping' ? pmi_mapping() : $key eq 'universeSize' ? $spec->{totaltasks} : undef;
}

sub put_pmi2_of_node {
    my ($task, $thread, $word) = @_;
    $pmi_stored += length($word->{key}) + length $word->{value};
    $pmi2_of_node{ $word->{key} } = $word->{value};
    answer_pmi2($task, $thread, $word->{cmd});
    find_pmi2(@$_, 'info-getnodeattr', $word->{value}) for @{ delete $pmi2_waiting{ $word->{key} } // [] };
    return;
}

sub get_pmi2_of_node {
    my ($task, $thread, $word) = @_;
    my $key = $word->{key} // '';
    if (!defined $pmi2_of_node{$key} && ($word->{wait} // '') eq 'TRUE') {
        push @{ $pmi2_waiting{$key} }, [$task, $thread];
        return;
    }
    return find_pmi2($task, $thread, $word->{cmd}, $pmi2_of_node{$key});
}

# The program exits by itself behind it, with a code that is not told here.
sub abort_pmi2 {
    my ($task, $word) = @_;
    return if ($word->{isworld} // '') ne 'TRUE';
    return lose_mpi($task->{rank}, 1, 0, "task $task->{rank} called MPI_Abort: $word->{msg}: the step is ended");
}
