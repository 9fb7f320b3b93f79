package io.pliant.identity;

import java.net.URI;
import java.net.URISyntaxException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Who a process is, as its certificate says it in a URI: {@code pliant://CLUSTER/controller/NAME}
 * or {@code pliant://CLUSTER/node/HOSTLIST}.
 *
 * @param cluster name of the cluster
 * @param name of the controller, or host list of the nodes that an agent stands for
 */
public record Identity(String cluster, Role role, String name) {
  /** Longest name, in characters. */
  public static final int LONGEST_NAME = 4096;

  private static final String SCHEME = "pliant";
  private static final int URI_NAME = 6;
  private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._,\\[\\]-]{1,4096}");

  public Identity {
    if (!CLUSTER.matcher(cluster).matches()) {
      throw new IllegalArgumentException(
          "Expected a cluster name of at most 64 letters, digits, '-' and '_', but got '%s'."
              .formatted(cluster));
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Expected a name or host list of at most %d characters, but got '%s'."
              .formatted(LONGEST_NAME, name.substring(0, Math.min(80, name.length()))));
    }
  }

  /** A controller of a cluster. */
  public static Identity controller(String cluster, String name) {
    return new Identity(cluster, Role.CONTROLLER, name);
  }

  /** An agent that stands for these nodes. */
  public static Identity nodes(String cluster, String hostlist) {
    return new Identity(cluster, Role.NODE, hostlist);
  }

  /** As it stands in the certificate; brackets are escaped, as a URI asks for. */
  public String uri() {
    try {
      return new URI(SCHEME, cluster, "/" + role.word() + "/" + name, null, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Expected " + name + " to fit into a URI.", e);
    }
  }

  /** Reads a URI; throws IllegalArgumentException for anything that {@link #uri} never writes. */
  public static Identity parse(String text) {
    URI uri = URI.create(text);
    String[] path = uri.getPath() == null ? new String[0] : uri.getPath().split("/", 3);
    Role role = path.length == 3 && path[0].isEmpty() ? Role.of(path[1]) : null;
    if (role != null && uri.getRawAuthority() != null) {
      Identity identity = new Identity(uri.getRawAuthority(), role, path[2]);
      if (identity.uri().equals(text)) {
        return identity;
      }
    }
    throw new IllegalArgumentException(
        "Expected pliant://CLUSTER/controller/NAME or pliant://CLUSTER/node/HOSTLIST, but got '%s'."
            .formatted(text));
  }

  /** Whose certificate this is; one that names nobody, or two, is refused. */
  public static Identity of(X509Certificate certificate) throws CertificateException {
    List<String> found = new ArrayList<>();
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    if (names != null) {
      for (List<?> name : names) {
        if (name.get(0).equals(URI_NAME) && name.get(1) instanceof String uri) {
          if (uri.startsWith(SCHEME + ":")) {
            found.add(uri);
          }
        }
      }
    }
    if (found.size() != 1) {
      throw new CertificateException(
          "Expected a certificate with one pliant:// name, but it has %d.".formatted(found.size()));
    }
    try {
      return parse(found.getFirst());
    } catch (IllegalArgumentException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "%s %s of cluster %s".formatted(role.word(), name, cluster);
  }
}
