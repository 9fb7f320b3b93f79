package io.pliant.core.pool;

import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whom to ask for nodes, from hints that may be old.
 *
 * <p><b>Rule.</b> The home is asked for what it has free. Of the others a sample is looked at and
 * those with most free nodes are asked, for half as many again as are needed, so that a hint that
 * was wrong costs no second round.
 *
 * <p><b>Source.</b> Two choices instead of one: M. Mitzenmacher, IEEE TPDS 12(10), 2001; batch
 * sampling for all parts of a job at once: K. Ousterhout and others, Sparrow, SOSP 2013.
 */
public final class LenderChoice {
  private static final int CHOICES = 2;

  private LenderChoice() {}

  /**
   * Nodes to ask for, by partition; empty when the hints say that the pool has too few.
   *
   * @param need nodes of the job
   * @param own free nodes of the home, known for sure
   * @param others partitions in an order that is drawn for this job alone, with their hints
   */
  public static SortedMap<PartitionName, Integer> ask(
      PartitionName home, int need, int own, List<Map.Entry<PartitionName, Integer>> others) {
    TreeMap<PartitionName, Integer> ask = new TreeMap<>();
    if (own > 0) {
      ask.put(home, Math.min(own, need));
    }
    int lacking = need - Math.min(own, need);
    int wanted = lacking + (lacking + 1) / 2;
    int from = 0;
    int found = 0;
    while (found < wanted && from < others.size()) {
      int until = sampleEnd(others, from, wanted - found);
      List<Map.Entry<PartitionName, Integer>> sample = new ArrayList<>(others.subList(from, until));
      sample.sort(Map.Entry.<PartitionName, Integer>comparingByValue(Comparator.reverseOrder()));
      for (Map.Entry<PartitionName, Integer> each : sample) {
        int share = Math.min(each.getValue(), wanted - found);
        if (share > 0) {
          ask.put(each.getKey(), share);
          found += share;
        }
      }
      from = until;
    }
    return found < lacking ? new TreeMap<>() : ask;
  }

  /** Behind a sample whose free nodes are twice as many as wanted, or of all that there are. */
  private static int sampleEnd(
      List<Map.Entry<PartitionName, Integer>> others, int from, int wanted) {
    int free = 0;
    int end = from;
    while (end < others.size() && (free < CHOICES * wanted || end - from < CHOICES)) {
      free += others.get(end).getValue();
      end++;
    }
    return end;
  }
}
