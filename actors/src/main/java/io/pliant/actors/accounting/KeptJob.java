package io.pliant.actors.accounting;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.pliant.actors.wire.WireJson;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.StepId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/** All that accounting knows of a job. */
record KeptJob(JobAccount account, JobEnergy energy) {
  /** The order of submission. */
  static final Comparator<KeptJob> OLDEST_FIRST =
      Comparator.comparing((KeptJob job) -> job.account.submittedAt())
          .thenComparing(job -> job.account.job());

  private static final ObjectWriter OUT = WireJson.cbor().writerFor(Stored.class);
  private static final ObjectReader IN = WireJson.cbor().readerFor(Stored.class);

  /** As it is stored; energy as lists, since its keys stand in its values. */
  private record Stored(
      JobAccount account,
      @Nullable Collection<Share> intervals,
      @Nullable Share earlier,
      int counted,
      @Nullable Collection<StepShare> steps) {}

  KeptJob with(JobAccount now) {
    return new KeptJob(now, energy);
  }

  KeptJob with(JobEnergy now) {
    return new KeptJob(account, now);
  }

  boolean over() {
    return account.endedAt() != null;
  }

  /** {@link HistoryMark} and CBOR behind it. */
  byte[] bytes() {
    try {
      byte[] body =
          OUT.writeValueAsBytes(
              new Stored(
                  account,
                  energy.intervals().isEmpty() ? null : energy.intervals().values(),
                  energy.earlier(),
                  energy.counted(),
                  energy.steps().isEmpty() ? null : energy.steps().values()));
      return ByteBuffer.allocate(HistoryMark.BYTES + body.length)
          .put(HistoryMark.of(account).bytes())
          .put(body)
          .array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Throws UncheckedIOException for what {@link #bytes} did not write. */
  static KeptJob of(byte[] bytes) {
    try {
      Stored stored =
          IN.readValue(bytes, HistoryMark.BYTES, Math.max(0, bytes.length - HistoryMark.BYTES));
      return new KeptJob(stored.account(), energy(stored));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JobEnergy energy(Stored stored) {
    if (stored.intervals() == null && stored.steps() == null && stored.counted() == 0) {
      return JobEnergy.NONE;
    }
    TreeMap<JobInterval, Share> intervals = new TreeMap<>();
    orNone(stored.intervals()).forEach(share -> intervals.put(share.interval(), share));
    TreePMap<StepId, StepShare> steps = TreePMap.empty();
    for (StepShare share : orNone(stored.steps())) {
      steps = steps.plus(share.step(), share);
    }
    return new JobEnergy(intervals, stored.earlier(), stored.counted(), steps);
  }

  private static <T> Collection<T> orNone(@Nullable Collection<T> values) {
    return values == null ? List.of() : values;
  }
}
