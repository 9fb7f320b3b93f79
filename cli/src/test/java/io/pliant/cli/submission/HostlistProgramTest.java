package io.pliant.cli.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scontrol show hostnames}, which is a perl program, reads host lists as the rest does. */
class HostlistProgramTest {
  private static final Path HOME = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

  private record Said(int exit, String out, String error) {}

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n[1-3]", "n[001-003,007],login", "a[1-2],b[08-11]", "x-1,x-2,y9"})
  void shouldExpandAndShortenAsPliantDoes(String list) throws Exception {
    List<NodeName> names = Hostlist.expand(list);

    assertThat(said("show", "hostnames", list).out().lines())
        .containsExactlyElementsOf(names.stream().map(NodeName::value).toList());
    String commas = String.join(",", names.stream().map(NodeName::value).toList());
    assertThat(said("show", "hostlist", commas))
        .isEqualTo(new Said(0, Hostlist.compress(names) + "\n", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n[1-",
        "n]1",
        "n[5-1]",
        "n[1-99999999]",
        "a[1-60000][1-60000]",
        "a[1-5000][1-200]",
        "n[[1]]",
        "n[a]"
      })
  void shouldRefuseWhatIsNoList(String list) throws Exception {
    Said said = said("show", "hostnames", list);

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.out()).isEmpty();
    assertThat(said.error()).startsWith("scontrol: error: ");
  }

  @Test
  void shouldTellItsVersionAsSlurmDoes() throws Exception {
    assertThat(said("--version")).isEqualTo(new Said(0, "slurm 22.05.8-pliant\n", ""));
  }

  @ParameterizedTest
  @CsvSource({"show,hostn", "SHOW,HostNames", "sho,hostname"})
  void shouldTakeWordsInAnyCaseAndShortened(String show, String what) throws Exception {
    assertThat(said(show, what, "n[1-2]").out()).isEqualTo("n1\nn2\n");
    assertThat(said("-o", show, what, "n[1-2]").out()).isEqualTo("n1\nn2\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"strigger", "sreport"})
  void shouldNameWhatToUseInstead(String command) throws Exception {
    Said said = saidBy(command, "-j", "7");

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.error()).matches(command + ": error: Pliant has no " + command + ": .+\\.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"squeue", "sinfo", "scancel", "sacct", "srun", "sbatch", "sprio", "sattach"})
  void shouldTellHowItIsUsed(String command) throws Exception {
    Said said = saidBy(command, "--usage");

    assertThat(said.exit()).isZero();
    assertThat(said.out()).startsWith("Usage: " + command + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "--uid=no-such-user-here,Invalid user for --uid: 'no-such-user-here' is no user",
    "--gid=no-such-group-here,Invalid group for --gid: 'no-such-group-here' is no group"
  })
  void shouldSubmitAsNobodyWhoIsNot(String word, String asRoot) throws Exception {
    Said said = saidBy("sbatch", word, "job.sh");

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.out()).isEmpty();
    assertThat(said.error())
        .startsWith("sbatch: error: ")
        .contains(root() ? asRoot : "--uid and --gid are only permitted by root user");
  }

  /** The program that makes root somebody else is replaced by one that shows what it is told. */
  @Test
  void shouldBecomeTheUserThatRootNamesBeforeAnythingElse(@TempDir Path folder) throws Exception {
    assumeTrue(root(), "only root can try to be another user");
    Path program = folder.resolve("setpriv");
    Files.writeString(program, "#!/bin/sh\necho \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    String command = HOME.resolve("libexec/slurm/srun").toString();
    ProcessBuilder builder =
        new ProcessBuilder(command, "--uid", "nobody", "--gid=root", "-n2", "prog", "--uid=7");
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    builder.environment().remove("SLURM_JOB_ID");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(out)
        .matches("--reuid=[0-9]+ --regid=0 --init-groups -- .*/srun -n2 prog --uid=7\n")
        .doesNotContain("--reuid=0 ");
  }

  private static boolean root() {
    return System.getProperty("user.name").equals("root");
  }

  private static Said said(String... words) throws IOException, InterruptedException {
    return saidBy("scontrol", words);
  }

  private static Said saidBy(String command, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(HOME.resolve("libexec/slurm/" + command).toString());
    builder.command().addAll(List.of(words));
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Said(
        process.exitValue(),
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
  }
}
