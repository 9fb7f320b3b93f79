package io.pliant.core.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A fresh self-signed certificate for an address of this host and its key, as PEM files. */
public record PemFiles(Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Makes them in {@code dir} with the JDK's keytool. */
  public static PemFiles make(Path dir, String algorithm)
      throws IOException, GeneralSecurityException, InterruptedException {
    return make(dir, algorithm, "127.0.0.1");
  }

  /** The same for another address. */
  public static PemFiles make(Path dir, String algorithm, String address)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = dir.resolve("store.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + address,
                "-ext",
                "san=ip:" + address + (address.equals("127.0.0.1") ? ",dns:localhost" : ""),
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("keytool.log").toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("keytool failed: " + Files.readString(dir.resolve("keytool.log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    Path certificate = dir.resolve("cert.pem");
    Path key = dir.resolve("key.pem");
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate("own").getEncoded()));
    Files.writeString(key, pem("PRIVATE KEY", keys.getKey("own", PASSWORD).getEncoded()));
    return new PemFiles(certificate, key);
  }

  private static String pem(String kind, byte[] bytes) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }
}
