package io.pliant.core.spec;

import java.util.List;

/**
 * Names that a site lists for bookkeeping; an empty list takes any.
 *
 * @param accounts that jobs may be counted under
 * @param qos qualities of service that jobs may ask for
 */
public record KnownNames(List<String> accounts, List<String> qos) {
  /** Any names. */
  public static final KnownNames ANY = new KnownNames(List.of(), List.of());

  public KnownNames {
    accounts = List.copyOf(accounts);
    qos = List.copyOf(qos);
  }
}
