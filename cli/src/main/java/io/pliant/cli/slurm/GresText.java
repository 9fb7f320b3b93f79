package io.pliant.cli.slurm;

import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import java.util.stream.Collectors;

/** Devices in Slurm's words: {@code gpu:a100:4,ssd:1}. */
final class GresText {
  private GresText() {}

  /** Each kind that a node has with the count that jobs hold of it; {@code (null)} for nothing. */
  static String used(Kinds all, Kinds held) {
    return all.isNone()
        ? "(null)"
        : Devices.withoutFamilies(all).amounts().keySet().stream()
            .map(kind -> kind + ":" + held.count(kind))
            .collect(Collectors.joining(","));
  }

  /** Each kind with its count; {@code (null)} for nothing. */
  static String of(Kinds kinds) {
    return kinds.isNone()
        ? "(null)"
        : Devices.withoutFamilies(kinds).amounts().entrySet().stream()
            .map(kind -> kind.getKey() + ":" + kind.getValue().count())
            .collect(Collectors.joining(","));
  }
}
