# login.pl - what a login shell of the user sets, for jobs that ask for it: sbatch --get-user-env.
#
# One of the parts of one program, see launcher.pl. All of it happens in the child that is to become the task, as the user,
# within the job's limits. The shell's processes are the step's, by the mark in their environment.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);

my $LOGIN_SECONDS = 8;                 # unless the job says another number
my $LOGIN_BYTES = 1_048_576;           # what of a shell is listened to
my %NOT_OF_LOGIN = map { $_ => 1 } qw(DISPLAY ENVIRONMENT HOSTNAME OLDPWD PLIANT_STEP_DIR PWD SHLVL _);

# NAME=value words; none, and a warning in the job's error file, when the shell does not tell them.
sub login_words {
    return unless $spec->{batch};
    my ($asked) = grep { /\APLIANT_GET_USER_ENV=/ } @{ $spec->{env} } or return;
    my ($seconds, $mode) = $asked =~ /=([0-9]{0,6})([SL]?)\z/;
    my ($text, $why) = hear_login($seconds || $LOGIN_SECONDS, ($mode // '') ne 'S');
    syswrite STDERR, "pliant: warning: Unable to get the user's login environment: $why."
      . " Running only with the passed environment.\n"
      if defined $why;
    return grep { /\A([^=]+)=/ && !$NOT_OF_LOGIN{$1} } split /\0/, $text // '';
}

# What the shell tells between two marks, and nothing; or nothing, and why.
sub hear_login {
    my ($seconds, $login) = @_;
    my @entry = getpwuid $>;
    my $shell = length($entry[8] // '') ? $entry[8] : '/bin/sh';
    my $mark = "pliant-login-$$-" . int rand 1e9;
    pipe my $told, my $tell or return (undef, "a pipe cannot be made: $!");
    my $pid = fork // return (undef, "it cannot be started: $!");
    become_login_shell($shell, $login, $mark, $tell, \@entry) unless $pid;
    POSIX::setpgid($pid, $pid);
    close $tell;
    my ($text, $why) = read_login($told, $mark, now() + $seconds);
    kill 'KILL', -$pid;                # what it left behind would hold the job's streams
    waitpid $pid, 0;
    return ($text, undef) if defined $text;
    return (undef, $why // "$shell ended without telling it") unless ($why // '') eq 'late';
    return (undef, "$shell took more than $seconds seconds");
}

sub become_login_shell {
    my ($shell, $login, $mark, $tell, $entry) = @_;
    POSIX::setpgid(0, 0);
    open STDIN, '<', '/dev/null' or POSIX::_exit(1);
    open STDERR, '>', '/dev/null' or POSIX::_exit(1);
    POSIX::dup2(fileno $tell, 1);
    %ENV = (
        PATH => '/usr/local/bin:/usr/bin:/bin',
        HOME => $entry->[7] // '/',
        SHELL => $shell,
        USER => $entry->[0] // $spec->{user},
        LOGNAME => $entry->[0] // $spec->{user},
        PLIANT_STEP_DIR => $dir,
    );
    chdir $ENV{HOME};                  # where there is no such folder it stays where the job is
    my ($name) = $shell =~ m{([^/]*)\z};
    my @dash = $login && $name !~ /csh\z/ ? '-l' : ();    # csh takes it alone only, and reads .login by its name
    { no warnings 'exec'; exec { $shell } ($login ? "-$name" : $name), @dash, '-c', "echo $mark; env -0; echo $mark" }
    POSIX::_exit(127);
}

# Its words once they are whole; a profile may leave somebody behind who keeps the pipe open.
sub read_login {
    my ($told, $mark, $until) = @_;
    my $heard = '';
    while (1) {
        return $1 if $heard =~ /^\Q$mark\E\n(.*)\Q$mark\E\n\z/ms;
        return (undef, "it is longer than $LOGIN_BYTES bytes") if length $heard > $LOGIN_BYTES;
        my $left = $until - now();
        return (undef, 'late') if $left <= 0;
        vec(my $readable = '', fileno $told, 1) = 1;
        next unless select($readable, undef, undef, $left) > 0;
        my $count = sysread $told, $heard, 65_536, length $heard;
        next if !defined $count && ($! == EINTR || $! == EAGAIN);
        return (undef, undef) unless $count;
    }
}
