package io.pliant.core.node;

import org.jspecify.annotations.Nullable;

/**
 * What an agent's last probe of its node came to.
 *
 * @param trouble what the node cannot do, or null when it is fit for tasks
 */
public record Health(@Nullable String trouble) {
  private static final int LONGEST = 500;

  public Health {
    trouble =
        trouble != null && trouble.length() > LONGEST ? trouble.substring(0, LONGEST) : trouble;
  }
}
