package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of the paper of the adaptive Slurm. */
final class ShrinkForHeadTest {
  private final PoolPolicy aware = PoolPolicies.named("performance-aware");
  private final PoolPolicy fpsma = PoolPolicies.named("fpsma");

  @Test
  void shouldShrinkDownTheLadderAsDeepAsNeeded() {
    // given: a job on 8 nodes, even sizes only; the head needs 6
    RunningShape giver = running(0, new SizeRange(2, 8, 32, SizeConstraint.EVEN), 8, 0, 0.5);

    // when
    PoolPlan plan = aware.decide(view(8, 0, List.of(giver), List.of(rigid(9, 6))));

    // then
    assertThat(plan.decisions()).containsExactly(new PoolDecision.Resize(0, 2, "gives to head 9"));
  }

  @Test
  void shouldShrinkTheMostCommunicationBoundFirst() {
    // given
    SizeRange any = new SizeRange(1, 4, 8, SizeConstraint.ANY);
    List<RunningShape> running =
        List.of(
            running(0, any, 4, 0, 0.1), running(1, any, 4, 10, 0.9), running(2, any, 4, 20, 0.4));

    // then
    assertThat(resized(aware.decide(view(12, 0, running, List.of(rigid(9, 4))))))
        .containsExactly(1, 2);
    assertThat(resized(fpsma.decide(view(12, 0, running, List.of(rigid(9, 4))))))
        .containsExactly(2, 1);
  }

  @Test
  void shouldShrinkNothingWhenThatIsNotEnoughAndExpandInstead() {
    // given: both could give 2 of the 6 nodes that the head lacks beside the 2 idle ones
    SizeRange any = new SizeRange(3, 4, 8, SizeConstraint.ANY);
    List<RunningShape> running = List.of(running(0, any, 4, 0, 0.9), running(1, any, 4, 10, 0.1));

    // then
    assertThat(aware.decide(view(10, 2, running, List.of(rigid(9, 8)))).decisions())
        .containsExactly(new PoolDecision.Resize(1, 6, "takes idle nodes"));
    assertThat(fpsma.decide(view(10, 2, running, List.of(rigid(9, 8)))).decisions())
        .containsExactly(new PoolDecision.Resize(0, 6, "takes idle nodes"));
  }

  @Test
  void shouldKeepTheTotalLegalWhenExpanding() {
    // given: 2 nodes, powers of two, 6 idle: 2 + 4 would be legal as an increment only
    RunningShape job = running(0, new SizeRange(1, 2, 32, SizeConstraint.POWER_OF_TWO), 2, 0, 0.1);

    // then
    assertThat(aware.decide(view(8, 6, List.of(job), List.of())).decisions())
        .containsExactly(new PoolDecision.Resize(0, 8, "takes idle nodes"));
    assertThat(aware.decide(view(7, 5, List.of(job), List.of())).decisions())
        .containsExactly(new PoolDecision.Resize(0, 4, "takes idle nodes"));
  }

  @Test
  void shouldNeverLetAJobPassABlockedHead() {
    assertThat(aware.decide(view(4, 2, List.of(), List.of(rigid(1, 4), rigid(2, 1)))).decisions())
        .isEmpty();
  }

  private static List<Integer> resized(PoolPlan plan) {
    return plan.decisions().stream().map(PoolDecision::job).toList();
  }

  private static WaitingShape rigid(int job, int nodes) {
    return new WaitingShape(job, SizeRange.rigid(nodes), 0, 100_000, 0);
  }

  private static RunningShape running(
      int job, SizeRange sizes, int nodes, long start, double mtct) {
    WaitingShape shape = new WaitingShape(job, sizes, 0, 100_000, 0);
    SpeedUp curve = new SpeedUp(0.01);
    return new RunningShape(
        shape, nodes, nodes, start, 0, 1_000_000, Long.MAX_VALUE, curve, mtct, start, 0, 1_000_000);
  }

  private static Pool view(
      int nodes, int idle, List<RunningShape> running, List<WaitingShape> waiting) {
    return new Pool(50_000, nodes, idle, running, waiting, ResizeCost.NONE);
  }
}
