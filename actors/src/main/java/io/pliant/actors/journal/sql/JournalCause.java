package io.pliant.actors.journal.sql;

import java.sql.SQLException;
import java.util.Locale;

/** What a database's error means for whoever has to mend it. */
public final class JournalCause {
  private JournalCause() {}

  /** The database's own words, and the remedy where the kind of failure is known. */
  public static String explain(Exception e) {
    String words = words(e);
    String remedy = remedy(e, words.toLowerCase(Locale.ROOT));
    return remedy.isEmpty() ? words : words + " " + remedy;
  }

  private static String remedy(Exception e, String words) {
    String state =
        e instanceof SQLException sql && sql.getSQLState() != null ? sql.getSQLState() : "";
    if (words.contains("readonly")
        || words.contains("read only")
        || words.contains("read-only")
        || words.contains("permission denied")
        || words.contains("not permitted")
        || words.contains("access denied")) {
      return "Make the folder and its files writable for the controller's user.";
    }
    if (words.contains("disk is full")
        || words.contains("no space")
        || words.contains("file too large")
        || words.contains("disk i/o error")
        || state.equals("53100")) {
      return "Free space on the disk of the journal; writing goes on by itself.";
    }
    if (state.startsWith("28")) {
      return "Check the user and the password of the journal in the settings.";
    }
    if (state.startsWith("3D")) {
      return "Create the database first: createdb -O <user> <name>.";
    }
    if (state.startsWith("08")) {
      return "Check that the database server runs and can be reached at this address.";
    }
    return "";
  }

  /** All messages of the chain, but none twice; PostgreSQL puts the reason at the end. */
  private static String words(Exception e) {
    StringBuilder words = new StringBuilder();
    for (Throwable at = e; at != null; at = at.getCause()) {
      String message = at.getMessage() == null ? at.getClass().getSimpleName() : at.getMessage();
      String line = oneLine(message);
      if (words.indexOf(line) < 0) {
        words.append(words.isEmpty() ? "" : ": ").append(line);
      }
    }
    return words.toString();
  }

  private static String oneLine(String text) {
    return text.lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse(text);
  }
}
