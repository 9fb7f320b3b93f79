package io.pliant.cli.http;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.util.List;
import java.util.function.Function;

/** What controllers answered, read as records of the API. What cannot be read fails the command. */
public final class Answers {
  private Answers() {}

  /** A record whose texts may be shown. */
  public static <T> T one(String body, Class<T> type) {
    return read(body, json -> json.as(type));
  }

  /** Records whose texts may be shown. */
  public static <T> List<T> list(String body, Class<T> type) {
    return read(body, json -> json.listOf(type));
  }

  /** A record whose texts are as they came. */
  public static <T> T exact(String body, Class<T> type) {
    return read(body, json -> json.exactly(type));
  }

  /** Records whose texts are as they came. */
  public static <T> List<T> exactList(String body, Class<T> type) {
    return read(body, json -> json.exactListOf(type));
  }

  private static <T> T read(String body, Function<Json, T> reading) {
    try {
      return reading.apply(Json.parse(body));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(
          "Expected an answer that this version of pliant can read, but: %s See it with --json."
              .formatted(e.getMessage()));
    }
  }
}
