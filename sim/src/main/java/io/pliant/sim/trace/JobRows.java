package io.pliant.sim.trace;

import java.util.Arrays;

/** Jobs as they are read, growing; {@link #toTrace} sorts them. */
final class JobRows {
  private long[] ids = new long[1024];
  private long[] submits = new long[1024];
  private long[] runs = new long[1024];
  private int[] widths = new int[1024];
  private long[] estimates = new long[1024];
  private int[] users = new int[1024];
  private int count;
  private boolean sorted = true;

  void add(long id, long submit, long run, int width, long estimate, int user) {
    if (count == ids.length) {
      int more = count + (count >> 1);
      ids = Arrays.copyOf(ids, more);
      submits = Arrays.copyOf(submits, more);
      runs = Arrays.copyOf(runs, more);
      widths = Arrays.copyOf(widths, more);
      estimates = Arrays.copyOf(estimates, more);
      users = Arrays.copyOf(users, more);
    }
    if (count > 0 && before(submit, id, submits[count - 1], ids[count - 1])) {
      sorted = false;
    }
    ids[count] = id;
    submits[count] = submit;
    runs[count] = run;
    widths[count] = width;
    estimates[count] = estimate;
    users[count] = user;
    count++;
  }

  int count() {
    return count;
  }

  int width(int row) {
    return widths[row];
  }

  long id(int row) {
    return ids[row];
  }

  /** Jobs in order of (submit, id), those wider than the machine left out. */
  Trace toTrace(String name, int processors, int skipped) {
    Integer[] order = sorted ? null : order();
    Trace trace =
        new Trace(
            name,
            processors,
            new long[count],
            new long[count],
            new long[count],
            new int[count],
            new long[count],
            new int[count],
            skipped);
    int n = 0;
    for (int i = 0; i < count; i++) {
      int row = order == null ? i : order[i];
      if (widths[row] <= processors) {
        trace.ids()[n] = ids[row];
        trace.submits()[n] = submits[row];
        trace.runs()[n] = runs[row];
        trace.widths()[n] = widths[row];
        trace.estimates()[n] = estimates[row];
        trace.users()[n] = users[row];
        n++;
      }
    }
    return n == count ? trace : trace.first(n);
  }

  private Integer[] order() {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) -> {
          int bySubmit = Long.compare(submits[a], submits[b]);
          return bySubmit != 0 ? bySubmit : Long.compare(ids[a], ids[b]);
        });
    return order;
  }

  private static boolean before(long submit, long id, long otherSubmit, long otherId) {
    return submit < otherSubmit || (submit == otherSubmit && id < otherId);
  }
}
