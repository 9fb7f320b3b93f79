package io.pliant.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The quick clients in a tree of their own, whose full command and whose controller tell what they
 * were asked.
 */
final class QuickClients implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  static final Path ROOT = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
  private static final String FULL =
      """
      #!/bin/bash
      [[ ${PLIANT_FULL_CLIENT:-} == sbatch ]] || exit 9
      echo "$PLIANT_SUBMISSION_KEY" >"${0%/*}/key"
      echo "$@" >"${0%/*}/handed-over"
      """;

  /** Which of the two. */
  enum Client {
    PERL,
    COMPILED
  }

  /**
   * What came of a run.
   *
   * @param said standard output
   * @param asked body of the request without its key, or null when none came
   * @param handedOver words of the full command, which had the key of the request, or null
   */
  record Outcome(int exit, String said, @Nullable ObjectNode asked, @Nullable String handedOver) {}

  private final Path home;
  private final Path work;
  private final Path program;
  private final ServerSocketChannel controller;
  private String before = ":";

  /**
   * @param folder of all that is made
   * @param program the compiled client, which need not be there
   */
  QuickClients(Path folder, Path program) throws IOException {
    home = folder.resolve("home");
    work = Files.createDirectories(folder.resolve("work"));
    Path dist = Files.createDirectories(home.resolve("target/dist"));
    Path cluster = Files.createDirectories(work.resolve("cluster"));
    Files.createDirectories(home.resolve("libexec/quick"));
    for (String name : List.of("connection.pl", "submit.pl")) {
      Files.copy(ROOT.resolve("libexec/quick/" + name), home.resolve("libexec/quick/" + name));
    }
    Path full = Files.writeString(home.resolve("pliant"), FULL);
    Files.setPosixFilePermissions(full, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(dist.resolve("submit.options"), OptionTable.ofSubmit());
    Path socket = cluster.resolve("s");
    Files.writeString(
        cluster.resolve("cluster.json"),
        "{\"controllers\": [{\"name\": \"c\", \"socket\" : \"%s\"}]}".formatted(socket));
    controller = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    controller.bind(UnixDomainSocketAddress.of(socket));
    this.program = program;
  }

  /** Compiles the client into a file. Returns false where there is no compiler. */
  static boolean compile(Path program) throws IOException, InterruptedException {
    String script = ROOT.resolve("cli/src/main/c/pliant-submit/build.sh").toString();
    Process build =
        new ProcessBuilder(script, program.toString()).redirectErrorStream(true).start();
    String log = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = build.waitFor();
    assertThat(status).as(log).isIn(0, 3);
    return status == 0;
  }

  Path home() {
    return home;
  }

  Path work() {
    return work;
  }

  private boolean has(Client client) {
    return client == Client.PERL || Files.exists(program);
  }

  /** A line of the shell from which the client is started. */
  void before(String line) {
    before = line;
  }

  /** Runs a client; a controller that is asked accepts with this content. */
  Outcome run(Client client, String content, List<String> words) throws Exception {
    return runRaw(
        client,
        "HTTP/1.1 201 Created\r\ncontent-length: %d\r\n\r\n%s".formatted(content.length(), content),
        words);
  }

  /**
   * Runs a client; a controller that is asked answers with this and hangs up, or with null waits.
   */
  Outcome runRaw(Client client, @Nullable String answer, List<String> words) throws Exception {
    assumeTrue(has(client), "there is no C compiler");
    Files.deleteIfExists(home.resolve("handed-over"));
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", before + "; exec \"$@\"", "sh"));
    command.addAll(
        client == Client.COMPILED
            ? List.of(program.toString())
            : List.of("perl", home.resolve("libexec/quick/submit.pl").toString()));
    command.addAll(List.of(home.toString(), "sbatch", "submit"));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
    builder.environment().keySet().removeIf(name -> name.matches("SBATCH_.*|SLURM_.*|PLIANT_.*|_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "ODD", "é\u0001\"\\", "PLIANT_TOKEN", "secret", "PLIANT_HOME", work + "/cluster"));
    Heard heard = new Heard();
    Thread listening = Thread.ofVirtual().start(() -> listen(answer, heard));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    wake();
    listening.join();
    ObjectNode asked = heard.body == null ? null : (ObjectNode) JSON.readTree(heard.body);
    String key = asked == null ? null : asked.remove("submissionKey").asText();
    return new Outcome(process.exitValue(), said, asked, handedOver(key));
  }

  private @Nullable String handedOver(@Nullable String sent) throws IOException {
    Path words = home.resolve("handed-over");
    if (!Files.exists(words)) {
      return null;
    }
    if (sent != null) {
      assertThat(Files.readString(home.resolve("key")).strip()).isEqualTo(sent);
    }
    return Files.readString(words).strip();
  }

  /** Ends the listening when nobody has asked. */
  private void wake() throws IOException {
    if (controller.isOpen()) {
      try (SocketChannel channel = SocketChannel.open(controller.getLocalAddress())) {
        assertThat(channel.isConnected()).isTrue();
      }
    }
  }

  private static final class Heard {
    private byte @Nullable [] body;
  }

  private void listen(@Nullable String answer, Heard heard) {
    try {
      while (controller.isOpen()) {
        try (SocketChannel asking = controller.accept()) {
          byte[] body = request(asking);
          if (body == null) {
            return;
          }
          heard.body = body;
          if (answer == null) {
            assertThat(asking.read(ByteBuffer.allocate(1))).isNegative();
            continue;
          }
          ByteBuffer bytes = ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8));
          while (bytes.hasRemaining()) {
            asking.write(bytes);
          }
        }
      }
    } catch (IOException gone) {
      System.err.println("Controller: " + gone);
    }
  }

  /** Body of a request, or null where the connection ends before one. */
  private static byte @Nullable [] request(SocketChannel asking) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer some = ByteBuffer.allocate(1 << 16);
    while (asking.read(some) >= 0) {
      all.write(some.array(), 0, some.position());
      some.clear();
      String text = all.toString(StandardCharsets.ISO_8859_1);
      int end = text.indexOf("\r\n\r\n") + 4;
      if (end >= 4) {
        assertThat(text).startsWith("POST /v1/jobs HTTP/1.1\r\n");
        String length =
            text.substring(0, end).replaceAll("(?s).*\r\nContent-Length: (\\d+)\r\n.*", "$1");
        if (text.length() == end + Integer.parseInt(length)) {
          return text.substring(end).getBytes(StandardCharsets.ISO_8859_1);
        }
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    controller.close();
  }
}
