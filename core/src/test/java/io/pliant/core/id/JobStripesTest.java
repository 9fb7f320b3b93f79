package io.pliant.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class JobStripesTest {
  private final JobStripes three = new JobStripes(3);

  @Test
  void shouldGiveEachGroupTenMillionsInTurn() {
    assertThat(three.groupOf(new JobId(1))).isEqualTo(0);
    assertThat(three.groupOf(new JobId(10_000_000))).isEqualTo(0);
    assertThat(three.groupOf(new JobId(10_000_001))).isEqualTo(1);
    assertThat(three.groupOf(new JobId(20_000_001))).isEqualTo(2);
    assertThat(three.groupOf(new JobId(30_000_001))).isEqualTo(0);
    assertThat(three.next(1, 1, 8)).isEqualTo(10_000_001);
    assertThat(three.next(1, 10_000_009, 8)).isEqualTo(10_000_009);
  }

  @Test
  void shouldPassNumbersOverThatDoNotFollowEachOtherInAStripe() {
    assertThat(three.next(0, 9_999_999, 2)).isEqualTo(9_999_999);
    assertThat(three.next(0, 9_999_999, 3)).isEqualTo(30_000_001);
    assertThat(three.next(2, 60_000_001, 10_000_000)).isEqualTo(80_000_001);
    assertThatThrownBy(() -> three.next(0, 1, 10_000_001)).hasMessageContaining("at most 10000000");
  }

  @Test
  void shouldChangeNothingWhereThereIsOneGroup() {
    assertThat(JobStripes.ONE.next(0, 9_999_999, 1_000)).isEqualTo(9_999_999);
    assertThat(JobStripes.ONE.groupOf(new JobId(70_000_000))).isEqualTo(0);
  }

  @Property
  void shouldFindTheLowestNumbersThatAreAllOfTheGroup(
      @ForAll @IntRange(min = 2, max = 9) int groups,
      @ForAll @IntRange(min = 0, max = 8) int which,
      @ForAll @LongRange(min = 1, max = 2_000_000_000L) long from,
      @ForAll @IntRange(min = 1, max = 4_000_001) int size) {
    JobStripes stripes = new JobStripes(groups);
    int group = which % groups;
    long first = stripes.next(group, from, size);
    assertThat(first).isGreaterThanOrEqualTo(from);
    assertThat(stripes.groupOf(new JobId(first))).isEqualTo(group);
    assertThat(stripes.groupOf(new JobId(first + size - 1))).isEqualTo(group);
    assertThat(stripes.next(group, first, size)).isEqualTo(first);
  }
}
