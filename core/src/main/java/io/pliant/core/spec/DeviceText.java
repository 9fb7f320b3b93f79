package io.pliant.core.spec;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slurm's lists of devices, as {@code gpu:a100:2,ssd}: a kind, a type of it where it matters, and a
 * number, 1 by default. Capital letters count as small ones.
 */
public final class DeviceText {
  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      "kinds of devices with types and numbers, as gpu:2 or gpu:a100:2,ssd:1";

  /** The forms that {@link #gpus} reads, for messages. */
  public static final String GPU_FORMS =
      "numbers of GPUs, with types where they matter, as 2 or a100:2";

  /** Most units of one kind that may be asked for. */
  public static final int MOST = 1_000_000;

  private static final Pattern FORM =
      Pattern.compile(
          "([a-z][a-z0-9_.-]*)(:(?!\\d+[km]?$)[a-z0-9][a-z0-9_.-]*)?(?:[:=](\\d{1,7})([km])?)?");

  private DeviceText() {}

  /**
   * Reads a list; for each type there are as many of the kind as well.
   *
   * @throws IllegalArgumentException when it is none, or asks for more than {@link #MOST}
   */
  public static Kinds parse(String list) {
    Kinds all = Kinds.NONE;
    for (String item : list.strip().toLowerCase(Locale.ROOT).split(",", -1)) {
      if (!item.equals("none")) {
        all = all.plus(one(item.startsWith("gres:") ? item.substring("gres:".length()) : item));
      }
    }
    return Devices.withFamilies(all);
  }

  /** Reads a list of numbers of GPUs, whose kind is not written: {@code 2} or {@code a100:2}. */
  public static Kinds gpus(String list) {
    List<String> items = List.of(list.strip().split(",", -1));
    return parse(String.join(",", items.stream().map(item -> Devices.GPU + ":" + item).toList()));
  }

  private static Kinds one(String item) {
    Matcher matcher = FORM.matcher(item);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(FORMS, item));
    }
    String type = matcher.group(2) == null ? "" : matcher.group(2);
    long count = matcher.group(3) == null ? 1 : Long.parseLong(matcher.group(3));
    String letter = matcher.group(4) == null ? "" : matcher.group(4);
    long units = count * (letter.equals("k") ? 1024 : letter.equals("m") ? 1024 * 1024 : 1);
    if (units > MOST) {
      throw new IllegalArgumentException(
          "Expected at most %d of one kind, but got '%.80s'.".formatted(MOST, item));
    }
    TreeMap<String, Amount> kind = new TreeMap<>();
    kind.put(matcher.group(1) + type, Amount.of((int) units));
    return new Kinds(kind);
  }
}
