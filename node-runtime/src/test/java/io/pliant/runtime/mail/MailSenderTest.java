package io.pliant.runtime.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.job.Mail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailSenderTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path dir;

  @Test
  void shouldCallTheProgramAsSlurmDoesAndWithoutAShell() throws Exception {
    Path program =
        program(
            """
            for word in "$@"; do printf '%s\\0' "$word"; done > DIR/arguments.new
            cat > DIR/body
            env > DIR/environment
            mv DIR/arguments.new DIR/arguments
            """);
    try (MailSender sender = MailSender.start(settings(program, 1, 10, "-q"), "atlas")) {
      sender.accept(
          new Mail(
              new JobId(12),
              "ada",
              "ada,bob@there.org",
              "Slurm Job_id=12 Name=$(touch " + dir + "/pwned)'\"; Ended",
              List.of("Job        12", "Folder     `id`"),
              Map.of("SLURM_JOB_ID", "12")));
      await(() -> Files.exists(dir.resolve("arguments")));
    }
    assertThat(Files.readString(dir.resolve("arguments")).split("\0"))
        .containsExactly(
            "-q",
            "-s",
            "Slurm Job_id=12 Name=$(touch " + dir + "/pwned)'\"; Ended",
            "ada@example.org,bob@there.org");
    assertThat(dir.resolve("body")).hasContent("Job        12\nFolder     `id`\n");
    assertThat(dir.resolve("pwned")).doesNotExist();
    assertThat(Files.readAllLines(dir.resolve("environment")))
        .contains("SLURM_JOB_ID=12", "SLURM_CLUSTER_NAME=atlas")
        .noneMatch(line -> line.startsWith("JAVA_HOME=") || line.startsWith("USER="));
  }

  @Test
  void shouldRunSoManyAtATimeWhateverAFloodBrings() throws Exception {
    Path program =
        program(
            """
            : > DIR/run.$$
            while ! [ -e DIR/go ]; do sleep 0.05; done
            mv DIR/run.$$ DIR/done.$$
            """);
    MailSettings settings = new MailSettings(List.of(program.toString()), "", 2, 40, 30, PATIENCE);
    try (MailSender sender = MailSender.start(settings, "atlas")) {
      long begin = System.nanoTime();
      for (int i = 1; i <= 1_000_000; i++) {
        sender.accept(mail(i, "ada"));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PATIENCE);
      await(() -> count("run.") == 2);
      sender.accept(mail(1, "bob"));
      long taken = 1_000_000 - sender.dropped();
      assertThat(taken).as("of ada's; bob's is not dropped").isBetween(30L, 32L);
      assertThat(count("run.")).isEqualTo(2);
      Files.createFile(dir.resolve("go"));
      await(() -> count("done.") == taken + 1);
    }
  }

  @Test
  void shouldEndAProgramThatTakesTooLongWithItsChildrenAndSendTheNext() throws Exception {
    Path program =
        program(
            """
            [ "$3" = slow@example.org ] || { : > DIR/sent; exit 0; }
            sleep 600 &
            echo $! > DIR/child.new
            mv DIR/child.new DIR/child
            wait
            """);
    MailSettings settings =
        new MailSettings(List.of(program.toString()), "", 1, 10, 10, Duration.ofSeconds(1));
    try (MailSender sender = MailSender.start(settings, "atlas")) {
      sender.accept(to("slow@example.org"));
      sender.accept(to("ada@example.org"));
      await(() -> Files.exists(dir.resolve("sent")));
    }
    long child = Long.parseLong(Files.readString(dir.resolve("child")).strip());
    await(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void shouldSayWhyAProgramFailed() throws Exception {
    MailProgram failing =
        new MailProgram(settings(program("echo no such user >&2; exit 67"), 1, 1), "atlas");
    MailProgram missing = new MailProgram(settings(dir.resolve("nothing"), 1, 1), "atlas");
    MailProgram deaf = new MailProgram(settings(program("exec 0<&-; exit 0"), 1, 1), "atlas");

    assertThat(failing.send(mail(1, "ada"))).isEqualTo("it ended with code 67: no such user");
    assertThat(missing.send(mail(1, "ada"))).contains("nothing");
    assertThat(deaf.send(mail(1, "ada"))).isNull();
  }

  private Path program(String script) throws IOException {
    Path file = Files.createTempFile(dir, "mail", ".sh");
    Files.writeString(file, "#!/bin/sh\n" + script.replace("DIR", dir.toString()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private MailSettings settings(Path program, int processes, int waiting, String... words) {
    List<String> command = Stream.concat(Stream.of(program.toString()), Stream.of(words)).toList();
    return new MailSettings(command, "example.org", processes, waiting, waiting, PATIENCE);
  }

  private static Mail mail(int job, String owner) {
    return new Mail(new JobId(job), owner, owner, "Slurm", List.of("Job"), Map.of());
  }

  private static Mail to(String address) {
    return new Mail(new JobId(1), "ada", address, "Slurm", List.of("Job"), Map.of());
  }

  private long count(String prefix) {
    try (Stream<Path> files = Files.list(dir)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting").isLessThan(end);
      LockSupport.parkNanos(20_000_000);
    }
  }
}
