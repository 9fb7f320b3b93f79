package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MPI programs in C on the machine's MPICH change their size and keep the rigid run's answer to the
 * last bit. {@code -Dpliant.mpi.sequences=N} for N random sequences instead of 2, {@code
 * -Dpliant.mpi.most=M} for sizes of up to M instead of 6, {@code -Dpliant.seed=S} to begin with
 * another one.
 */
@Timeout(3600)
final class ElasticMpiTest {
  private static final int SEQUENCES = Integer.getInteger("pliant.mpi.sequences", 2);
  private static final int SEED = Integer.getInteger("pliant.seed", 0);
  private static final int MOST = Integer.getInteger("pliant.mpi.most", 6);
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-fA-F]{16})");

  @TempDir static Path built;
  @TempDir Path folder;

  @BeforeAll
  static void build() throws Exception {
    CLibrary.needs("make", "cc", "ar", "mpicc.mpich");
    CLibrary.build(built, "examples");
  }

  /** A program that computes at leisure until a file is there. */
  private List<String> elastic(String program) {
    List<String> words = new ArrayList<>(rigid(program));
    words.addAll(List.of("--step-ms", "100", "--until", folder.resolve("hurry").toString()));
    return words;
  }

  private List<String> rigid(String program) {
    String[] work =
        program.equals("farm")
            ? new String[] {"--tasks", "5000", "--round", "10"}
            : new String[] {"--steps", "500"};
    List<String> words = new ArrayList<>(List.of(built.resolve(program).toString()));
    words.addAll(List.of(work));
    return words;
  }

  private static String digest(String out) {
    Matcher matcher = DIGEST.matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return matcher.group(1);
  }

  private String expected(String program) throws Exception {
    Path out = folder.resolve("rigid.out");
    assertThat(CLibrary.run(rigid(program), out)).as(() -> CLibrary.read(out)).isZero();
    return digest(Files.readString(out));
  }

  private String printed() {
    return CLibrary.printed(folder);
  }

  private void resize(FakeScheduler scheduler, int size) throws Exception {
    int now = scheduler.nodes().size();
    Report report =
        (size > now ? scheduler.expand(size - now) : scheduler.shrink(now - size))
            .get(120, TimeUnit.SECONDS);
    assertThat(report.result())
        .as(() -> report + "\n" + printed())
        .isEqualTo(Report.Result.COMMITTED);
    assertThat(scheduler.nodes()).hasSize(size);
  }

  private void play(List<String> elastic, int first, List<Integer> sizes, String digest)
      throws Exception {
    Files.deleteIfExists(folder.resolve("hurry"));
    FakeJob job = FakeJob.ofCommand(elastic, folder, first).between(1, 12);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      for (int size : sizes) {
        resize(scheduler, size);
      }
      Files.createFile(folder.resolve("hurry"));
      scheduler.awaitEnd(Duration.ofSeconds(180));
      assertThat(scheduler.busyNodes()).isEmpty();
    }
    assertThat(digest(printed())).as(() -> first + " to " + sizes).isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heat", "jacobi", "farm"})
  void shouldGiveTheRigidAnswerWhenTheWorldIsWiredAnew(String program) throws Exception {
    play(elastic(program), 2, List.of(8, 3, 6), expected(program));
  }

  @Test
  void shouldGiveTheRigidAnswerInFortran() throws Exception {
    CLibrary.needs("gfortran");
    CLibrary.build(built, "fortran");
    Path out = folder.resolve("rigid.out");
    List<String> rigid = List.of(built.resolve("heatf").toString(), "500");
    assertThat(CLibrary.run(rigid, out)).as(() -> CLibrary.read(out)).isZero();
    List<String> elastic = new ArrayList<>(rigid);
    elastic.addAll(List.of("20", folder.resolve("hurry").toString()));
    play(elastic, 2, List.of(4, 1, 3), digest(Files.readString(out)));
  }

  @Test
  void shouldGiveTheRigidAnswerThroughRandomSizes() throws Exception {
    String digest = expected("heat");
    for (int seed = SEED; seed < SEED + SEQUENCES; seed++) {
      Random random = new Random(seed);
      int first = 1 + random.nextInt(3);
      List<Integer> sizes = new ArrayList<>();
      int last = first;
      for (int i = 0; i < 4; i++) {
        int next = 1 + random.nextInt(MOST - 1);
        last = next < last ? next : next + 1; // another one
        sizes.add(last);
      }
      play(elastic("heat"), first, sizes, digest);
    }
  }

  @Test
  void shouldEndWithAClearWordWhenATaskIsKilled() throws Exception {
    FakeJob job = FakeJob.ofCommand(elastic("heat"), folder, 3).between(1, 12);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      resize(scheduler, 2); // it is at work
      scheduler.kill(scheduler.nodes().get(1));
      CLibrary.await(() -> printed().contains("Expected all processes of the world to live"));
      CLibrary.await(() -> scheduler.busyNodes().isEmpty());
    }
  }

  @Test
  void shouldGoOnWhenNodesDoNotStart() throws Exception {
    String digest = expected("heat");
    FakeJob job = FakeJob.ofCommand(elastic("heat"), folder, 2).between(1, 12).withAllOrNothing();
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      resize(scheduler, 1);
      scheduler.failStarts(1);
      Report report = scheduler.expand(2).get(120, TimeUnit.SECONDS);
      assertThat(report.result()).as(report::toString).isNotEqualTo(Report.Result.COMMITTED);
      resize(scheduler, 3);
      Files.createFile(folder.resolve("hurry"));
      scheduler.awaitEnd(Duration.ofSeconds(180));
    }
    assertThat(digest(printed())).isEqualTo(digest);
  }
}
