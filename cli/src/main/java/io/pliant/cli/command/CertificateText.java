package io.pliant.cli.command;

import io.pliant.identity.Identity;
import java.io.IOException;
import java.io.PrintStream;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a certificate says, as a person or a script reads it. */
final class CertificateText {
  private static final int URI = 6;

  private CertificateText() {}

  /** The fields of JSON, in their order; {@code identity} is missing in an authority's. */
  static Map<String, Object> of(X509Certificate certificate) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    try {
      if (certificate.getBasicConstraints() >= 0) {
        fields.put("authority", certificate.getSubjectX500Principal().getName());
      } else {
        fields.put("identity", Identity.of(certificate).uri());
        fields.put("hosts", hosts(certificate));
        fields.put("signedBy", certificate.getIssuerX500Principal().getName());
      }
    } catch (CertificateException e) {
      throw new IOException(e.getMessage(), e);
    }
    fields.put("begins", certificate.getNotBefore().toInstant().toString());
    fields.put("ends", certificate.getNotAfter().toInstant().toString());
    return fields;
  }

  static void print(Map<String, Object> fields, Instant now, PrintStream out) {
    fields.forEach(
        (name, value) -> out.println("%-10s %s".formatted(name, text(name, value, now))));
  }

  private static String text(String name, Object value, Instant now) {
    if (value instanceof List<?> list) {
      return list.isEmpty()
          ? "none; it only dials"
          : String.join(" ", list.stream().map(String::valueOf).toList());
    }
    if (!name.equals("ends")) {
      return value.toString();
    }
    long days = Duration.between(now, Instant.parse(value.toString())).toDays();
    return days < 0 ? value + ", it is over" : value + ", in " + days + " days";
  }

  private static List<String> hosts(X509Certificate certificate) throws CertificateException {
    List<String> hosts = new ArrayList<>();
    for (List<?> name : certificate.getSubjectAlternativeNames()) {
      if (!name.getFirst().equals(URI)) {
        hosts.add(String.valueOf(name.get(1)));
      }
    }
    return hosts;
  }
}
