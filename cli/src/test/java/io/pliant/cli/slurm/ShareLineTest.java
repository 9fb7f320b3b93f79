package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.PartitionShares;
import io.pliant.api.ShareEntry;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.id.PartitionName;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ShareLineTest {
  private static final PartitionShares MAIN =
      new PartitionShares(
          new PartitionName("main"),
          1,
          400,
          List.of(
              new ShareEntry(null, "zoe", null, 1, 1, 0.2, 100, 0.25, 0.25, 0.42),
              new ShareEntry("physics", null, null, 1, 4, 0.8, 300, 0.75, 0.75, 0.52),
              new ShareEntry("physics", "ada", null, 2, 1, 0.8, 300, 0.75, 0.75, 0.52)));

  @Test
  void shouldBeTheTreeOfSlurm() {
    assertThat(lines("Account,User,RawShares,NormShares,RawUsage,EffectvUsage,FairShare", false))
        .containsExactly(
            "Account                    User  RawShares  NormShares    RawUsage  EffectvUsage  FairShare ",
            "-------------------- ---------- ---------- ----------- ----------- ------------- ---------- ",
            "root                                          1.000000         400      1.000000            ",
            "                            zoe          1    0.200000         100      0.250000   0.420000 ",
            " physics                                 4    0.800000         300      0.750000   0.520000 ",
            "  physics                   ada          1    0.800000         300      0.750000   0.520000 ");
  }

  @Test
  void shouldListUsersOfAccountsAlone() {
    assertThat(lines("Account%9,User,Partition,Cluster", true))
        .endsWith("  physics        ada         main       demo ")
        .hasSize(3);
  }

  @Test
  void shouldChooseAccounts() {
    Set<String> physics = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    physics.add("PHYSICS");
    assertThat(ShareLine.of(List.of(MAIN), new ShareLine.Choice(false, physics))).hasSize(2);
    assertThat(ShareLine.of(List.of(MAIN, MAIN), new ShareLine.Choice(false, Set.of()))).hasSize(8);
  }

  private static List<String> lines(String format, boolean usersOnly) {
    ColumnFormat<ShareLine> columns =
        ColumnFormat.parse(format, ShareLine.fields("demo"), ColumnFormat.Layout.PADDED);
    List<String> lines = new java.util.ArrayList<>(columns.header());
    ShareLine.of(List.of(MAIN), new ShareLine.Choice(usersOnly, Set.of()))
        .forEach(line -> lines.add(columns.line(line)));
    return lines;
  }
}
