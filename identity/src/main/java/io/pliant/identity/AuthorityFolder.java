package io.pliant.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The two authorities of a cluster in a folder of their own, and what they sign. Whoever can read
 * the keys there can be any process of the cluster.
 */
public final class AuthorityFolder {
  private static final String CLUSTER = "cluster-name";

  private final Path folder;
  private final String cluster;
  private final Map<Role, Authority> authorities;

  private AuthorityFolder(Path folder, String cluster, Map<Role, Authority> authorities) {
    this.folder = folder;
    this.cluster = cluster;
    this.authorities = authorities;
  }

  /** Certificate of the authority of a role. */
  public static Path certificate(Path folder, Role role) {
    return folder.resolve(role.word() + "s-authority.pem");
  }

  /** Key of the authority of a role. */
  public static Path key(Path folder, Role role) {
    return folder.resolve(role.word() + "s-authority.key");
  }

  /** The authorities in a folder, which are made when there is no such folder. */
  public static AuthorityFolder openOrMake(Path folder, String cluster, Instant now)
      throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      make(folder, cluster, now);
    }
    return open(folder, cluster);
  }

  /** The authorities in a folder; throws IOException naming the file that cannot be used. */
  public static AuthorityFolder open(Path folder, String cluster) throws IOException {
    Map<Role, Authority> authorities = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      Credentials own = Credentials.read(certificate(folder, role), key(folder, role));
      authorities.put(role, new Authority(own.certificate(), own.key()));
    }
    return new AuthorityFolder(folder, cluster, authorities);
  }

  /** The same in a folder that says itself of which cluster they are. */
  public static AuthorityFolder open(Path folder) throws IOException {
    Path name = folder.resolve(CLUSTER);
    if (!Files.isReadable(name)) {
      throw new IOException(
          "Expected the authorities of a cluster in %s, but there is no readable file %s. Make them with: pliant certificates init"
              .formatted(folder, name));
    }
    return open(folder, Files.readString(name, StandardCharsets.UTF_8).strip());
  }

  /** Makes both, or nothing when it fails; refuses to replace any. */
  public static void make(Path folder, String cluster, Instant now) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          "Expected to make the authorities of a cluster in %s, but it is there already. What they signed would count no more: keep them, or move the folder away."
              .formatted(folder));
    }
    Path fresh = folder.resolveSibling(folder.getFileName() + ".new");
    if (!Files.isDirectory(fresh, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    for (Role role : Role.values()) {
      Authority authority = Authority.create(cluster, role, now);
      PemFile.write(key(fresh, role), authority.key());
      PemFile.write(certificate(fresh, role), List.of(authority.certificate()));
    }
    Files.writeString(fresh.resolve(CLUSTER), cluster + "\n");
    Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  public String cluster() {
    return cluster;
  }

  public Authority authority(Role role) {
    Authority authority = authorities.get(role);
    if (authority == null) {
      throw new IllegalStateException("Expected an authority for each role, but not for " + role);
    }
    return authority;
  }

  /**
   * Writes a fresh key and a certificate of an identity, unless good ones are there: of this
   * identity, for these hosts, of these authorities, with half of their time to go.
   *
   * @param hosts names and addresses under which it is dialled
   * @return true when they were written
   */
  public boolean provide(
      Identity identity, List<String> hosts, Path certificate, Path key, Instant now)
      throws IOException {
    if (!identity.cluster().equals(cluster)) {
      throw new IllegalArgumentException(
          "Expected a process of cluster %s, but got %s.".formatted(cluster, identity));
    }
    if (good(identity, hosts, certificate, key, now)) {
      return false;
    }
    issue(identity, hosts, certificate, key, now);
    return true;
  }

  /** Writes a fresh key and a certificate of an identity in any case. */
  public void issue(Identity identity, List<String> hosts, Path certificate, Path key, Instant now)
      throws IOException {
    Credentials fresh = Credentials.issued(authority(identity.role()), identity, hosts, now);
    PemFile.write(key, fresh.key());
    PemFile.write(certificate, fresh.chain());
  }

  /**
   * Copies what a process of a role needs of the authorities into a folder of its own: whom it
   * believes, and for controllers the key that signs new nodes.
   *
   * @return the files written
   */
  public List<Path> copyTo(Path other, Role role) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Role trusted : role == Role.CONTROLLER ? Role.values() : new Role[] {Role.CONTROLLER}) {
      Path copy = certificate(other, trusted);
      PemFile.write(copy, PemFile.certificates(certificate(folder, trusted)));
      files.add(copy);
    }
    if (role == Role.CONTROLLER) {
      PemFile.write(key(other, Role.NODE), authority(Role.NODE).key());
      files.add(key(other, Role.NODE));
    }
    return files;
  }

  private boolean good(
      Identity identity, List<String> hosts, Path certificate, Path key, Instant now) {
    if (!Files.exists(certificate) || !Files.exists(key)) {
      return false;
    }
    try {
      X509Certificate own = Credentials.read(certificate, key).certificate();
      own.verify(authority(identity.role()).certificate().getPublicKey());
      Duration left = Duration.between(now, own.getNotAfter().toInstant());
      return Identity.of(own).equals(identity)
          && hosts(own).containsAll(hosts)
          && left.compareTo(Authority.CERTIFICATE_LASTS.dividedBy(2)) > 0;
    } catch (IOException | GeneralSecurityException e) {
      return false; // whatever it is, a fresh one is better
    }
  }

  private static TreeSet<String> hosts(X509Certificate certificate) throws CertificateException {
    TreeSet<String> hosts = new TreeSet<>();
    var names = certificate.getSubjectAlternativeNames();
    if (names != null) {
      names.forEach(name -> hosts.add(String.valueOf(name.get(1))));
    }
    return hosts;
  }
}
