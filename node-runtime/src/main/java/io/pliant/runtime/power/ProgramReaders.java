package io.pliant.runtime.power;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What programs print that tell watts. */
final class ProgramReaders {
  private static final Pattern DCMI =
      Pattern.compile(
          "(?m)^\\s*(?:Instantaneous power reading|Current Power)\\s*:\\s*(\\d{1,5}) Watts");

  private ProgramReaders() {}

  /** Of {@code ipmitool dcmi power reading} or {@code ipmi-dcmi --get-system-power-statistics}. */
  static List<Long> dcmi(String output) {
    Matcher found = DCMI.matcher(output);
    if (!found.find()) {
      throw new IllegalArgumentException(
          "expected a DCMI power reading, but the program printed '%s'".formatted(first(output)));
    }
    long watts = Long.parseLong(found.group(1));
    if (watts == 0) {
      throw new IllegalArgumentException(
          "DCMI says 0 watts, so power is not read; maybe activate it in the BMC");
    }
    return List.of(watts * 1_000_000);
  }

  /** Of {@code nvidia-smi --query-gpu=power.draw --format=csv,noheader,nounits}: of each. */
  static List<Long> gpus(String output) {
    List<Long> each = new ArrayList<>();
    for (String line : output.lines().filter(text -> !text.isBlank()).toList()) {
      each.add(gpu(each.size(), line.strip()));
    }
    if (each.isEmpty()) {
      throw new IllegalArgumentException("expected the watts of each GPU, but there is no line");
    }
    return each;
  }

  private static long gpu(int number, String text) {
    try {
      double watts = Double.parseDouble(text);
      if (watts >= 0 && watts <= 10_000) {
        return Math.round(watts * 1e6);
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected watts of GPU %d, but got '%s'".formatted(number, text), e);
    }
    throw new IllegalArgumentException(
        "expected watts of GPU %d from 0 to 10000, but got '%s'".formatted(number, text));
  }

  private static String first(String output) {
    return output.lines().findFirst().orElse("");
  }
}
