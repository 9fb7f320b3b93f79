package io.pliant.runtime.security;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.identity.Authority;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import io.pliant.runtime.settings.SecuritySettings;
import io.pliant.runtime.settings.SecuritySettings.IdentityFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Who this process is, read from its files and checked: what the others would refuse is told. */
public final class OwnIdentity {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Credentials credentials;
  private final RoleTrust controllers;
  private final @Nullable RoleTrust nodes;
  private final @Nullable Authorities authorities;
  private final List<CertificateEnd> ends;

  /**
   * What a controller lets nodes in with.
   *
   * @param controllers certificate that signed this controller's own
   * @param nodes signs nodes
   */
  private record Authorities(X509Certificate controllers, Authority nodes) {}

  private OwnIdentity(
      Credentials credentials,
      RoleTrust controllers,
      @Nullable RoleTrust nodes,
      @Nullable Authorities authorities,
      List<CertificateEnd> ends) {
    this.credentials = credentials;
    this.controllers = controllers;
    this.nodes = nodes;
    this.authorities = authorities;
    this.ends = List.copyOf(ends);
  }

  /** Throws IOException naming what is missing or wrong, and the remedy. */
  public static OwnIdentity ofController(SecuritySettings security, String cluster, String name)
      throws IOException {
    IdentityFiles files = required(security, "controllers");
    Path nodesAuthority = files.nodesAuthority();
    Path nodesAuthorityKey = files.nodesAuthorityKey();
    if (nodesAuthority == null || nodesAuthorityKey == null) {
      throw new IOException(
          "Expected pliant.security.identity.nodes-authority and nodes-authority-key on a controller, but %s is empty. Node agents show certificates of that authority."
              .formatted(nodesAuthority == null ? "nodes-authority" : "nodes-authority-key"));
    }
    requireOwn(nodesAuthorityKey);
    Credentials credentials = own(files);
    Identity wanted = Identity.controller(cluster, name);
    Identity given = identity(files, credentials);
    if (!given.equals(wanted)) {
      throw new IOException(
          "Expected %s to be the certificate of %s, but it is that of %s."
              .formatted(files.certificate(), wanted, given));
    }
    return new OwnIdentity(
        credentials,
        controllers(files, cluster),
        RoleTrust.of(PemFile.certificates(nodesAuthority), cluster, Role.NODE),
        new Authorities(signer(files, credentials), authority(nodesAuthority, nodesAuthorityKey)),
        List.of(
            CertificateEnd.ofChain(
                files.certificate(),
                given.toString(),
                credentials.chain(),
                "Renew it with 'pliant certificates controller' ('pliant up' renews those that it made)"),
            controllersEnd(files),
            CertificateEnd.ofAuthorities(nodesAuthority, "the nodes' authority")));
  }

  /** The same for an agent that stands for these nodes. */
  public static OwnIdentity ofNodes(SecuritySettings security, String cluster, String hostlist)
      throws IOException {
    IdentityFiles files = required(security, "node agents");
    Credentials credentials = own(files);
    Identity given = identity(files, credentials);
    if (given.role() != Role.NODE
        || !given.cluster().equals(cluster)
        || !new HashSet<>(Hostlist.expand(given.name())).containsAll(Hostlist.expand(hostlist))) {
      throw new IOException(
          "Expected %s to be the certificate of node %s of cluster %s, but it is that of %s."
              .formatted(files.certificate(), hostlist, cluster, given));
    }
    return new OwnIdentity(
        credentials,
        controllers(files, cluster),
        null,
        null,
        List.of(
            CertificateEnd.ofChain(
                files.certificate(),
                given.toString(),
                credentials.chain(),
                "Renew it with 'pliant node enroll' or 'pliant certificates node' ('pliant up' renews those that it made)"),
            controllersEnd(files)));
  }

  private static CertificateEnd controllersEnd(IdentityFiles files) throws IOException {
    return CertificateEnd.ofAuthorities(files.controllersAuthority(), "the controllers' authority");
  }

  /** When the certificates are over that this process works with. */
  public List<CertificateEnd> ends() {
    return ends;
  }

  /** Whom controllers, and agents that dial them, believe. */
  public RoleTrust controllers() {
    return controllers;
  }

  /** TLS with controllers. */
  public SSLContext withControllers() {
    return credentials.context(controllers);
  }

  /** Whom the agent port believes. */
  public RoleTrust nodes() {
    if (nodes == null) {
      throw new IllegalStateException("Expected a controller, since agents accept nobody.");
    }
    return nodes;
  }

  /** TLS with agents; the authority is shown, too, so that new nodes can hold it to their word. */
  public SSLContext withNodes() {
    List<X509Certificate> chain = new ArrayList<>(credentials.chain());
    if (!chain.contains(authorities().controllers())) {
      chain.add(authorities().controllers());
    }
    return new Credentials(chain, credentials.key()).context(nodes());
  }

  /** SHA-256 of the certificate of the controllers' authority, in hexadecimal. */
  public String controllersFingerprint() {
    try {
      return EnrollWord.sha256(authorities().controllers().getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("Expected a certificate that was read, but: " + e, e);
    }
  }

  /** Signs new nodes. */
  public Authority nodesAuthority() {
    return authorities().nodes();
  }

  private Authorities authorities() {
    if (authorities == null) {
      throw new IllegalStateException("Expected a controller, since agents let nobody in.");
    }
    return authorities;
  }

  /** TLS that shows this identity and asks for none. */
  SSLContext shown() {
    return credentials.context(null);
  }

  /** Of several authorities the one that signed this process. */
  private static X509Certificate signer(IdentityFiles files, Credentials credentials)
      throws IOException {
    List<X509Certificate> known = PemFile.certificates(files.controllersAuthority());
    X509Certificate top = credentials.chain().getLast();
    for (X509Certificate authority : known) {
      if (authority.getSubjectX500Principal().equals(top.getIssuerX500Principal())) {
        return authority;
      }
    }
    return known.getFirst();
  }

  private static Authority authority(Path certificate, Path key) throws IOException {
    Credentials own = Credentials.read(certificate, key);
    return new Authority(own.certificate(), own.key());
  }

  private static IdentityFiles required(SecuritySettings security, String who) throws IOException {
    IdentityFiles files = security.identity();
    if (files == null) {
      throw new IOException(
          "Expected pliant.security.identity (of agents also pliant.node.identity) to name a certificate, its key and the authority of the controllers, since %s speak TLS to each other on every address, but it is empty. 'pliant up' makes them for a cluster of one host; 'pliant certificates' for others: docs/operations.md, On several hosts."
              .formatted(who));
    }
    return files;
  }

  private static RoleTrust controllers(IdentityFiles files, String cluster) throws IOException {
    return RoleTrust.of(
        PemFile.certificates(files.controllersAuthority()), cluster, Role.CONTROLLER);
  }

  private static Credentials own(IdentityFiles files) throws IOException {
    Credentials credentials = Credentials.read(files.certificate(), files.key());
    requireOwn(files.key());
    Instant end = credentials.certificate().getNotAfter().toInstant();
    if (!Instant.now().isBefore(end)) {
      throw new IOException(
          "Expected a certificate that is valid now in %s, but it ended at %s. Make a new one with 'pliant certificates' or, for a node, 'pliant node enroll'; 'pliant up' renews those that it made."
              .formatted(files.certificate(), end));
    }
    return credentials;
  }

  private static Identity identity(IdentityFiles files, Credentials credentials)
      throws IOException {
    try {
      X509Certificate certificate = credentials.certificate();
      return Identity.of(certificate);
    } catch (CertificateException e) {
      throw new IOException(
          "Expected %s to say who this process is, but: %s"
              .formatted(files.certificate(), e.getMessage()),
          e);
    }
  }

  private static void requireOwn(Path key) throws IOException {
    if (!Files.isReadable(key)) {
      throw new IOException(
          "Expected to read the key %s, but there is no such readable file.".formatted(key));
    }
    List<PosixFilePermission> open =
        Files.getPosixFilePermissions(key).stream().filter(OTHERS::contains).toList();
    if (!open.isEmpty()) {
      throw new IOException(
          "Expected the key %s to be for its owner alone, but others may open it. Run: chmod 600 %s"
              .formatted(key, key));
    }
  }
}
