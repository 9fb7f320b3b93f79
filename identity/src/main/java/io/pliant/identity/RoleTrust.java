package io.pliant.identity;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes the certificates of one authority whose identity has one role in one cluster. So a
 * certificate that the wrong authority signed by mistake opens nothing.
 */
public final class RoleTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager authority;
  private final String cluster;
  private final Role role;

  private RoleTrust(X509ExtendedTrustManager authority, String cluster, Role role) {
    this.authority = authority;
    this.cluster = cluster;
    this.role = role;
  }

  /**
   * Trust in what these authorities signed.
   *
   * @param authorities more than one while an authority is replaced
   */
  public static RoleTrust of(List<X509Certificate> authorities, String cluster, Role role) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority-" + i, authorities.get(i));
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager extended) {
          return new RoleTrust(extended, cluster, role);
        }
      }
      throw new IllegalStateException("Expected this JDK to check certificates, but it does not.");
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Expected to trust an authority, but: " + e, e);
    }
  }

  /** Whose this certificate is; throws when it is no process of that role in that cluster. */
  public Identity identity(X509Certificate certificate) throws CertificateException {
    Identity identity = Identity.of(certificate);
    if (identity.role() != role || !identity.cluster().equals(cluster)) {
      throw new CertificateException(
          "Expected the certificate of a %s of cluster %s, but it is that of %s."
              .formatted(role.word(), cluster, identity));
    }
    return identity;
  }

  /** The certificate that the other side of a session has shown, checked once more. */
  public X509Certificate peer(SSLSession session) throws SSLException {
    try {
      if (session.getPeerCertificates()[0] instanceof X509Certificate certificate) {
        identity(certificate);
        return certificate;
      }
      throw new SSLPeerUnverifiedException("Expected an X.509 certificate, but got another kind.");
    } catch (CertificateException e) {
      throw new SSLException(e.getMessage(), e);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    authority.checkClientTrusted(chain, kind, engine);
    identity(chain[0]);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    authority.checkServerTrusted(chain, kind, engine);
    identity(chain[0]);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    authority.checkClientTrusted(chain, kind, socket);
    identity(chain[0]);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    authority.checkServerTrusted(chain, kind, socket);
    identity(chain[0]);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    throw unknownConnection();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    throw unknownConnection();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authority.getAcceptedIssuers();
  }

  /** Without the connection nobody can check that the certificate names the host dialled. */
  private static CertificateException unknownConnection() {
    return new CertificateException("Expected to know the connection of a certificate.");
  }
}
