package io.pliant.runtime.controller.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of the web console, of the module {@code console}: all in memory, some 300 kB, so that
 * a request opens nothing and no path leads out of them.
 */
public final class ConsoleFiles {
  private static final String FOLDER = "/io/pliant/console/";
  private static final String START = "index.html";

  private final Map<String, File> byPath;

  /**
   * One file.
   *
   * @param type its content type
   * @param etag quoted, of its content
   */
  public record File(String type, byte[] bytes, byte[] zipped, String etag) {}

  private ConsoleFiles(Map<String, File> byPath) {
    this.byPath = Map.copyOf(byPath);
  }

  /** Reads all files that {@code files.txt} names. */
  public static ConsoleFiles load() {
    Map<String, File> files = new HashMap<>();
    for (String line : lines()) {
      // name below /console/, and for a library's file the resource that it is
      String[] words = line.split(" ", -1);
      String name = words[0];
      String resource =
          words.length == 1 ? FOLDER + name : "/META-INF/resources/webjars/" + words[1];
      files.put(name.equals(START) ? "/" : "/console/" + name, file(name, bytes(resource)));
    }
    return new ConsoleFiles(files);
  }

  /** The file of a request's path, or null when the path is none of the console's. */
  public @Nullable File at(String path) {
    return byPath.get(path);
  }

  /** All paths. */
  public List<String> paths() {
    return byPath.keySet().stream().sorted().toList();
  }

  private static List<String> lines() {
    return new String(bytes(FOLDER + "files.txt"), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static File file(String name, byte[] bytes) {
    try {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
        out.write(bytes);
      }
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new File(
          type(name),
          bytes,
          zipped.toByteArray(),
          '"' + HexFormat.of().formatHex(hash, 0, 12) + '"');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in this JDK, but: " + e, e);
    }
  }

  private static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return switch (ending) {
      case "html" -> "text/html;charset=utf-8";
      case "js" -> "text/javascript;charset=utf-8";
      case "css" -> "text/css;charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalStateException("Expected a known kind of file, but got " + name);
    };
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = ConsoleFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected %s in the program, but it is missing.".formatted(resource));
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
