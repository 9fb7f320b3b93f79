package io.pliant.runtime.security;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.identity.Authority;
import io.pliant.identity.Identity;
import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Who is at the other end of a connection, as the handshake has proven it. */
public sealed interface PeerIdentity {
  /** A controller of this cluster. */
  record Controller(String name) implements PeerIdentity {}

  /**
   * An agent.
   *
   * @param names the nodes that it may speak for
   * @param issued when its certificate was signed
   * @param serial number of its certificate
   */
  record Nodes(SortedSet<NodeName> names, Instant issued, BigInteger serial)
      implements PeerIdentity {
    public Nodes {
      names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    /** True when the agent may speak for this node. */
    public boolean covers(NodeName node) {
      return names.contains(node);
    }
  }

  /** What a certificate says whose authority has been checked. */
  static PeerIdentity of(X509Certificate certificate) throws CertificateException {
    Identity identity = Identity.of(certificate);
    return switch (identity.role()) {
      case CONTROLLER -> new Controller(identity.name());
      case NODE -> {
        try {
          yield new Nodes(
              new TreeSet<>(Hostlist.expand(identity.name())),
              certificate.getNotBefore().toInstant().plus(Authority.BACKDATED),
              certificate.getSerialNumber());
        } catch (IllegalArgumentException e) {
          throw new CertificateException(e.getMessage(), e);
        }
      }
    };
  }
}
