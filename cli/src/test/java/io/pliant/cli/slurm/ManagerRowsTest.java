package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.AccountList;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedAccount;
import io.pliant.core.spec.ListedQos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables as sacctmgr of Slurm 22.05 prints them; clients' lines among them. */
final class ManagerRowsTest {
  private static final KnownNames NAMES =
      new KnownNames(
          List.of(
              new ListedAccount("physics", null, "Department", 3, new TreeSet<>(), List.of()),
              new ListedAccount(
                  "theory", "physics", "", 1, new TreeSet<>(Set.of("ada", "bob")), List.of("high")),
              new ListedAccount("guests", null, "", 1, null, List.of())),
          List.of(
              new ListedQos("normal", 0, "", null),
              new ListedQos("high", 100, "Urgent", Duration.ofHours(36))));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // Snakemake, Open OnDemand and others
        "-n -s list user ada format=account%8; '  theory |  guests '",
        "-nP show assoc where user=ada format=account; theory|guests",
        "-nP show users withassoc format=account,qos where user=ada cluster=demo; theory,high|guests,normal+high",
        "-nP show users withassoc format=account,qos where user=ada cluster=other; ''",
        "show qos format=name -nP; normal|high",
        "-P -n show account; physics,Department,|theory,,|guests,,",
        "-nP show cluster format=cluster; ''",
        // other ways to say what is wanted
        "list -nP user; ada,theory,|bob,theory,",
        "list -nP user zoe; zoe,guests,",
        "-nP list user name=bob,zoe account=THEORY withassoc format=user,acc,share; bob,theory,1",
        "-nP show associations account=theory format=cluster,account,user,fairshare,defaultqos; demo,theory,,1,high|demo,theory,ada,1,high|demo,theory,bob,1,high",
        "-nP show assoc format=acc,user,parentname,share cluster=DEMO accounts=physics,guests; physics,,,3|guests,,,1",
        "-nP show assoc tree format=acc,user; physics,| theory,|  theory,ada|  theory,bob|guests,",
        "-nP show account parent=physics format=account; theory",
        "-np show qos high format=name,prio,maxwall,descr; 'high,100,1-12:00:00,Urgent,'"
      })
  void shouldAnswerWhatIsAsked(String line, String expected) {
    ManagerQuery query = ManagerQuery.parse(List.of(line.strip().split(" ", -1)));
    ColumnFormat<Map<String, String>> columns = ManagerTable.columns(query);
    ManagerRows rows = new ManagerRows(query, AccountList.of(NAMES, Set.of()), "demo");
    List<Map<String, String>> all =
        switch (query.entity()) {
          case ACCOUNT -> rows.accounts();
          case ASSOCIATION -> rows.associations();
          case QOS -> rows.qualities();
          case USER -> rows.users();
          case TRES, CLUSTER, COORDINATOR, RUNAWAYJOBS, WCKEY -> List.of();
        };
    List<String> lines = new ArrayList<>();
    all.forEach(row -> lines.add(columns.line(row).replace(",", "+").replace("|", ",")));
    assertThat(String.join("|", lines)).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void shouldHaveSlurmsTitlesAndWidths() {
    assertThat(header("show tres"))
        .containsExactly("    Type            Name     ID ", "-------- --------------- ------ ");
    assertThat(header("show account"))
        .first()
        .isEqualTo("   Account                Descr                  Org ");
    assertThat(header("show user")).first().isEqualTo("      User   Def Acct     Admin ");
    assertThat(header("show assoc -P"))
        .containsExactly(
            "Cluster|Account|User|Partition|Share|Priority|GrpJobs|GrpTRES|GrpSubmit|GrpWall|GrpTRESMins|MaxJobs|MaxTRES|MaxTRESPerNode|MaxSubmit|MaxWall|MaxTRESMins|QOS|Def QOS|GrpTRESRunMins");
    assertThat(header("show assoc format=grptresrunmins")).first().isEqualTo("GrpTRESRunMin ");
  }

  private static List<String> header(String line) {
    return ManagerTable.columns(ManagerQuery.parse(List.of(line.split(" ", -1)))).header();
  }

  @Test
  void shouldListWhatIsCounted() {
    assertThat(ManagerRows.counted(List.of("gres/gpu:a100", "license/matlab")))
        .contains(Map.of("Type", "cpu", "Name", "", "ID", "1"))
        .endsWith(
            Map.of("Type", "gres", "Name", "gpu:a100"),
            Map.of("Type", "license", "Name", "matlab"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "add account x; edit 'accounts'",
        "-i modify user ada set fairshare=3; edit 'accounts'",
        "delete qos x; edit 'accounts'",
        "'' ; show or list",
        "show; what to show",
        "show events; account, association",
        "show user color=red; 'color='",
        "show user -x; '-x'",
        "show assoc ada; users=",
        "show tres name=gpu; by nothing",
        "show qos user=ada; by names=",
        "show user set fairshare=3; edit 'accounts'"
      })
  void shouldSayWhatIsWrong(String line, String expected) {
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" ", -1));
    assertThatThrownBy(() -> ManagerQuery.parse(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected.replace("'color='", "color="));
  }
}
