package io.pliant.core.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows for a job from how those stand that it waits for. */
class DependencyBookTest {
  private static final Instant NOW = Instant.parse("2027-01-31T08:00:00Z");
  private static final Instant EARLIER = NOW.minusSeconds(600);
  private static final JobId A = new JobId(12);
  private static final JobId B = new JobId(13);

  @ParameterizedTest
  @CsvSource({
    "after,      ,          false, waits",
    "after,      ,          true,  met",
    "after,      CANCELLED, true,  met",
    "afterany,   ,          true,  waits",
    "afterany,   FAILED,    true,  met",
    "afterok,    ,          true,  waits",
    "afterok,    COMPLETED, true,  met",
    "afterok,    TIMEOUT,   true,  never",
    "afterok,    CANCELLED, true,  never",
    "afternotok, COMPLETED, true,  never",
    "afternotok, NODE_FAIL, true,  met",
    "afternotok, CANCELLED, true,  met",
    "aftercorr,  COMPLETED, true,  met",
    "aftercorr,  FAILED,    true,  never"
  })
  void shouldFollowFromOneJob(
      String type, @Nullable JobStatus ended, boolean started, String expected) {
    DependencyStanding standing =
        book(type + ":12").after(List.of(stands(A, started, ended)), NOW).standing();
    String found = standing.unmet().isEmpty() ? "met" : standing.never() ? "never" : "waits";
    assertThat(found).isEqualTo(expected);
    assertThat(standing.waits()).isEqualTo(!found.equals("met"));
  }

  @Test
  void shouldWaitForAllOrForAny() {
    DependencyBook all = book("afterok:12,afterany:13");
    all = all.after(List.of(stands(A, true, JobStatus.COMPLETED), stands(B, true, null)), NOW);
    assertThat(all.standing().unmet()).isEqualTo("afterany:13(unfulfilled)");
    all = all.after(List.of(stands(B, true, JobStatus.FAILED)), NOW);
    assertThat(all.standing().waits()).isFalse();

    DependencyBook any = book("afterok:12?afterok:13");
    any = any.after(List.of(stands(A, true, JobStatus.FAILED), stands(B, true, null)), NOW);
    assertThat(any.standing().unmet()).isEqualTo("afterok:12(failed)?afterok:13(unfulfilled)");
    assertThat(any.standing().never()).isFalse();
    assertThat(any.after(List.of(stands(B, true, JobStatus.FAILED)), NOW).standing().never())
        .isTrue();
    assertThat(any.after(List.of(stands(B, true, JobStatus.COMPLETED)), NOW).standing().waits())
        .isFalse();
  }

  @Test
  void shouldStartMinutesAfterTheLaterOrTheEarlierStart() {
    List<TargetStanding> started = List.of(stands(A, true, null), stands(B, true, null));
    assertThat(book("after:12+5:13+30").after(started, NOW).standing().from())
        .isEqualTo(EARLIER.plus(Duration.ofMinutes(30)));
    assertThat(book("after:12+5?after:13+30").after(started, NOW).standing().from())
        .isEqualTo(EARLIER.plus(Duration.ofMinutes(5)));
    assertThat(book("after:12+5?after:13").after(started, NOW).standing().from()).isNull();
  }

  @Test
  void shouldKeepWhatIsDecidedAndCountNewsOnce() {
    DependencyBook book = book("after:12").after(List.of(stands(A, false, null)), NOW);
    assertThat(book.version()).isEqualTo(1);
    assertThat(book.after(List.of(stands(A, false, null)), NOW)).isSameAs(book);
    DependencyBook met = book.after(List.of(stands(A, true, null)), NOW);
    assertThat(met.version()).isEqualTo(2);
    // it was requeued: started once is enough
    assertThat(met.after(List.of(stands(A, false, null)), NOW)).isSameAs(met);
  }

  @Test
  void shouldFollowElementsOfAnArray() {
    Indices other = Indices.parse("10-40:10");
    DependencyBook book = book("afterok:12_20,after:12_30");
    book = book.after(List.of(array(other, "0-3", "", "")), NOW);
    assertThat(book.standing().unmet())
        .isEqualTo("afterok:12_20(unfulfilled),after:12_30(unfulfilled)");
    book = book.after(List.of(array(other, "3", "2", "0")), NOW);
    assertThat(book.standing().waits()).isFalse();
    assertThat(
            book("afterok:12_10")
                .after(List.of(array(other, "3", "2", "0")), NOW)
                .standing()
                .never())
        .isTrue();
  }

  @Test
  void shouldLetElementsStartWhoseCounterpartsEndedWell() {
    Indices other = Indices.parse("0-9");
    Indices own = Indices.parse("4-7");
    DependencyBook book = DependencyBook.of(Dependency.parse("aftercorr:12", true), own, EARLIER);
    book = book.after(List.of(array(other, "6-9", "5", "4")), NOW);
    assertThat(book.standing().waits()).isTrue(); // nothing may start yet
    assertThat(book.neverPlaces()).isEqualTo(Places.first(1));
    book = book.after(List.of(array(other, "7-9", "", "4")), NOW);
    assertThat(book.standing().may()).isEqualTo(Places.NONE.plus(1).plus(2));
    assertThat(book.standing().never()).isFalse();
    book = book.after(List.of(array(other, "8-9", "", "4")), NOW);
    assertThat(book.standing().never()).isTrue(); // of what is left
    assertThat(
            DependencyBook.of(Dependency.parse("aftercorr:12", true), own, EARLIER)
                .after(List.of(array(other, "", "", "0-3")), NOW)
                .standing()
                .waits())
        .isFalse();
  }

  @Test
  void shouldCostRangesForAMillion() {
    Indices million = Indices.parse("1-1000000");
    DependencyBook book =
        DependencyBook.of(Dependency.parse("aftercorr:12", false), million, EARLIER);
    book = book.after(List.of(array(million, "500000-999999", "499990-499999", "7")), NOW);
    Places may = Objects.requireNonNull(book.standing().may());
    assertThat(may.runs()).hasSize(2);
    assertThat(may.count()).isEqualTo(499_989);
  }

  @Test
  void shouldSayWhichTermCanNotBe() {
    TargetStanding array = array(Indices.parse("0-3"), "0-3", "", "");
    assertThat(book("afterok:12_4").refusal(Map.of(A, array)))
        .isEqualTo(
            "Job dependency problem (--dependency), afterok:12_4: array 12 has the elements 0-3.");
    assertThat(book("afterok:12_4").refusal(Map.of(A, stands(A, true, null))))
        .isEqualTo("Job dependency problem (--dependency), afterok:12_4: job 12 is no array.");
    assertThat(book("afterok:12").refusal(Map.of(A, TargetStanding.refused(A, "there is no job."))))
        .isEqualTo("Job dependency problem (--dependency), afterok:12: there is no job.");
    assertThat(
            DependencyBook.of(
                    Dependency.parse("aftercorr:12", false), Indices.parse("2-5"), EARLIER)
                .refusal(Map.of(A, array)))
        .contains("has only the elements 0-3; each element needs a counterpart there.");
    assertThat(book("afterok:12_3").refusal(Map.of(A, array))).isNull();
  }

  @Test
  void shouldListTheFirstOfMany() {
    StringBuilder text = new StringBuilder("afterany");
    for (int i = 1; i <= 14; i++) {
      text.append(':').append(i);
    }
    DependencyBook book = book(text.toString());
    assertThat(book.standing().unmet()).endsWith("afterany:10(unfulfilled),and 4 more");
    assertThat(book.text()).endsWith("afterany:14(unfulfilled)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "afterok:12:13 ; afterok:12,afterok:13",
        "afterok:12_* ; afterok:12",
        "12 ; afterany:12",
        "after:12+5:13,singleton ; after:12+5,after:13,singleton",
        "afternotok:12?afterany:13_7 ; afternotok:12?afterany:13_7",
      })
  void shouldReadSlurmsForms(String text, String expected) {
    assertThat(Dependency.parse(text, false).text()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "afterok:12,afterany:13?14 ; either ','",
        "afterwards:12 ; is none of after, afterany,",
        "afterok ; Expected",
        "afterok: ; Expected",
        "afterok:0 ; at least 1",
        "afterok:12+5 ; minutes go only with 'after'",
        "after:12+999999 ; at most",
        "after:12_[1-3] ; single elements count",
        "aftercorr:12_3 ; whole arrays",
        "afterok:12?singleton ; goes with ','",
      })
  void shouldSayWhatIsWrong(String text, String expected) {
    assertThatThrownBy(() -> Dependency.parse(text, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldBoundHowManyJobsOneWaitsFor() {
    String many = "afterok" + ":1".repeat(Dependency.MOST_TERMS + 1);
    assertThatThrownBy(() -> Dependency.parse(many, false)).hasMessageContaining("at most 2000");
  }

  private static DependencyBook book(String text) {
    return DependencyBook.of(Dependency.parse(text, false), null, EARLIER);
  }

  private static TargetStanding stands(JobId job, boolean started, @Nullable JobStatus ended) {
    return new TargetStanding(job, null, started ? EARLIER : null, ended, null);
  }

  private static TargetStanding array(Indices indices, String waiting, String out, String failed) {
    return new TargetStanding(
        A,
        null,
        null,
        null,
        new ElementsStanding(indices, places(waiting), places(out), places(failed)));
  }

  private static Places places(String text) {
    Places places = Places.NONE;
    for (String run : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String[] ends = run.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      places = places.plus(new Places(List.of(new Places.Run(first, last))));
    }
    return places;
  }
}
