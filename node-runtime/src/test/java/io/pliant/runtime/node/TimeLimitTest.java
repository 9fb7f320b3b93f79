package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.StepEnd;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a time limit counts, and not what the clock of a controller says. */
class TimeLimitTest {
  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldRunWhenTheControllersClockIsTwoHoursBehind() {
    StepId step =
        node.script(1, "echo ran")
            .deadline(Instant.now().minus(Duration.ofHours(2)))
            .timeLeft(Duration.ofMinutes(10))
            .launch();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
    assertThat(node.output("out")).isEqualTo("ran\n");
  }

  @Test
  void shouldEndInTimeWhenTheControllersClockIsTwoHoursAhead() {
    StepId step =
        node.script(1, "sleep 1000")
            .deadline(Instant.now().plus(Duration.ofHours(2)))
            .timeLeft(Duration.ofMillis(300))
            .launch();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
  }

  @Test
  void shouldNotStartWhenNothingIsLeft() {
    StepId step = node.script(1, "echo ran").timeLeft(Duration.ZERO).launch();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(node.work.resolve("out")).doesNotExist();
  }

  @Test
  void shouldKeepToALimitThatIsSetWhileItRuns() {
    StepId shorter = node.script(1, "sleep 1000").timeLeft(Duration.ofHours(1)).launch();
    StepId longer = node.script(2, "sleep 4").timeLeft(Duration.ofSeconds(2)).launch();
    controller.started(shorter);
    controller.started(longer);

    controller.send(node.name(), new ControllerMessage.Ask(longer, new StepTerms(1, null, 1L)));
    controller.send(node.name(), new ControllerMessage.Ask(shorter, new StepTerms(1, 300L, 1L)));

    assertThat(controller.ended(shorter).end()).isEqualTo(StepEnd.TIME_LIMIT);
    assertThat(controller.ended(longer).end()).isEqualTo(StepEnd.EXITED);
  }

  @Test
  void shouldNotKeepToOlderTermsThatComeLate() {
    StepId step = node.script(1, "sleep 2; echo ran").timeLeft(Duration.ofHours(1)).launch();
    controller.started(step);

    controller.send(node.name(), new ControllerMessage.Ask(step, new StepTerms(2, null, 1L)));
    controller.send(node.name(), new ControllerMessage.Ask(step, new StepTerms(1, 0L, 1L)));

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.EXITED);
  }

  @Test
  void shouldKeepLimitOfStepThatWasAdopted() {
    // given
    StepId step = node.script(1, "sleep 1000").timeLeft(Duration.ofSeconds(3)).launch();
    controller.started(step);

    // when
    node.stopRole();
    node.startRole();

    // then
    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TIME_LIMIT);
  }
}
