package io.pliant.core.partition;

import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import org.jspecify.annotations.Nullable;

/** The licences of a partition: a job holds what it asked for as long as it holds nodes. */
public final class LicenceRules {
  private LicenceRules() {}

  /** What running jobs hold. */
  public static Kinds used(PartitionState state) {
    Kinds used = Kinds.NONE;
    for (Grant grant : state.grants().values()) {
      Kinds held = grant.job().resources().licences();
      used = held == null ? used : used.plus(held);
    }
    return used;
  }

  /**
   * What is free, or null in a partition that counts none. After a change of the configuration jobs
   * may hold more than there is; then nothing of that is free.
   */
  public static @Nullable Kinds free(PartitionState state, PartitionSettings settings) {
    Kinds all = settings.licences();
    return all.isNone() ? null : all.minus(all.least(used(state)));
  }

  /** Why a partition never has what a job asks for, in a sentence, or null. */
  static @Nullable String refuse(PartitionSettings settings, ResourceRequest request) {
    Kinds asked = request.licences();
    String missing =
        asked == null || settings.licences().isNone()
            ? null
            : settings.licences().firstMissing(asked);
    return missing == null || asked == null
        ? null
        : "Invalid license specification: it asks for %d %s, but partition %s has %d; its licences are %s."
            .formatted(
                asked.count(missing),
                missing,
                settings.name(),
                settings.licences().count(missing),
                settings.licences().text());
  }
}
