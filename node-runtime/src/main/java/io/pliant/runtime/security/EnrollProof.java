package io.pliant.runtime.security;

import io.pliant.core.node.AgentMessage;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** A request for a certificate is signed with the key that it is for. */
public final class EnrollProof {
  private static final String ALGORITHM = "SHA256withECDSA";
  private static final int MOST = 1024;
  private static final int BITS = 256;

  private EnrollProof() {}

  /** The request of the owner of a key pair. */
  public static AgentMessage.Enroll request(EnrollWord word, KeyPair pair) {
    String key = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(pair.getPrivate());
      signature.update(signed(word.secret(), key));
      String proof = Base64.getEncoder().encodeToString(signature.sign());
      return new AgentMessage.Enroll(AgentMessage.PROTOCOL, word.secret(), key, proof);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected to sign with an EC key, but: " + e, e);
    }
  }

  /** The key of a request; throws when whoever sent it does not have it. */
  public static PublicKey check(AgentMessage.Enroll request) throws GeneralSecurityException {
    if (request.secret().length() > MOST
        || request.key().length() > MOST
        || request.proof().length() > MOST) {
      throw new InvalidKeyException("a part of more than " + MOST + " characters");
    }
    try {
      PublicKey key =
          KeyFactory.getInstance("EC")
              .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(request.key())));
      if (!(key instanceof ECPublicKey curve)
          || curve.getParams().getCurve().getField().getFieldSize() != BITS) {
        throw new InvalidKeyException("a key that is not on P-256");
      }
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(signed(request.secret(), request.key()));
      if (!signature.verify(Base64.getDecoder().decode(request.proof()))) {
        throw new SignatureException("the signature is of another key");
      }
      return key;
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("no Base64", e);
    }
  }

  private static byte[] signed(String secret, String key) {
    return ("pliant enroll request\n" + secret + "\n" + key).getBytes(StandardCharsets.UTF_8);
  }
}
