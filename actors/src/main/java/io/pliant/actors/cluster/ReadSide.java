package io.pliant.actors.cluster;

import io.pliant.actors.api.HistoryEntry;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.api.JobEventEntry;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the accounting read side of a controller can tell; built from the journal alone. */
public interface ReadSide {
  /** Jobs, newest first. */
  CompletionStage<List<HistoryEntry>> history(HistoryQuery query);

  /** Job events after the cursor, in journal order. */
  CompletionStage<List<JobEventEntry>> events(long cursor, int limit);
}
