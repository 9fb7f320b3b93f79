package io.pliant.runtime.controller.http;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API.
 *
 * @param template path with its variables in braces, for example {@code /v1/jobs/{job}}
 * @param queries names of the query parameters that it understands
 */
record Route(String method, String template, Access access, Set<String> queries, Action action) {
  /** Who may call. */
  enum Access {
    /** Anybody who can connect. */
    OPEN,
    /** Users whose name is proven. */
    USER
  }

  /** What is done; runs on a thread that may block. */
  interface Action {
    Reply answer(Call call) throws InterruptedException;
  }

  static Route get(String template, Action action, String... queries) {
    return new Route("GET", template, Access.USER, Set.of(queries), action);
  }

  static Route post(String template, Action action) {
    return new Route("POST", template, Access.USER, Set.of(), action);
  }

  static Route open(String template, Action action) {
    return new Route("GET", template, Access.OPEN, Set.of(), action);
  }

  /** The path's variables when it fits the template, else null. */
  @Nullable Map<String, String> match(String path) {
    List<String> wanted = List.of(template.split("/", -1));
    List<String> given = List.of(path.split("/", -1));
    if (wanted.size() != given.size()) {
      return null;
    }
    Map<String, String> variables = new TreeMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      String part = wanted.get(i);
      if (part.startsWith("{") && !given.get(i).isEmpty()) {
        variables.put(part.substring(1, part.length() - 1), given.get(i));
      } else if (!part.equals(given.get(i))) {
        return null;
      }
    }
    return variables;
  }
}
