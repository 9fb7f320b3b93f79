package io.pliant.sim.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What holds of a simulation whatever the policy, judged by what was observed alone. */
final class ShapeLaws {
  private final Map<JobId, JobSpec> specs = new TreeMap<>();
  private final Map<NodeName, NodeCapacity> capacities = new HashMap<>();
  private final ShapeLog log;

  ShapeLaws(JobList list, boolean exclusive, ShapeLog log) {
    this.log = log;
    JobList.Reader reader = list.reader(exclusive);
    list.jobs().forEach(job -> specs.put(job.job(), reader.read(job).spec()));
    for (ListedPartition partition : list.partitions()) {
      for (int node = 1; node <= partition.nodes(); node++) {
        capacities.put(partition.node(node), partition.capacity());
      }
    }
  }

  void hold() {
    assertThat(log.refused).isEmpty();
    nothingIsGivenTwice();
    specs.forEach(this::packsStartWhole);
    specs.forEach(this::dependenciesAreKept);
    specs.forEach((job, spec) -> {
      if (spec.array() != null) {
        neverMoreThanItsLimit(job, spec.array());
      }
    });
    allEndOrSayWhyNot();
  }

  private void nothingIsGivenTwice() {
    Map<JobId, List<Slice>> held = new HashMap<>();
    for (ShapeLog.Fact fact : log.facts) {
      switch (fact) {
        case ShapeLog.Started e ->
            held.put(
                e.runner().job(),
                e.held().values().stream().flatMap(a -> a.slices().stream()).toList());
        case ShapeLog.Resized e -> held.put(e.runner().job(), e.held());
        case ShapeLog.Ended e -> held.remove(e.runner().job());
      }
      Map<NodeName, Resources> used = new HashMap<>();
      held.values()
          .forEach(slices ->
              slices.forEach(
                  slice -> used.merge(slice.node(), slice.resources(), Resources::plus)));
      used.forEach((node, sum) ->
          assertThat(Objects.requireNonNull(capacities.get(node)).resources().firstMissing(sum))
              .as("%s at %d", node, fact.at())
              .isNull());
    }
  }

  private void packsStartWhole(JobId job, JobSpec spec) {
    ShapeLog.Started started = log.starts.get(job);
    if (started == null || !spec.resources().isPack()) {
      return;
    }
    Spread spread = spec.resources().spread();
    Allocation whole =
        spread == null
            ? started.held().get(spec.partition())
            : spread.whole(spec.resources(), started.held());
    assertThat(whole).as("pack %s", job).isNotNull();
    List<Allocation> parts = Objects.requireNonNull(whole).byComponent(spec.resources());
    assertThat(parts).as("pack %s", job).isNotNull().hasSize(spec.resources().components().size());
  }

  private void neverMoreThanItsLimit(JobId array, JobArray spec) {
    int now = 0;
    for (ShapeLog.Fact fact : log.facts) {
      if (fact instanceof ShapeLog.Started e && isOf(e.runner(), array)) {
        now++;
      } else if (fact instanceof ShapeLog.Ended e && isOf(e.runner(), array)) {
        now--;
      }
      Integer most = spec.mostAtOnce();
      assertThat(now).isLessThanOrEqualTo(most == null ? Integer.MAX_VALUE : most);
    }
  }

  private static boolean isOf(ShapeObserver.Runner runner, JobId array) {
    ArrayElement element = runner.element();
    return element != null && element.array().equals(array);
  }

  private void dependenciesAreKept(JobId job, JobSpec spec) {
    Dependency asked = spec.dependency();
    if (asked == null) {
      return;
    }
    for (ShapeLog.Started start : log.starts.values()) {
      ArrayElement element = start.runner().element();
      if (!start.runner().job().equals(job) && !isOf(start.runner(), job)) {
        continue;
      }
      List<Boolean> kept = new ArrayList<>();
      asked
          .terms()
          .forEach(
              term -> kept.add(keeps(term, element == null ? null : element.index(), start.at())));
      boolean all = !kept.contains(false);
      assertThat(asked.any() ? kept.contains(true) : all)
          .as("%s of %s at %d: %s", start.runner(), asked.text(), start.at(), kept)
          .isTrue();
      if (asked.singleton()) {
        assertThat(sameNameRuns(job, spec, start)).as("singleton %s", job).isFalse();
      }
    }
  }

  private boolean sameNameRuns(JobId job, JobSpec spec, ShapeLog.Started start) {
    return log.starts.values().stream()
        .anyMatch(other -> {
          JobId id = whole(other.runner());
          JobSpec one = Objects.requireNonNull(specs.get(id));
          ShapeLog.Ended end = log.ends.get(other.runner().job());
          return !id.equals(job)
              && one.name().equals(spec.name())
              && one.submitter().equals(spec.submitter())
              && other.at() < start.at()
              && (end == null || end.at() > start.at());
        });
  }

  private static JobId whole(ShapeObserver.Runner runner) {
    ArrayElement element = runner.element();
    return element == null ? runner.job() : element.array();
  }

  private boolean keeps(Dependency.Term term, @Nullable Integer own, long at) {
    JobArray array = Objects.requireNonNull(specs.get(term.job())).array();
    Integer one = term.element();
    long pause = 60_000L * term.minutes();
    return switch (term.type()) {
      case AFTER ->
          begun(term.job(), array, one, at - pause)
              || (pause > 0 && neverStarted(term.job(), array) && over(term.job(), array, one, at));
      case AFTER_ANY -> over(term.job(), array, one, at);
      case AFTER_OK -> over(term.job(), array, one, at) && well(term.job(), array, one);
      case AFTER_NOT_OK -> over(term.job(), array, one, at) && !well(term.job(), array, one);
      case AFTER_CORR -> {
        Integer other = array != null && own != null ? own : null;
        yield over(term.job(), array, other, at) && well(term.job(), array, other);
      }
    };
  }

  private boolean neverStarted(JobId job, @Nullable JobArray array) {
    return array == null && !log.starts.containsKey(job);
  }

  private boolean begun(JobId job, @Nullable JobArray array, @Nullable Integer one, long at) {
    if (array == null) {
      ShapeLog.Started start = log.starts.get(job);
      return start == null ? over(job, null, null, at) : start.at() <= at;
    }
    if (one == null) {
      for (int place = 0; place < array.indices().count(); place++) {
        if (!begun(job, array, array.indices().at(place), at)) {
          return over(job, array, null, at);
        }
      }
      return true;
    }
    ShapeLog.Started start = log.starts.get(JobArray.job(job, array.indices().placeOf(one)));
    return start == null ? over(job, array, null, at) || ended(job) : start.at() <= at;
  }

  /** An array of which elements were ended before they started. */
  private boolean ended(JobId job) {
    return log.closed.containsKey(job);
  }

  private boolean over(JobId job, @Nullable JobArray array, @Nullable Integer one, long at) {
    ShapeLog.Ended end;
    if (array != null && one != null) {
      end = log.ends.get(JobArray.job(job, array.indices().placeOf(one)));
      return end == null ? ended(job) : end.at() <= at;
    }
    end = array == null && log.ends.containsKey(job) ? log.ends.get(job) : log.closed.get(job);
    return end != null && end.at() <= at;
  }

  private boolean well(JobId job, @Nullable JobArray array, @Nullable Integer one) {
    ShapeLog.Ended end =
        array != null && one != null
            ? log.ends.get(JobArray.job(job, array.indices().placeOf(one)))
            : array == null && log.ends.containsKey(job) ? log.ends.get(job) : log.closed.get(job);
    return end != null && end.status() == JobStatus.COMPLETED;
  }

  private void allEndOrSayWhyNot() {
    specs.forEach((job, spec) -> {
      boolean over =
          (spec.array() == null && log.ends.containsKey(job)) || log.closed.containsKey(job);
      assertThat(over || log.stays.containsKey(job)).as("job %s is over or stays", job).isTrue();
    });
    log.stays.forEach(
        (job, why) -> assertThat(waitsForEver(job, why)).as("%s: %s", job, why).isTrue());
  }

  /** It was told that it never starts, or it waits for another one that never does. */
  private boolean waitsForEver(JobId job, String why) {
    JobSpec spec = Objects.requireNonNull(specs.get(job));
    Dependency asked = spec.dependency();
    if (asked == null || why.startsWith("DependencyNeverSatisfied")) {
      return asked != null;
    }
    boolean byName =
        asked.singleton()
            && log.stays.keySet().stream().anyMatch(other -> other.compareTo(job) < 0);
    return why.startsWith("Dependency")
        && (byName || asked.targets().stream().anyMatch(log.stays::containsKey));
  }
}
