package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the text of a directive into words: blanks separate, quotes group, a backslash takes the
 * next letter as it is, and an unquoted {@code #} begins a comment.
 */
final class DirectiveWords {

  private final String text;
  private final String where;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private DirectiveWords(String text, String where) {
    this.text = text;
    this.where = where;
  }

  static List<String> of(String text, String where) {
    return new DirectiveWords(text, where).cut();
  }

  private List<String> cut() {
    while (at < text.length() && text.charAt(at) != '#') {
      char c = text.charAt(at++);
      switch (c) {
        case '\\' -> addEscaped();
        case '"', '\'' -> addQuoted(c);
        case ' ', '\t', '\r', '\f', '\u000b' -> endWord();
        default -> add(c);
      }
    }
    endWord();
    return words;
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
  }

  private void addEscaped() {
    if (at < text.length()) {
      add(text.charAt(at++));
    }
  }

  private void addQuoted(char quote) {
    inWord = true;
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c == '\\') {
        addEscaped();
      } else {
        word.append(c);
      }
    }
    if (at == text.length()) {
      throw new OptionException(
          "%s: expected a closing %c, but the line ends without one.".formatted(where, quote));
    }
    at++;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }
}
