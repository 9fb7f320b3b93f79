package io.pliant.identity;

import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Signs the certificates of one role of one cluster; keys are EC on P-256.
 *
 * @param certificate the authority's own
 * @param key signs; whoever has it can be anybody of that role
 */
public record Authority(X509Certificate certificate, PrivateKey key) {
  /** How long an authority lasts. */
  public static final Duration LASTS = Duration.ofDays(3653);

  /** How long a certificate of a process lasts. */
  public static final Duration CERTIFICATE_LASTS = Duration.ofDays(731);

  /** Certificates begin so long before they are made, for hosts whose clocks are behind. */
  public static final Duration BACKDATED = Duration.ofDays(1);

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SERIAL_BITS = 127;
  private static final int LONGEST_COMMON_NAME = 64;

  /** A key pair as all processes of a cluster have them. */
  public static KeyPair keyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected keys on P-256 in this JDK, but: " + e, e);
    }
  }

  /** A new authority for a role of a cluster. */
  public static Authority create(String cluster, Role role, Instant now) {
    KeyPair pair = keyPair();
    X500Name name = name("Pliant " + role.word() + "s of " + cluster);
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            serial(),
            Date.from(now.minus(BACKDATED)),
            Date.from(now.plus(LASTS)),
            name,
            pair.getPublic());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
      return new Authority(signed(builder, pair.getPrivate()), pair.getPrivate());
    } catch (CertIOException | GeneralSecurityException e) {
      throw new IllegalStateException("Expected to make an authority, but: " + e, e);
    }
  }

  /**
   * A certificate for the owner of a key.
   *
   * @param hosts names and addresses under which it is dialled; none for what only dials
   * @param lasts how long from {@code now}, at most as long as the authority itself
   */
  public X509Certificate issue(
      Identity identity, PublicKey owner, List<String> hosts, Instant now, Duration lasts) {
    Instant own = certificate.getNotAfter().toInstant();
    Instant end = now.plus(lasts).isBefore(own) ? now.plus(lasts) : own;
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
            serial(),
            Date.from(now.minus(BACKDATED)),
            Date.from(end),
            name(identity.role().word() + " " + identity.name()),
            owner);
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.uniformResourceIdentifier, identity.uri()));
    hosts.forEach(host -> names.add(host(host)));
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, purposes(identity.role()));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(names.toArray(new GeneralName[0])));
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(owner));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers.createAuthorityKeyIdentifier(certificate.getPublicKey()));
      return signed(builder, key);
    } catch (CertIOException | GeneralSecurityException e) {
      throw new IllegalStateException("Expected to sign for %s, but: %s".formatted(identity, e), e);
    }
  }

  /** Controllers accept and dial; agents only dial. */
  private static ExtendedKeyUsage purposes(Role role) {
    return new ExtendedKeyUsage(
        switch (role) {
          case CONTROLLER ->
              new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
          case NODE -> new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth};
        });
  }

  private static GeneralName host(String host) {
    try {
      return new GeneralName(GeneralName.iPAddress, InetAddress.ofLiteral(host).getHostAddress());
    } catch (IllegalArgumentException noAddress) {
      return new GeneralName(GeneralName.dNSName, host);
    }
  }

  private static X500Name name(String text) {
    String fitting =
        text.length() <= LONGEST_COMMON_NAME
            ? text
            : text.substring(0, LONGEST_COMMON_NAME - 3) + "...";
    return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, fitting).build();
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(0);
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
