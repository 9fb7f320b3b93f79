package io.pliant.actors.accounting;

import io.pliant.api.ArrayEntry;
import io.pliant.api.AskedEntry;
import io.pliant.api.EnergyEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.UsageEntry;
import io.pliant.core.accounting.Asked;
import io.pliant.core.accounting.Held;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.accounting.Usage;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.resource.ResourceRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accounts as clients see them. */
final class HistoryRows {
  private HistoryRows() {}

  static HistoryEntry entry(KeptJob job, Instant now) {
    JobAccount account = job.account();
    Usage usage = account.usageAt(now);
    Asked asked = account.asked();
    Held held = account.held();
    return new HistoryEntry(
        account.job(),
        asked.name(),
        asked.submitter().name(),
        asked.partition(),
        account.status(),
        account.exit(),
        account.reason(),
        account.attempts(),
        held.nodes(),
        held.cpus(),
        held.nodeList(),
        account.submittedAt(),
        account.startedAt(),
        account.endedAt(),
        usage.nodeSeconds(),
        usage.cpuSeconds(),
        EnergyEntry.of(job.energy()),
        UsageEntry.of(account.used()),
        AskedEntry.of(asked),
        held.memoryMb(),
        held.devices(),
        array(account),
        pack(account),
        StandstillEntry.of(account.still(), account.endedAt()));
  }

  private static @Nullable PackEntry pack(JobAccount account) {
    ResourceRequest asked = account.asked().resources();
    PackEntry wanted = PackEntry.of(asked, null);
    List<Held> parts = account.held().parts();
    return wanted == null || parts.size() != wanted.components().size()
        ? wanted
        : new PackEntry(
            wanted.components().stream()
                .map(one -> {
                  Held part = parts.get(one.number());
                  return new PackEntry.Component(
                      one.number(),
                      part.nodes(),
                      one.tasks(),
                      part.cpus(),
                      part.nodeList(),
                      one.partition());
                })
                .toList());
  }

  private static @Nullable ArrayEntry array(JobAccount account) {
    ArrayElement element = account.asked().element();
    JobArray array = account.asked().array();
    Places waiting = account.waiting();
    if (element != null) {
      return ArrayEntry.element(element.array(), element.index());
    }
    return array == null || waiting == null
        ? null
        : new ArrayEntry(
            account.job(),
            null,
            waiting.isEmpty() ? null : array.text(waiting),
            waiting.count(),
            null,
            null,
            account.endedAt() == null ? null : account.reason());
  }
}
