package io.pliant.runtime.security;

import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Believes a controller whose authority a one-time word names: the controller shows the certificate
 * of its authority besides its own, and the word has the hash of it.
 */
public final class EnrollTrust extends X509ExtendedTrustManager {
  private final String wanted;
  private final String cluster;
  private volatile @Nullable X509Certificate authority;

  /**
   * @param wanted SHA-256 of the authority's certificate, in hexadecimal
   */
  public EnrollTrust(String wanted, String cluster) {
    this.wanted = wanted;
    this.cluster = cluster;
  }

  /** TLS without a certificate of one's own. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {this}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected TLS in this JDK, but: " + e, e);
    }
  }

  /** The authority, after a handshake. */
  public X509Certificate authority() {
    X509Certificate known = authority;
    if (known == null) {
      throw new IllegalStateException("Expected a handshake before this, but there was none.");
    }
    return known;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    X509Certificate named = named(chain);
    RoleTrust.of(List.of(named), cluster, Role.CONTROLLER).checkServerTrusted(chain, kind, socket);
    authority = named;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    X509Certificate named = named(chain);
    RoleTrust.of(List.of(named), cluster, Role.CONTROLLER).checkServerTrusted(chain, kind, engine);
    authority = named;
  }

  private X509Certificate named(X509Certificate[] chain) throws CertificateException {
    for (X509Certificate certificate : chain) {
      if (EnrollWord.sha256(certificate.getEncoded()).equals(wanted)) {
        return certificate;
      }
    }
    throw new CertificateException(
        "Expected a controller of the cluster that the word names, but this one is of another.");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    throw new CertificateException("Expected to know the connection of a certificate.");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    throw noServer();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    throw noServer();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    throw noServer();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  private static CertificateException noServer() {
    return new CertificateException("Expected to dial, but somebody dialled here.");
  }
}
