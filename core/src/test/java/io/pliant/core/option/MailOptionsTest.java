package io.pliant.core.option;

import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.SubmissionContext;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailOptionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mail-type=END | END to alice",
        "--mail-type=fail,Begin --mail-user=ada@example.org | BEGIN,FAIL to ada@example.org",
        "--mail-type=ALL,ARRAY_TASKS --mail-user=a.b+c@x.org,d | ARRAY_TASKS,INVALID_DEPEND,BEGIN,END,FAIL,REQUEUE,STAGE_OUT to a.b+c@x.org,d",
        "--mail-type=NONE,TIME_LIMIT,TIME_LIMIT_50,TIME_LIMIT_80,TIME_LIMIT_90, | TIME_LIMIT_50,TIME_LIMIT_80,TIME_LIMIT_90,TIME_LIMIT to alice",
        "--mail-type=END --mail-user= | END to alice"
      })
  void shouldKeepOfWhatToTellWhom(String directives, String kept) {
    ParsedJob.Parsed job = parsed(true, directives);

    MailRequest mail = Objects.requireNonNull(job.spec().mail());
    assertThat(mail.typesText() + " to " + mail.address()).isEqualTo(kept);
    assertThat(job.warnings()).isEmpty();
  }

  @Test
  void shouldAskForNoMailWithoutAType() {
    assertThat(parsed(true, "--mail-type=NONE --mail-user=ada").warnings()).isEmpty();
    assertThat(parsed(true, "--mail-type=NONE --mail-user=ada").spec().mail()).isNull();
    assertThat(parsed(true, "--mail-user=ada").spec().mail()).isNull();
    assertThat(parsed(true, "--mail-user=ada").warnings())
        .containsExactly("--mail-user: no mail is sent without --mail-type.");
  }

  @Test
  void shouldWarnOnceWhereTheSiteSendsNone() {
    ParsedJob.Parsed job = parsed(false, "--mail-type=END --mail-user=<you@there>");

    assertThat(job.warnings())
        .containsExactly(
            "--mail-type, --mail-user: no mail is sent; 'pliant submit --wait' and"
                + " 'pliant events' tell when a job ends.");
    assertThat(parsed(false, "--mail-type=END").spec().mail()).isNotNull();
    assertThat(parsed(false, "-N1").warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-oQ/tmp/x",
        "|touch",
        "/tmp/mbox",
        "+folder",
        "$USER@example.org",
        "<ada@example.org>",
        "'ada@example.org, bob'",
        "ada@example.org;id",
        "`id`",
        "ada@",
        "ada@example.org,-f",
        "ada,,bob",
        "&1",
        "ädä@example.org"
      })
  void shouldSendNothingToWhatMailProgramsTakeForMoreThanAnAddress(String address) {
    ParsedJob.Parsed job = parsed(true, "--mail-type=END \"--mail-user=" + address + '"');

    assertThat(job.spec().mail()).isNull();
    assertThat(job.warnings())
        .singleElement()
        .asString()
        .startsWith("--mail-user: no mail is sent to '" + address);
    assertThatThrownBy(() -> new MailRequest(List.of(MailType.END), address))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseWhatIsNoTypeAndWhatIsTooLongOrNotPrintable() {
    assertThat(refused("--mail-type=ENDE"))
        .contains("line 2", "'ENDE', but expected NONE, ALL, or a list");
    assertThat(refused("--mail-type=")).contains("line 2", "''");
    assertThat(refused("--mail-user=" + "a".repeat(10_000))).contains("line 2", "--mail-user");
    ParsedJob newline =
        JobScriptParser.parse(
            script(withDirectives("-N1"), "--mail-type=END", "--mail-user=ada\nBcc: all"),
            context(true));
    assertThat(((ParsedJob.Refused) newline).message()).contains("--mail-user", "printable");
  }

  private static String refused(String... directives) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(directives)), context(true));
    return ((ParsedJob.Refused) job).message();
  }

  private static ParsedJob.Parsed parsed(boolean sendsMail, String directives) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(directives)), context(sendsMail));
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return (ParsedJob.Parsed) job;
  }

  private static SubmissionContext context(boolean sendsMail) {
    return new SubmissionContext(
        Submissions.ALICE,
        Submissions.NOW,
        ZoneOffset.UTC,
        new PartitionName("batch"),
        List.of(),
        KnownNames.ANY,
        _ -> false,
        _ -> false,
        _ -> null,
        false,
        sendsMail,
        Map.of(),
        null);
  }
}
