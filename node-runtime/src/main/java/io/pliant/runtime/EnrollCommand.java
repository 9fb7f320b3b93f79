package io.pliant.runtime;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.actors.wire.MalformedFrame;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.ControllerMessage;
import io.pliant.identity.Authority;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import io.pliant.identity.Role;
import io.pliant.runtime.security.EnrollProof;
import io.pliant.runtime.security.EnrollTrust;
import io.pliant.runtime.security.EnrollWord;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.NodeSection;
import io.pliant.runtime.settings.SecuritySettings.IdentityFiles;
import io.pliant.runtime.settings.SettingsException;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * On a new node: makes a key there, and gets a certificate for it with a one-time word. The key
 * leaves the node never, the word only once the controller has shown that it is of the cluster that
 * the word names.
 */
final class EnrollCommand {
  private static final int PATIENCE_MILLIS = 15_000;
  private static final int LARGEST_ANSWER = 256 * 1024;

  private EnrollCommand() {}

  /**
   * Writes the files that {@code pliant.security.identity} names.
   *
   * @param given the word, or {@code -} to read it from standard input, where no user of the host
   *     sees it
   */
  static void run(NodeSection section, String given, PrintStream out) throws IOException {
    EnrollWord word = EnrollWord.parse(given.equals("-") ? line() : given);
    IdentityFiles files = section.security().identity();
    if (files == null) {
      throw new SettingsException(
          "Expected pliant.node.identity (or security.identity) to name the files of certificate, key and controllers-authority, but it is empty. They are written by this.");
    }
    KeyPair pair = Authority.keyPair();
    List<String> failures = new ArrayList<>();
    for (HostPort controller : section.controllers()) {
      try {
        EnrollTrust trust = new EnrollTrust(word.authority(), section.clusterName());
        ControllerMessage answer = ask(controller, trust, word, pair);
        if (answer instanceof ControllerMessage.Enrolled enrolled) {
          X509Certificate certificate = checked(enrolled, section, pair);
          write(files, certificate, trust.authority(), pair);
          out.printf(
              "Enrolled %s until %s.%n", enrolled.nodes(), certificate.getNotAfter().toInstant());
          return;
        }
        String reason =
            answer instanceof ControllerMessage.Rejected(String why) ? why : "an odd answer";
        throw new IllegalStateException(
            "Expected a certificate from %s, but: %s".formatted(controller, reason));
      } catch (IOException | MalformedFrame e) {
        failures.add(controller + ": " + e.getMessage());
      }
    }
    throw new IOException(
        "Expected one of pliant.node.controllers to answer, but none did: "
            + String.join("; ", failures));
  }

  private static ControllerMessage ask(
      HostPort controller, EnrollTrust trust, EnrollWord word, KeyPair pair) throws IOException {
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(controller.host(), controller.port()), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      try (SSLSocket socket =
          (SSLSocket)
              trust
                  .context()
                  .getSocketFactory()
                  .createSocket(plain, controller.host(), controller.port(), true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        byte[] request = AgentFrames.encode(EnrollProof.request(word, pair));
        DataOutputStream to = new DataOutputStream(socket.getOutputStream());
        to.writeInt(request.length);
        to.write(request);
        to.flush();
        DataInputStream from = new DataInputStream(socket.getInputStream());
        int length = from.readInt();
        if (length < 0 || length > LARGEST_ANSWER) {
          throw new IOException("an answer of " + Integer.toUnsignedLong(length) + " bytes");
        }
        return AgentFrames.decodeControllerMessage(from.readNBytes(length));
      }
    }
  }

  private static X509Certificate checked(
      ControllerMessage.Enrolled enrolled, NodeSection section, KeyPair pair) throws IOException {
    List<X509Certificate> chain = PemFile.certificates(enrolled.certificate());
    X509Certificate certificate = chain.getFirst();
    if (!certificate.getPublicKey().equals(pair.getPublic())) {
      throw new IllegalStateException(
          "Expected a certificate for the key made here, but got another.");
    }
    try {
      Identity identity = Identity.of(certificate);
      Set<NodeName> named = new HashSet<>(Hostlist.expand(identity.name()));
      if (identity.role() != Role.NODE
          || !identity.cluster().equals(section.clusterName())
          || !named.containsAll(Hostlist.expand(section.names()))) {
        throw new IllegalStateException(
            "Expected a word for the nodes %s of pliant.node.names, but it is for %s. Make another word."
                .formatted(section.names(), identity));
      }
      return certificate;
    } catch (CertificateException e) {
      throw new IllegalStateException(
          "Expected a certificate of a node, but: " + e.getMessage(), e);
    }
  }

  private static void write(
      IdentityFiles files, X509Certificate certificate, X509Certificate authority, KeyPair pair)
      throws IOException {
    for (Path file : List.of(files.certificate(), files.key(), files.controllersAuthority())) {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    }
    PemFile.write(files.controllersAuthority(), List.of(authority));
    PemFile.write(files.key(), pair.getPrivate());
    PemFile.write(files.certificate(), List.of(certificate));
  }

  private static String line() throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return line == null ? "" : line;
  }
}
