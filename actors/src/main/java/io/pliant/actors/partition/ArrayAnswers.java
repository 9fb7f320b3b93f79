package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.api.ArrayEntry;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import org.jspecify.annotations.Nullable;

/** What is told of arrays and their elements. */
final class ArrayAnswers {
  private ArrayAnswers() {}

  /** How the elements of an array stand. */
  static PartitionAnswer.ArrayStands of(PartitionState state, JobId array) {
    ArrayBook book = state.arrays().get(array);
    return new PartitionAnswer.ArrayStands(book == null ? null : of(book));
  }

  static ArrayEntry of(ArrayBook book) {
    return new ArrayEntry(
        book.whole().job(),
        null,
        book.pending().isEmpty() ? null : book.array().text(book.pending()),
        book.pending().count(),
        book.out().count(),
        book.results().count(),
        book.results().text());
  }

  /** What a job is in an array, or null. */
  static @Nullable ArrayEntry of(QueuedJob job) {
    ArrayElement element = job.element();
    return element == null ? null : ArrayEntry.element(element.array(), element.index());
  }
}
