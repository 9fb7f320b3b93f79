package io.pliant.runtime.security;

import io.pliant.identity.PemFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a certificate that this process has read is over.
 *
 * @param file where it was read from
 * @param owner whose it is, for people
 * @param end from then on nobody believes it
 * @param renewal what to do for a new one, then start this process again
 */
public record CertificateEnd(Path file, String owner, Instant end, String renewal) {
  /** Warnings begin so long before the end. */
  public static final Duration NOTICE = Duration.ofDays(30);

  /** Of a chain, the first that is over ends it. */
  static CertificateEnd ofChain(
      Path file, String owner, List<X509Certificate> chain, String renewal) {
    return new CertificateEnd(file, owner, ends(chain).getFirst(), renewal);
  }

  /** Of authorities that are trusted at a time, the last one counts. */
  static CertificateEnd ofAuthorities(Path file, String owner) throws IOException {
    return new CertificateEnd(
        file,
        owner,
        ends(PemFile.certificates(file)).getLast(),
        "Make new authorities with 'pliant certificates init' and new certificates for all");
  }

  private static List<Instant> ends(List<X509Certificate> certificates) {
    return certificates.stream()
        .map(certificate -> certificate.getNotAfter().toInstant())
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** What an operator should read now, or null when there is time. */
  public @Nullable String warning(Instant now) {
    Duration left = Duration.between(now, end);
    if (left.compareTo(NOTICE) > 0) {
      return null;
    }
    String when =
        left.isNegative()
            ? "ended at %s, and others refuse it".formatted(end)
            : "ends at %s, in %d days; then others refuse it".formatted(end, left.toDays());
    return "The certificate of %s in %s %s. %s, then start this process again."
        .formatted(owner, file, when, renewal);
  }

  /** The warnings of all of these. */
  public static List<String> warnings(List<CertificateEnd> ends, Instant now) {
    List<String> all = new ArrayList<>();
    for (CertificateEnd end : ends) {
      String warning = end.warning(now);
      if (warning != null) {
        all.add(warning);
      }
    }
    return all;
  }
}
