package io.pliant.core.option;

import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedAccount;
import io.pliant.core.spec.ListedQos;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Accounts and qualities of service where a site lists them. */
class NamesOptionsTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private static final KnownNames SITE =
      new KnownNames(
          List.of(
              account("open", null),
              account("physics", List.of("alice", "bob"), "short", "normal"),
              account("chemistry", List.of("bob"))),
          List.of(
              new ListedQos("normal", 0, "", null),
              new ListedQos("short", 5, "", HALF_AN_HOUR),
              new ListedQos("high", 9, "", null)));

  static KnownNames names() {
    return new KnownNames(
        List.of(account("physics", null), account("chemistry", null)),
        List.of(new ListedQos("normal", 0, "", null)));
  }

  @Test
  void shouldTakeNamesInAnyCaseAndWriteThemAsTheSiteDoes() {
    assertThat(parsed("alice", "-A PHYSICS -q Normal -t 5").bookkeeping())
        .isEqualTo(new Bookkeeping("physics", "normal", null));
    assertThat(parsed("zoe", "-A open --qos=high").bookkeeping())
        .isEqualTo(new Bookkeeping("open", "high", null));
  }

  @Test
  void shouldGiveTheAccountThatNamesTheUserAndItsQualityOfService() {
    assertThat(parsed("alice", "-N1").bookkeeping())
        .isEqualTo(new Bookkeeping("physics", "short", null));
    assertThat(parsed("zoe", "-N1").bookkeeping()).isEqualTo(new Bookkeeping("open", null, null));
  }

  @Test
  void shouldTellAllFaultsWithWhatIsAllowed() {
    assertThat(refused("alice", "-A chemistry", "-q best", "--wckey=", "-t soon"))
        .contains(
            "job.sh line 2: option '--account' has the value 'chemistry', but expected one of physics, open: the accounts of alice.")
        .contains(
            "job.sh line 3: option '--qos' has the value 'best', but expected one of normal, short, high: the qualities of service.")
        .contains("job.sh line 4: option '--wckey'")
        .contains("job.sh line 5: option '--time'");
    assertThat(refused("alice", "-A physics -q high"))
        .isEqualTo(
            "job.sh line 2: option '--qos' has the value 'high', but expected one of short, normal: the qualities of service of account physics.");
    assertThat(refused("zoe", "-A physics"))
        .isEqualTo(
            "job.sh line 2: option '--account' has the value 'physics', but expected open, the only account of zoe.");
  }

  @Test
  void shouldRefuseWhoIsInNoAccount() {
    KnownNames closed = new KnownNames(List.of(account("physics", List.of("bob"))), List.of());
    assertThat(message(parse(closed, "zoe", false, "-N1")))
        .isEqualTo("Expected an account of zoe, who is in none of this site's; ask an operator.");
    assertThat(message(parse(closed, "zoe", false, "-A physics")))
        .contains("line 2")
        .contains("who is in none of this site's; ask an operator");
    assertThat(spec(parse(closed, "op", true, "-N1")).bookkeeping()).isNull();
    assertThat(spec(parse(closed, "op", true, "-A physics")).bookkeeping()).isNotNull();
    assertThat(message(parse(closed, "op", true, "-A music"))).contains("physics");
  }

  @Test
  void shouldKeepLimitsWithinTheQualityOfService() {
    assertThat(refused("alice", "-t 31"))
        .isEqualTo(
            "job.sh line 2: option '--time' has the value '31', but expected at most 00:30:00 with quality of service short.");
    assertThat(parsed("alice", "-t 30").timeLimit()).isEqualTo(HALF_AN_HOUR);
    assertThat(parsed("alice", "-N1").timeLimit()).isEqualTo(HALF_AN_HOUR);
    assertThat(parsed("alice", "-N1 -p quick").timeLimit()).isNull();
    assertThat(parsed("alice", "-N1 -q normal").timeLimit()).isNull();
  }

  @Test
  void shouldTellAtMostTwentyNames() {
    List<ListedAccount> many = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      many.add(account("a" + i, null));
    }
    String message = message(parse(new KnownNames(many, List.of()), "zoe", false, "-A b"));
    assertThat(message).contains("a19 and 980 more: the accounts of zoe").doesNotContain("a20");
  }

  @Test
  void shouldCheckTheLists() {
    assertThatThrownBy(
            () -> new KnownNames(List.of(account("a", null), account("A", null)), List.of()))
        .hasMessageContaining("once");
    assertThat(SITE.qosFactors()).containsEntry("short", 5 / 9.0).containsEntry("normal", 0.0);
  }

  private static ListedAccount account(String name, @Nullable List<String> users, String... qos) {
    return new ListedAccount(
        name, null, "", 1, users == null ? null : new TreeSet<>(users), List.of(qos));
  }

  private static JobSpec parsed(String user, String directives) {
    return spec(parse(SITE, user, false, directives));
  }

  private static String refused(String user, String... directives) {
    return message(parse(SITE, user, false, directives));
  }

  @Test
  void shouldTakeTheNameOfAPoolForItsPartitions() {
    ParsedJob.Parsed job = (ParsedJob.Parsed) parse(SITE, "ada", false, "--partition=all");
    assertThat(job.partitions())
        .containsExactly(new PartitionName("main"), new PartitionName("quick"));
    assertThat(job.spec().partition()).isEqualTo(new PartitionName("main"));
  }

  private static JobSpec spec(ParsedJob job) {
    assertThat(job).as("%s", job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }

  private static String message(ParsedJob job) {
    return ((ParsedJob.Refused) job).message();
  }

  private static ParsedJob parse(
      KnownNames names, String user, boolean operator, String... directives) {
    SubmissionContext context =
        new SubmissionContext(
            new Submitter(user, 1000, 100),
            Submissions.NOW,
            ZoneOffset.UTC,
            new PartitionName("main"),
            List.of(new PartitionName("main"), new PartitionName("quick")),
            names,
            _ -> false,
            _ -> false,
            partition ->
                partition.value().equals("quick") ? Duration.ofMinutes(5) : Duration.ofHours(1),
            operator,
            false,
            Map.of("all", List.of(new PartitionName("main"), new PartitionName("quick"))),
            null);
    return JobScriptParser.parse(script(withDirectives(directives)), context);
  }
}
