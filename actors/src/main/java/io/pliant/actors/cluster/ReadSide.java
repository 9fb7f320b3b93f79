package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.id.JobId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the accounting read side of a controller can tell; built from the journal alone. */
public interface ReadSide {
  /** Jobs, newest first. */
  CompletionStage<Answer<List<HistoryEntry>>> history(HistoryQuery query);

  /** The energy account of a job; empty for one that is not known. */
  CompletionStage<JobEnergy> energy(JobId job);

  /** Job events after the cursor, in journal order. */
  CompletionStage<List<JobEventEntry>> events(EventCursor cursor, int limit);

  /** Behind the newest event. */
  CompletionStage<EventCursor> latest();
}
