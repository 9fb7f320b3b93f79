package io.pliant.cli.slurm;

import io.pliant.api.PartitionShares;
import io.pliant.api.ShareEntry;
import io.pliant.core.format.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code sshare}.
 *
 * @param partition whose tree it is in
 * @param entry the account or user; null for the root
 * @param indented accounts stand below those above them
 */
record ShareLine(PartitionShares partition, @Nullable ShareEntry entry, boolean indented) {
  private static final String ROOT = "root";

  /**
   * Which lines are wanted.
   *
   * @param usersOnly users that are in an account, without the accounts above them
   * @param accounts names, as jobs may write them; none for all
   */
  record Choice(boolean usersOnly, Set<String> accounts) {
    private boolean takes(@Nullable ShareEntry entry) {
      if (entry == null) {
        return !usersOnly && accounts.isEmpty();
      }
      String account = entry.account();
      boolean wanted = accounts.isEmpty() || account != null && accounts.contains(account);
      return wanted && (!usersOnly || entry.user() != null && account != null);
    }
  }

  /** The lines of all partitions, the root of each tree first. */
  static List<ShareLine> of(List<PartitionShares> partitions, Choice choice) {
    List<ShareLine> lines = new ArrayList<>();
    for (PartitionShares partition : partitions) {
      lines.add(new ShareLine(partition, null, true));
      partition
          .shares()
          .forEach(entry -> lines.add(new ShareLine(partition, entry, !choice.usersOnly)));
    }
    lines.removeIf(line -> !choice.takes(line.entry));
    return lines;
  }

  /**
   * All columns, with the widths of Slurm 22.05.
   *
   * @param cluster name of the cluster
   */
  static List<Field<ShareLine>> fields(String cluster) {
    List<Field<ShareLine>> fields = new ArrayList<>();
    fields.add(Field.column("Account", -20, ShareLine::account));
    fields.add(Field.column("Cluster", 10, _ -> cluster));
    fields.add(
        Field.column("EffectvUsage", 13, ratio(ShareEntry::effectiveUse, ShareLine::anyUse)));
    fields.add(Field.column("FairShare", 10, of(entry -> ratio(entry.factor()))));
    fields.add(Field.column("GrpTRESMins", 30, _ -> ""));
    fields.add(Field.column("GrpTRESRaw", 30, _ -> ""));
    fields.add(Field.column("ID", 6, _ -> ""));
    fields.add(Field.column("LevelFS", 10, _ -> ""));
    fields.add(Field.column("NormShares", 11, ratio(ShareEntry::share, _ -> 1)));
    fields.add(Field.column("NormUsage", 11, ratio(ShareEntry::use, ShareLine::anyUse)));
    fields.add(Field.column("Partition", 12, line -> line.partition().partition().value()));
    fields.add(Field.column("RawShares", 10, of(entry -> Integer.toString(entry.shares()))));
    fields.add(Field.column("RawUsage", 11, line -> Long.toString(Math.round(line.use()))));
    fields.add(Field.column("TRESRunMins", 30, _ -> ""));
    fields.add(Field.column("User", 10, of(ShareEntry::user)));
    return fields;
  }

  private String account() {
    if (entry == null) {
      return ROOT;
    }
    String name = entry.account();
    int depth = name == null || !indented ? 0 : entry.depth();
    return " ".repeat(depth) + (name == null ? "" : name);
  }

  private double use() {
    return entry == null ? partition.cpuSeconds() : entry.cpuSeconds();
  }

  private double anyUse() {
    return partition.cpuSeconds() > 0 ? 1 : 0;
  }

  private static Function<ShareLine, String> of(Function<ShareEntry, @Nullable String> value) {
    return line -> {
      String text = line.entry == null ? null : value.apply(line.entry);
      return text == null ? "" : text;
    };
  }

  private static Function<ShareLine, String> ratio(
      ToDoubleFunction<ShareEntry> value, ToDoubleFunction<ShareLine> root) {
    return line ->
        ratio(line.entry == null ? root.applyAsDouble(line) : value.applyAsDouble(line.entry));
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
