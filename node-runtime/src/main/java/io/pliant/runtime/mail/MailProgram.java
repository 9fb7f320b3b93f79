package io.pliant.runtime.mail;

import io.pliant.core.job.Mail;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls the site's program for one mail as Slurm calls its {@code MailProg}: {@code -s SUBJECT
 * ADDRESS}, never through a shell, with the job's facts as variables. The body comes on standard
 * input; it is small enough for the pipe, so that a program that does not read holds nobody up.
 */
final class MailProgram {
  private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "LC_ALL");
  private static final int MOST_BODY = 32 * 1024;
  private static final int MOST_SAID = 200;

  private final MailSettings settings;
  private final String clusterName;

  MailProgram(MailSettings settings, String clusterName) {
    this.settings = settings;
    this.clusterName = clusterName;
  }

  /** Sends it; null, or why it was not sent. When interrupted, the program runs on by itself. */
  @Nullable String send(Mail mail) throws InterruptedException {
    Process process;
    try {
      process = start(mail);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
    hand(process, mail);
    if (!process.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      return "it took longer than %d s".formatted(settings.timeout().toSeconds());
    }
    return process.exitValue() == 0
        ? null
        : "it ended with code %d: %s".formatted(process.exitValue(), said(process));
  }

  private Process start(Mail mail) throws IOException {
    List<String> command = new ArrayList<>(settings.command());
    command.addAll(List.of("-s", mail.subject(), address(mail.address())));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    environment.putAll(mail.variables());
    environment.put("SLURM_CLUSTER_NAME", clusterName);
    return builder.start();
  }

  private String address(String addresses) {
    return Arrays.stream(addresses.split(",", -1))
        .map(one ->
            one.contains("@") || settings.domain().isEmpty() ? one : one + "@" + settings.domain())
        .collect(Collectors.joining(","));
  }

  private static void hand(Process process, Mail mail) {
    byte[] body = (String.join("\n", mail.body()) + "\n").getBytes(StandardCharsets.UTF_8);
    try (OutputStream input = process.getOutputStream()) {
      input.write(body, 0, Math.min(body.length, MOST_BODY));
    } catch (IOException _) {
      return; // it closed its input: how it ends says whether that was meant
    }
  }

  /** What an ended process left in the pipe; waits for nobody who may still hold its other end. */
  private static String said(Process process) {
    try (InputStream pipe = process.getInputStream()) {
      int there = Math.min(pipe.available(), MOST_SAID);
      return new String(pipe.readNBytes(there), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
