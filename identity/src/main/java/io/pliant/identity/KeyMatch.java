package io.pliant.identity;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Tells whether a private key belongs to a public one. */
final class KeyMatch {
  private static final byte[] PROBE = {'p', 'l', 'i', 'a', 'n', 't'};

  private KeyMatch() {}

  static boolean fits(PublicKey open, PrivateKey secret) {
    String algorithm =
        switch (secret.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> secret.getAlgorithm();
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(secret);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a key of another kind
    }
  }
}
