package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.JobUpdate;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedQos;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.SubmissionContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is to be different of a job is read by the rules of a submission. */
class UpdateReaderTest {
  private static final JobUpdate NONE = JobUpdate.NONE;

  @Test
  void shouldReadAllThatMayBeDifferent() {
    JobUpdate all =
        new JobUpdate(
            "45",
            "100",
            null,
            "later",
            "for the paper",
            "physics",
            "fast",
            "mesh",
            "now+1hour",
            "0");
    assertThat(read(all, "-t 30"))
        .isEqualTo(
            new JobChange(
                Duration.ofMinutes(45),
                100,
                null,
                "later",
                "for the paper",
                "physics",
                "fast",
                "mesh",
                0,
                Instant.parse("2026-11-20T13:00:00Z")));
  }

  @Test
  void shouldReadALimitFromThatOfNow() {
    assertThat(limit("+30", "-t 1:00:00")).isEqualTo(Duration.ofMinutes(90));
    assertThat(limit("-0:30:00", "-t 1:00:00")).isEqualTo(Duration.ofMinutes(30));
    assertThat(limit("+30", "-N1")).isEqualTo(Duration.ofMinutes(40)); // the partition has 10
    assertThatThrownBy(() -> limit("-60", "-t 30")).hasMessageContaining("more than 0");
    assertThatThrownBy(() -> limit("+60", "-t 0")).hasMessageContaining("has none");
  }

  @Test
  void shouldTellAllFaultsAtOnce() {
    JobUpdate wrong =
        new JobUpdate("soon", "-5", "7", "", "a\u0007b", null, null, "", "yesterday", "few");
    assertThatThrownBy(() -> read(wrong, "-t 30"))
        .hasMessageContainingAll(
            "'--time' has the value 'soon'",
            "'--nice' has the value '-5'",
            "'--priority' is for operators",
            "'--job-name'",
            "comment",
            "'--wckey'",
            "'--begin' has the value 'yesterday'",
            "elements at a time are 'few'");
    assertThatThrownBy(() -> read(NONE, "-t 30")).hasMessageContaining("got nothing");
  }

  /** As a submission names them; whether the job ends when it can never start stays. */
  @Test
  void shouldReadWhatItWaitsFor() {
    assertThat(read(waits("afterok:3,singleton"), "-t 30").dependency())
        .isEqualTo(Dependency.parse("afterok:3,singleton", false));
    assertThat(read(waits("after:4+2"), "-d afterok:3 --kill-on-invalid-dep=yes").dependency())
        .isEqualTo(Dependency.parse("after:4+2", true));
    assertThat(read(waits(""), "-d afterok:3").dependency()).isEqualTo(Dependency.none(false));
    assertThatThrownBy(() -> read(waits("afterwards:3"), "-t 30"))
        .hasMessageContaining("'--dependency' has the value 'afterwards:3'");
  }

  private static JobUpdate waits(String text) {
    return new JobUpdate(null, null, null, null, null, null, null, null, null, null, text);
  }

  @Test
  void shouldKeepToTheQualityOfServiceThatItHasOrGets() {
    KnownNames site =
        new KnownNames(
            List.of(),
            List.of(
                new ListedQos("normal", 0, "", null),
                new ListedQos("short", 5, "", Duration.ofMinutes(30))));
    JobUpdate limit = new JobUpdate("40", null, null, null, null, null, null, null, null, null);
    JobUpdate quality =
        new JobUpdate(null, null, null, null, null, null, "SHORT", null, null, null);
    assertThatThrownBy(() -> read(limit, site, "-t 20 -q short"))
        .hasMessageContaining("at most 00:30:00 with quality of service short");
    assertThatThrownBy(() -> read(quality, site, "-t 40 -q normal"))
        .hasMessageContaining("at most 00:30:00 with quality of service short");
    assertThat(read(quality, site, "-t 20 -q normal").qos()).isEqualTo("short");
  }

  private static @Nullable Duration limit(String text, String directives) {
    return read(
            new JobUpdate(text, null, null, null, null, null, null, null, null, null), directives)
        .timeLimit();
  }

  private static JobChange read(JobUpdate update, String directives) {
    return read(update, KnownNames.ANY, directives);
  }

  private static JobChange read(JobUpdate update, KnownNames names, String directives) {
    SubmissionContext context = context(names);
    ParsedJob job =
        JobScriptParser.parse(Submissions.script(Submissions.withDirectives(directives)), context);
    JobSpec spec = ((ParsedJob.Parsed) job).spec();
    return UpdateReader.read(update, spec, context, SubmissionLimits.USUAL);
  }

  private static SubmissionContext context(KnownNames names) {
    return new SubmissionContext(
        Submissions.ALICE,
        Submissions.NOW,
        ZoneOffset.UTC,
        new PartitionName("batch"),
        List.of(),
        names,
        _ -> false,
        _ -> false,
        _ -> Duration.ofMinutes(10),
        false,
        false,
        Map.of(),
        null);
  }
}
