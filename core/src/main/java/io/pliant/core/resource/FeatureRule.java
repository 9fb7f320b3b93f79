package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which features a node must have, as Slurm's {@code --constraint} says it: {@code a&b}, {@code
 * a|b}, parentheses; a comma is an {@code &}, which binds more than {@code |}.
 */
public sealed interface FeatureRule {
  /** The forms that {@link #parse} reads, for messages. */
  String FORMS = "features with & and |, as haswell or (ib&rack1)|rack2";

  /** Longest text. */
  int LONGEST = 1_024;

  /** One feature. */
  record Has(String feature) implements FeatureRule {}

  /** All of some rules. */
  record All(List<FeatureRule> rules) implements FeatureRule {
    public All {
      rules = List.copyOf(rules);
    }
  }

  /** Any of some rules. */
  record Any(List<FeatureRule> rules) implements FeatureRule {
    public Any {
      rules = List.copyOf(rules);
    }
  }

  /** True for a node with those features. */
  default boolean allows(Features features) {
    return switch (this) {
      case Has(String feature) -> features.names().contains(feature);
      case All(List<FeatureRule> rules) -> !decided(rules, features, false);
      case Any(List<FeatureRule> rules) -> decided(rules, features, true);
    };
  }

  /** True when one of the rules says that; asked for each node and rule of a round. */
  private static boolean decided(List<FeatureRule> rules, Features features, boolean answer) {
    for (FeatureRule rule : rules) {
      if (rule.allows(features) == answer) {
        return true;
      }
    }
    return false;
  }

  /** As it is written. */
  default String text() {
    return switch (this) {
      case Has(String feature) -> feature;
      case All(List<FeatureRule> rules) -> joined(rules, "&");
      case Any(List<FeatureRule> rules) -> joined(rules, "|");
    };
  }

  private static String joined(List<FeatureRule> rules, String operator) {
    return rules.stream()
        .map(rule -> rule instanceof Has ? rule.text() : "(" + rule.text() + ")")
        .collect(Collectors.joining(operator));
  }

  /** All features that it names. */
  default SortedSet<String> features() {
    TreeSet<String> all = new TreeSet<>();
    switch (this) {
      case Has(String feature) -> all.add(feature);
      case All(List<FeatureRule> rules) -> rules.forEach(rule -> all.addAll(rule.features()));
      case Any(List<FeatureRule> rules) -> rules.forEach(rule -> all.addAll(rule.features()));
    }
    return all;
  }

  /**
   * Reads a rule.
   *
   * @throws IllegalArgumentException when it is none
   */
  static FeatureRule parse(String text) {
    return parse(text, FORMS);
  }

  /** The same where more may be written than a rule: messages name these forms. */
  static FeatureRule parse(String text, String forms) {
    Reader reader = reader(text, forms);
    FeatureRule rule = reader.any();
    reader.end();
    return rule;
  }

  /** Reads parts of a text. */
  static Reader reader(String text, String forms) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "Expected at most %d characters, but got %d.".formatted(LONGEST, text.length()));
    }
    return new Reader(text, forms);
  }

  /** Reads by descent; its depth is bounded by the length of the text. */
  final class Reader {
    private static final String OPERATORS = "&|,()[]*";
    private static final int DEEPEST = 32;

    private final String text;
    private final String forms;
    private int at;
    private int depth;

    private Reader(String text, String forms) {
      this.text = text;
      this.forms = forms;
    }

    private FeatureRule any() {
      List<FeatureRule> rules = new ArrayList<>();
      do {
        rules.add(all());
      } while (takes("|"));
      return rules.size() == 1 ? rules.getFirst() : new Any(rules);
    }

    /** A rule up to the next {@code |} outside parentheses. */
    FeatureRule all() {
      return all(one());
    }

    /** The same, of which the first part is read. */
    FeatureRule all(FeatureRule first) {
      List<FeatureRule> rules = new ArrayList<>();
      rules.add(first);
      while (takes("&,")) {
        rules.add(one());
      }
      return rules.size() == 1 ? rules.getFirst() : new All(rules);
    }

    /** A feature, or a rule in parentheses. */
    FeatureRule one() {
      if (takes("(")) {
        depth++;
        if (depth > DEEPEST) {
          throw wrong();
        }
        FeatureRule inside = any();
        if (!takes(")")) {
          throw wrong();
        }
        depth--;
        return inside;
      }
      int start = at;
      while (at < text.length() && OPERATORS.indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String name = text.substring(start, at).strip();
      if (!Features.NAME.matcher(name).matches()) {
        throw wrong();
      }
      return new Has(name);
    }

    /** A whole number of at least 1. */
    int number(int mostDigits) {
      int start = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at == start || at - start > mostDigits || text.charAt(start) == '0') {
        throw wrong();
      }
      return Integer.parseInt(text, start, at, 10);
    }

    /** Goes past one of these, and past blanks. */
    boolean takes(String operators) {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      boolean there = at < text.length() && operators.indexOf(text.charAt(at)) >= 0;
      at += there ? 1 : 0;
      return there;
    }

    /** Nothing may follow. */
    void end() {
      if (at < text.length()) {
        throw wrong();
      }
    }

    IllegalArgumentException wrong() {
      return new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(forms, text));
    }
  }
}
