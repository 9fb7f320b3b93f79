package io.pliant.core.option;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.Submission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that a job names with commas, in its order. It waits in one of them: where it
 * would start first as things stand when it is submitted.
 */
public record PartitionList(List<PartitionName> names) {
  /** More in one list are refused: each is asked when the job would start there. */
  static final int MOST = 32;

  public PartitionList {
    names = List.copyOf(names);
  }

  /** Throws {@link IllegalArgumentException} for one that cannot be read, or is too long. */
  static PartitionList parse(String list) {
    String[] words = list.split(",", MOST + 1);
    if (words.length > MOST) {
      throw new IllegalArgumentException(list);
    }
    return new PartitionList(Arrays.stream(words).map(PartitionName::new).distinct().toList());
  }

  /** True when it names more than one. */
  boolean several() {
    return names.size() > 1;
  }

  /** Those that there are; throws {@link IllegalArgumentException} when there is none of them. */
  List<PartitionName> of(List<PartitionName> all) {
    List<PartitionName> known =
        names.stream().filter(name -> all.isEmpty() || all.contains(name)).toList();
    if (known.isEmpty()) {
      throw new IllegalArgumentException(names.toString());
    }
    return known;
  }

  /** That some of them are not there, or null. */
  @Nullable String warning(List<PartitionName> known) {
    List<String> unknown =
        names.stream().filter(n -> !known.contains(n)).map(PartitionName::value).toList();
    return unknown.isEmpty()
        ? null
        : "--partition: there is no %s here; the job waits in one of the others."
            .formatted(String.join(", ", unknown));
  }

  /**
   * Whether a submission names several partitions, as far as can be told without a cluster.
   *
   * @param options as in {@link Submission#options()}; they prevail
   * @param script with its directives, or null
   */
  public static boolean isIn(List<String> options, @Nullable String script) {
    int colon = options.indexOf(PackLine.SEPARATOR);
    List<String> ofFirst = colon < 0 ? options : options.subList(0, colon);
    String prefix = "--" + SubmitOption.PARTITION.longName() + "=";
    List<String> given = new ArrayList<>();
    ofFirst.stream().filter(word -> word.startsWith(prefix)).forEach(given::add);
    String ofScript =
        script == null
            ? null
            : GivenOptions.of(ScriptDirectives.read(script, "script").options())
                .text(SubmitOption.PARTITION);
    String asked = given.isEmpty() ? ofScript : given.getLast();
    return asked != null && asked.contains(",");
  }

  /** Options that have a job wait in one partition, whatever they said before. */
  public static List<String> settled(List<String> options, PartitionName partition) {
    String option = "--" + SubmitOption.PARTITION.longName() + "=" + partition;
    return RunCommandLine.withOfJob(options, List.of(option));
  }
}
