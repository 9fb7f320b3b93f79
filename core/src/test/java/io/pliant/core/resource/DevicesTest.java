package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Types of devices beside the kinds that they are types of. */
class DevicesTest {
  private static final Kinds NODE =
      Kinds.parse("gpu=4/0/1/2/3,gpu:a100=2/0/1,gpu:v100=2/2/3,ssd=9");

  @Test
  void shouldCountTypesAsTheirKindToo() {
    assertThat(Devices.withFamilies(Kinds.parse("gpu:a100=2/0/1,gpu:v100=2/2/3,ssd=9")))
        .isEqualTo(NODE);
    assertThat(Devices.withoutFamilies(NODE).word()).isEqualTo("gpu:a100=2,gpu:v100=2,ssd=9");
  }

  @Test
  void shouldTakeOneTypeThatHasEnoughAndLeastOfIt() {
    Kinds free = Kinds.parse("gpu=3,gpu:a100=1,gpu:v100=2");

    assertThat(settled("gpu=1", free)).isEqualTo("gpu=1,gpu:a100=1");
    assertThat(settled("gpu=2", free)).isEqualTo("gpu=2,gpu:v100=2");
    assertThat(settled("gpu=3", free)).isEqualTo("gpu=3,gpu:a100=1,gpu:v100=2");
    assertThat(settled("gpu=2,gpu:a100=1", free)).isEqualTo("gpu=2,gpu:a100=1,gpu:v100=1");
    assertThat(settled("gpu=1,gpu:v100=1", free)).isEqualTo("gpu=1,gpu:v100=1");
    assertThat(settled("gpu=2,ssd=1", Kinds.parse("gpu=2,ssd=1"))).isEqualTo("gpu=2,ssd=1");
  }

  @Test
  void shouldTellASliceThatDoesNotSayItsTypes() {
    assertThat(Devices.unsettled(Kinds.parse("gpu=2"), NODE)).isEqualTo("gpu");
    assertThat(Devices.unsettled(Kinds.parse("gpu:a100=2"), NODE)).isEqualTo("gpu:a100");
    assertThat(Devices.unsettled(Kinds.parse("gpu=2,gpu:a100=1,gpu:v100=1"), NODE)).isNull();
    assertThat(Devices.unsettled(Kinds.parse("gpu=2"), Kinds.parse("gpu=4"))).isNull();
  }

  @Test
  void shouldNameTheFirstFreeUnitsOfEachType() {
    Kinds free = NODE.minus(Kinds.parse("gpu=1/0,gpu:a100=1/0"));

    assertThat(Devices.named(Kinds.parse("gpu=2,gpu:a100=1,gpu:v100=1,ssd=3"), free).unitWord())
        .isEqualTo("gpu=2/1/2,gpu:a100=1/1,gpu:v100=1/2,ssd=3");
    assertThat(Devices.named(Kinds.parse("gpu=2"), Kinds.parse("gpu=3/0/2/10")).unitWord())
        .isEqualTo("gpu=2/0/2");
  }

  @Test
  void shouldReadBackWhatItSaysOfUnitsInTheOrderOfTheirNumbers() {
    Kinds kinds = Kinds.of("gpu", Amount.of(List.of("10", "9", "2")));

    assertThat(kinds.unitWord()).isEqualTo("gpu=3/2/9/10");
    assertThat(Kinds.parse(kinds.unitWord())).isEqualTo(kinds);
    assertThat(Kinds.parse("gpu=2,ssd=1").timesIn(Kinds.parse("gpu=7,ssd=4"))).isEqualTo(3);
    assertThat(Kinds.parse("gpu=2").times(3)).isEqualTo(Kinds.parse("gpu=6"));
  }

  private static String settled(String wanted, Kinds free) {
    return Devices.settle(Kinds.parse(wanted), free).word();
  }
}
