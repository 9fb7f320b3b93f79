package io.pliant.sim.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.PartitionName;
import io.pliant.sim.trace.TraceException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobListReaderTest {
  private static final String MAIN = "partition main nodes=4 cpus=2";
  private static final List<ListedPartition> CLUSTER =
      List.of(
          new ListedPartition(new PartitionName("main"), 8, 4, 16_000, 0),
          new ListedPartition(new PartitionName("gpu"), 3, 8, 64_000, 2));

  private static void refused(String why, String... lines) {
    assertThatThrownBy(() -> JobListReader.parse("jobs.txt", List.of(lines)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(why);
  }

  /** Each fault is named with its line, and with what to do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job 1 at=0 run=5 -- --ntasks=x | line 3: command line: option '--ntasks' has the value 'x'",
        "job 1 at=0 run=5 -- --nodse=2 | line 3: command line: unknown option '--nodse'",
        "job 1 at=0 -- --ntasks=1 | line 3: expected run=, but there is none; add it",
        "job 1 run=5 -- --ntasks=1 | line 3: expected at=, but there is none; add it",
        "job 1 at=-1 run=5 -- | line 3: expected at= in seconds",
        "job 1 at=0 run=0 -- | line 3: expected run= to be from 0.001",
        "job 1 at=0 run=9999999999 -- | line 3: expected run= to be from 0.001 to 316224000 seconds",
        "job 1 at=0 run=9..5 -- | line 3: expected run=LEAST..MOST, but got '9..5'; exchange them",
        "job 1 at=0 run=5 run=6 -- | line 3: expected run= once; take one out",
        "job 1 at=0 run=5 nodes=2 -- | line 3: expected one of [at, exit, failing, run, serial, user]",
        "job 1 at=0 run=5 exit=256 -- | line 3: expected exit= to be a number from 0 to 255",
        "job 1 at=0 run=5 failing=2 -- | line 3: failing= names elements of an array",
        "job 1 at=0 run=5 serial=2 -- | line 3: expected serial= to be a share from 0 to 1",
        "job 0 at=0 run=5 -- | line 3: expected the number of the job behind 'job', from 1",
        "job 99999999999999999999 at=0 run=5 -- | line 3: expected the number of the job",
        "job 1 at=0 run=5 -- --hold | line 3: option '--hold' is not simulated",
        "job 1 at=0 run=5 -- --licenses=a | line 3: option '--licenses' is not simulated",
        "job 1 at=0 run=5 -- --reservation=r | line 3: option '--reservation' is not simulated",
        "job 1 at=0 run=5 -- --deadline=now+1hour | line 3: option '--deadline' is not simulated",
        "job 1 at=0 run=5 -- --array=0-1000000 | line 3: Expected at most 1000000 elements in an array",
        "work 1 at=0 | line 3: expected 'partition', 'job' or a comment behind '#', but got 'work'",
        "partition main nodes=4 | line 3: partition main was there before; give it once",
        "partition b nodes=10001 | line 3: expected nodes= to be a number from 1 to 10000",
        "partition b/c nodes=1 | line 3: expected the name of a partition",
      })
  void shouldNameLineFieldAndRemedy(String line, String why) {
    refused(why, "# a comment", MAIN, line);
  }

  @Test
  void shouldRefuseNumbersAndTimesThatGoBack() {
    String array = "job 1 at=5 run=5 -- --array=0-9";
    refused(
        "line 3: expected a number from 12 on, but got 11", MAIN, array, "job 11 at=5 run=1 --");
    refused("line 3: expected jobs in order of submission", MAIN, array, "job 12 at=4 run=1 --");
    refused(
        "line 3: expected all partitions before the first job", MAIN, array, "partition b nodes=1");
    refused("line 1: expected a partition before the first job", array);
    refused("expected at least one line 'job", MAIN);
  }

  /** Whoever writes the file may write what he likes. */
  @Test
  void shouldBoundWhatItReads(@TempDir Path folder) throws IOException {
    String[] many = new String[JobListReader.MOST_PARTITIONS + 1];
    Arrays.setAll(many, i -> "partition p" + i + " nodes=1");
    refused("line 65: expected at most 64 partitions", many);
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(JobListReader.MOST_BYTES + 1);
    }
    assertThatThrownBy(() -> JobListReader.read(large)).hasMessageContaining("cut it into several");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {31, (byte) 139, (byte) 200});
    assertThatThrownBy(() -> JobListReader.read(binary)).hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> JobListReader.read(folder)).hasMessageContaining("is a folder");
    assertThatThrownBy(() -> JobListReader.read(folder.resolve("none")))
        .hasMessageContaining("there is none");
  }

  @Test
  void shouldReadWhatIsWritten() {
    for (int seed = 0; seed < 20; seed++) {
      JobList list = ShapeGenerator.generate(ShapePropertiesTest.mix(seed, 3), CLUSTER);
      List<String> lines = JobListText.lines(list, "again");
      JobList read = JobListReader.parse(list.name(), lines);
      assertThat(read).isEqualTo(list);
      assertThat(JobListText.lines(read, "again")).isEqualTo(lines);
    }
  }

  @Test
  void shouldGenerateTheSameForTheSameSeedAndTheSharesAskedFor() {
    ShapeMix mix = new ShapeMix(5, 4_000, 0.8, 0.14, 0.1, 0.2, 0.25, 0.3, 0.1, 50, 4);
    JobList list = ShapeGenerator.generate(mix, CLUSTER);
    assertThat(ShapeGenerator.generate(mix, CLUSTER)).isEqualTo(list);
    assertThat(share(list, "--array=")).isBetween(0.12, 0.16);
    assertThat(share(list, ":")).isBetween(0.08, 0.12);
    assertThat(share(list, "--min-nodes=")).isBetween(0.18, 0.22);
    assertThat(share(list, "--dependency=")).isBetween(0.25, 0.35);
  }

  private static double share(JobList list, String word) {
    long having =
        list.jobs().stream()
            .filter(job -> job.options().stream().anyMatch(option -> option.startsWith(word)))
            .count();
    return (double) having / list.jobs().size();
  }

  @Test
  void shouldRefuseSharesThatCanNotBe() {
    assertThatThrownBy(() -> new ShapeMix(1, 10, 1, 0.6, 0.6, 0, 0, 0, 0, 9, 1))
        .hasMessageContaining("at most 100 % together");
    assertThatThrownBy(() -> new ShapeMix(1, 10, 1, -0.1, 0, 0, 0, 0, 0, 9, 1))
        .hasMessageContaining("from 0 to 100 percent");
    assertThatThrownBy(() -> new ShapeMix(1, 0, 1, 0, 0, 0, 0, 0, 0, 9, 1))
        .hasMessageContaining("a number of jobs from 1");
    assertThatThrownBy(() -> new ShapeMix(1, 10, Double.NaN, 0, 0, 0, 0, 0, 0, 9, 1))
        .hasMessageContaining("a load from");
  }
}
