package io.pliant.runtime.node.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The program by which version 2 of the control groups keeps devices, in a group of the real
 * kernel; also on hosts where agents use version 1.
 */
class DeviceProgramTest {
  private static final String TRY =
      """
      my $group = "$ARGV[0]/pliant-devices-$$";
      mkdir $group or do { print "left out: $group cannot be made: $!"; exit };
      my @many = map { "b 7777:$_" } 1 .. 2048;    # as many as eight kinds of 256
      my $why = keep_v2($group, @many, 'b 7:77', 'c 1:5', 'c 1:99999');
      print "left out: $why" if defined $why;
      if (!defined $why && !(my $pid = fork)) {
          tell_kernel("$group/cgroup.procs", $$) or die "Expected to enter $group, but $!.\n";
          for my $name (qw(null zero full)) {
              print "$name ", defined POSIX::open("/dev/$name", 0) ? 'opens' : $!, "\n";
          }
          exit;
      }
      wait;
      rmdir $group;
      """;

  @Test
  void shouldKeepTheNamedDevicesAndNoOthers() throws IOException {
    Optional<Path> mount =
        Files.readAllLines(Path.of("/proc/mounts")).stream()
            .map(line -> line.split(" ", 4))
            .filter(words -> words[2].equals("cgroup2"))
            .map(words -> Path.of(words[1]))
            .filter(Files::isWritable)
            .findFirst();
    assumeTrue(mount.isPresent(), "no cgroup file system of version 2 that this user may change");

    String said = perl(mount.orElseThrow());

    assumeTrue(!said.startsWith("left out"), said);
    assertThat(said).isEqualTo("null opens\nzero Operation not permitted\nfull opens\n");
  }

  private static String perl(Path mount) throws IOException {
    Process perl =
        new ProcessBuilder("perl", "-", mount.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream in = perl.getOutputStream()) {
      for (String part : new String[] {"kernel.pl", "confine.pl", "devices.pl"}) {
        in.write(LauncherProgram.text(part).getBytes(StandardCharsets.UTF_8));
      }
      in.write(TRY.getBytes(StandardCharsets.UTF_8));
    }
    return new String(perl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
