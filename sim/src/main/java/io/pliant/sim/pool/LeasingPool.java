package io.pliant.sim.pool;

import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.Letter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Partitions that lend each other nodes by leases; with one partition, one central ledger. */
final class LeasingPool implements PoolStrategy {
  private static final int SAMPLE = 16;

  private final PoolShape shape;
  private final PoolClock clock;
  private final PoolRecord jobs;
  private final SplittableRandom random;
  private final List<LeasingPartition> partitions = new ArrayList<>();
  private final Map<PartitionName, Integer> numbers = new TreeMap<>();

  LeasingPool(PoolShape shape, PoolClock clock, PoolRecord jobs, long seed) {
    this.shape = shape;
    this.clock = clock;
    this.jobs = jobs;
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < shape.partitions(); i++) {
      LeasingPartition partition = new LeasingPartition(this, i, shape.nodes());
      partitions.add(partition);
      numbers.put(partition.name(), i);
    }
  }

  @Override
  public void submit(PoolJob job) {
    clock.work(
        job.home(),
        shape.job(),
        () -> {
          clock.wrote();
          partitions.get(job.home()).queue(job);
        });
  }

  @Override
  public void checkEnd() {
    partitions.forEach(LeasingPartition::checkEnd);
  }

  PoolClock clock() {
    return clock;
  }

  PoolRecord jobs() {
    return jobs;
  }

  int partitions() {
    return partitions.size();
  }

  int nodesOfEach() {
    return shape.nodes();
  }

  boolean alone() {
    return partitions.size() == 1;
  }

  int number(PartitionName name) {
    return numbers.getOrDefault(name, -1);
  }

  /**
   * Sends a message of a lease, and with it how many nodes are free; one to itself takes no time.
   */
  void send(Letter letter) {
    int from = number(letter.from());
    int to = number(letter.to());
    int free = partitions.get(from).free();
    clock.send(
        from,
        to,
        () -> {
          partitions.get(to).hint(from, free);
          partitions.get(to).receive(letter);
        });
  }

  /** Does something at another partition, told by a message. */
  void tell(int from, int to, Consumer<LeasingPartition> what) {
    clock.send(from, to, () -> what.accept(partitions.get(to)));
  }

  /** Numbers of some others to look at for so many nodes, in an order drawn now. */
  List<Integer> candidates(int except, int need) {
    return draw(except, Math.max(SAMPLE, 4 * need / shape.nodes()));
  }

  PartitionName name(int number) {
    return partitions.get(number).name();
  }

  /** Free counts of all, as they are spread now and then. */
  int[] counts() {
    return partitions.stream().mapToInt(LeasingPartition::free).toArray();
  }

  long hintsLast() {
    return shape.hints();
  }

  /** Different partitions but one, in an order drawn now. */
  List<Integer> draw(int except, int count) {
    List<Integer> drawn = new ArrayList<>();
    int others = partitions.size() - 1;
    int step = others > 1 ? coprime(others) : 1;
    int at = others > 0 ? random.nextInt(others) : 0;
    for (int i = 0; i < Math.min(count, others); i++) {
      drawn.add(at < except ? at : at + 1);
      at = (at + step) % others;
    }
    return drawn;
  }

  private int coprime(int others) {
    int step = random.nextInt(1, others);
    while (gcd(step, others) != 1) {
      step = step % others + 1;
    }
    return step;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
