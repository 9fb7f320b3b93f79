package io.pliant.core.hostlist;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;

/** Reads one host list: names separated by commas, each with any number of brackets. */
final class HostlistReader {

  private static final int MAX_DIGITS = 9;

  private final String text;

  HostlistReader(String text) {
    this.text = text;
  }

  List<NodeName> read() {
    if (text.isEmpty()) {
      return List.of();
    }
    List<NodeName> names = new ArrayList<>();
    for (String item : items()) {
      for (String name : expanded(item)) {
        names.add(new NodeName(name));
      }
      checkCount(names.size());
    }
    return List.copyOf(names);
  }

  /** Cuts at the commas that are outside brackets. */
  private List<String> items() {
    List<String> items = new ArrayList<>();
    int start = 0;
    boolean inBracket = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '[' && inBracket) {
        throw wrong("has a '[' inside brackets at position " + (i + 1));
      }
      if (c == ']' && !inBracket) {
        throw wrong("has a ']' without its '[' at position " + (i + 1));
      }
      inBracket = c == '[' || (inBracket && c != ']');
      if (c == ',' && !inBracket) {
        items.add(item(start, i));
        start = i + 1;
      }
    }
    if (inBracket) {
      throw wrong("has a '[' without its ']'");
    }
    items.add(item(start, text.length()));
    return items;
  }

  private String item(int start, int end) {
    if (start == end) {
      throw wrong("has an empty name at position " + (start + 1));
    }
    return text.substring(start, end);
  }

  private List<String> expanded(String item) {
    List<String> heads = List.of("");
    int at = 0;
    while (at < item.length()) {
      int open = item.indexOf('[', at);
      if (open < 0) {
        return product(heads, List.of(item.substring(at)));
      }
      int close = item.indexOf(']', open);
      heads = product(heads, List.of(item.substring(at, open)));
      heads = product(heads, numbers(item.substring(open + 1, close)));
      at = close + 1;
    }
    return heads;
  }

  private List<String> product(List<String> heads, List<String> tails) {
    checkCount((long) heads.size() * tails.size());
    List<String> all = new ArrayList<>(heads.size() * tails.size());
    for (String head : heads) {
      for (String tail : tails) {
        all.add(head + tail);
      }
    }
    return all;
  }

  private List<String> numbers(String ranges) {
    List<String> all = new ArrayList<>();
    for (String range : ranges.split(",", -1)) {
      int dash = range.indexOf('-');
      String from = dash < 0 ? range : range.substring(0, dash);
      String to = dash < 0 ? range : range.substring(dash + 1);
      long first = number(from, range);
      long last = number(to, range);
      if (last < first) {
        throw wrong("has the range '" + range + "', which runs backwards");
      }
      checkCount(all.size() + last - first + 1);
      int width = NumberedName.paddingOf(from);
      for (long n = first; n <= last; n++) {
        all.add(NumberedName.padded(n, width));
      }
    }
    return all;
  }

  private long number(String digits, String range) {
    boolean allDigits = digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (digits.isEmpty() || !allDigits || digits.length() > MAX_DIGITS) {
      throw wrong(
          "has '%s' in brackets, which is no number of at most %d digits and no range of them"
              .formatted(range, MAX_DIGITS));
    }
    return Long.parseLong(digits);
  }

  private void checkCount(long count) {
    if (count > Hostlist.MAX_NAMES) {
      throw wrong("stands for more than " + Hostlist.MAX_NAMES + " names");
    }
  }

  private IllegalArgumentException wrong(String what) {
    String shown = text.length() <= 80 ? text : text.substring(0, 77) + "...";
    return new IllegalArgumentException(
        "Expected a host list such as n[001-032,40],gpu1, but '" + shown + "' " + what + ".");
  }
}
