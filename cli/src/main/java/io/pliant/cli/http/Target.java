package io.pliant.cli.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Path and query of a request, encoded. */
public final class Target {
  private final StringBuilder text;
  private boolean query;

  private Target(String path) {
    this.text = new StringBuilder(path);
  }

  /** Begins with a path under {@code /v1/}; each part is encoded. */
  public static Target of(String... parts) {
    StringBuilder path = new StringBuilder("/v1");
    for (String part : parts) {
      path.append('/').append(encode(part));
    }
    return new Target(path.toString());
  }

  /** Adds a query parameter unless the value is null or empty. */
  public Target with(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      text.append(query ? '&' : '?').append(name).append('=').append(encode(value));
      query = true;
    }
    return this;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
