package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TaskOutputTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void shouldPassBytesOnAtOnceWhenThereIsOneTask() {
    TaskOutput output = output(false, 1);

    output.stdout(0, bytes("a prompt> "));

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a prompt> ");
  }

  @Test
  void shouldNotMixLinesWhenTwoTasksWriteInParts() {
    TaskOutput output = output(false, 2);

    output.stdout(0, bytes("first ha"));
    output.stdout(1, bytes("second\nse"));
    output.stdout(0, bytes("lf\n"));
    output.stdout(1, bytes("cond again"));
    output.finish();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("second\nfirst half\nsecond again");
  }

  @Test
  void shouldPassOnTheChosenTasksAlone() {
    PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
    TaskOutput output = new TaskOutput(stream, stream, true, false, new TaskOutput.Only(1, 0));
    output.expect(2);
    output.stdout(0, bytes("a\n"));
    output.stdout(1, bytes("b\n"));
    output.stderr(0, bytes("c\n"));
    output.stderr(1, bytes("d\n"));

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("1: b\n0: c\n");
  }

  @Test
  void shouldLabelAsWideAsTheLastRankWhenLabelsAreWanted() {
    TaskOutput output = output(true, 12);

    output.stdout(3, bytes("x\ny"));
    output.stdout(11, bytes("z\n"));
    output.finish();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(" 3: x\n11: z\n 3: y\n");
  }

  @Test
  void shouldPassALineOnInPartsWhenItIsLongerThanCanBeHeld() {
    TaskOutput output = output(false, 2);

    output.stdout(0, new byte[200_000]);

    assertThat(out.size()).isGreaterThan(100_000);
    output.finish();
    assertThat(out.size()).isEqualTo(200_000);
  }

  private TaskOutput output(boolean label, int tasks) {
    PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
    TaskOutput output = new TaskOutput(stream, stream, label, false);
    output.expect(tasks);
    return output;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
