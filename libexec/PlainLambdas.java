import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Makes lambdas that can be serialized into such that cannot. The cache of a training run (JEP 483) holds lambdas of {@code
 * LambdaMetafactory.metafactory} ready to use; those of {@code altMetafactory}, which all of Scala's are, each process makes
 * anew: some 1200 classes at the start of a controller. Java's serialization is off here, so nothing misses it.
 *
 * <p>What is asked of {@code altMetafactory} may be more: marker interfaces, or bridges. Lambdas with markers stay as they
 * are, and with bridges as well, but for those that are a {@code scala.FunctionN}: their bridges have the types of the body,
 * and whoever calls a {@code FunctionN} calls its own method.
 *
 * <p>Only the table of bootstrap methods changes, and five constants are added; no code does (JVM specification, 4.4 and
 * 4.7.23).
 *
 * <p>Usage: java PlainLambdas.java FOLDER...
 */
final class PlainLambdas {
  private static final int SERIALIZABLE = 1;
  private static final int BRIDGES = 4;
  private static final int PLAIN_ARGUMENTS = 3;
  private static final int NEW_CONSTANTS = 5;
  private static final int MOST_CONSTANTS = 0xFFFF;
  private static final String FUNCTION_OF_SCALA = "Lscala/(runtime/java8/J)?Function\\d+[a-zA-Z$]*;";
  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final String PLAIN_TYPE =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
          + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

  private PlainLambdas() {}

  public static void main(String[] args) throws IOException {
    for (String folder : args) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        for (Path jar : jars) {
          rewrite(jar);
        }
      }
    }
  }

  private static void rewrite(Path path) throws IOException {
    Map<String, byte[]> changed = new HashMap<>();
    int lambdas = 0;
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      for (JarEntry entry : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        ClassBytes bytes = new ClassBytes(jar.getInputStream(entry).readAllBytes());
        int plain = bytes.makeLambdasPlain();
        if (plain > 0) {
          lambdas += plain;
          changed.put(entry.getName(), bytes.all());
        }
      }
      if (lambdas == 0) {
        return;
      }
      Path plain = path.resolveSibling(path.getFileName() + ".new");
      try (OutputStream file = Files.newOutputStream(plain);
          JarOutputStream out = new JarOutputStream(file)) {
        for (JarEntry entry : jar.stream().toList()) {
          JarEntry copy = new JarEntry(entry.getName());
          copy.setTime(entry.getTime());
          out.putNextEntry(copy);
          byte[] bytes = changed.get(entry.getName());
          out.write(bytes != null ? bytes : jar.getInputStream(entry).readAllBytes());
          out.closeEntry();
        }
      }
      Files.move(plain, path, StandardCopyOption.REPLACE_EXISTING);
    }
    System.out.println(path + ": " + lambdas + " lambdas made plain");
  }

  /** The parts of a class file that matter here: where its constants and its bootstrap methods are. */
  private static final class ClassBytes {
    private static final int FIRST_CONSTANT = 10;
    private final ByteBuffer in;
    private final int[] constants;
    private final int endOfConstants;
    private byte[] out = {};

    ClassBytes(byte[] bytes) {
      in = ByteBuffer.wrap(bytes);
      int count = in.getChar(FIRST_CONSTANT - 2);
      constants = new int[count];
      int at = FIRST_CONSTANT;
      for (int i = 1; i < count; i++) {
        constants[i] = at;
        int tag = in.get(at);
        at += 1 + switch (tag) {
          case 1 -> 2 + in.getChar(at + 1);
          case 7, 8, 16, 19, 20 -> 2;
          case 15 -> 3;
          case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
          case 5, 6 -> 8;
          default -> throw new IllegalStateException("Expected a constant, but got one of kind " + tag + ".");
        };
        i += tag == 5 || tag == 6 ? 1 : 0;
      }
      endOfConstants = at;
    }

    byte[] all() {
      return out;
    }

    /** How many lambdas were made plain; none, and nothing is changed. */
    int makeLambdasPlain() {
      int factory = altMetafactory();
      boolean room = constants.length + NEW_CONSTANTS <= MOST_CONSTANTS;
      int table = factory == 0 || !room ? 0 : bootstrapMethods();
      if (table == 0) {
        return 0;
      }
      Map<Integer, Set<String>> results = results();
      List<byte[]> entries = new ArrayList<>();
      int plain = 0;
      int at = table + 8;
      for (int i = 0; i < in.getChar(table + 6); i++) {
        int arguments = in.getChar(at + 2);
        boolean change = in.getChar(at) == factory && isPlain(at + 4, arguments, results.getOrDefault(i, Set.of()));
        int kept = change ? PLAIN_ARGUMENTS : arguments;
        ByteBuffer entry = ByteBuffer.allocate(4 + 2 * kept);
        entry.putChar((char) (change ? constants.length + 4 : in.getChar(at))).putChar((char) kept);
        entry.put(in.array(), at + 4, 2 * kept);
        entries.add(entry.array());
        plain += change ? 1 : 0;
        at += 4 + 2 * arguments;
      }
      if (plain > 0) {
        out = write(in.getChar(constants[factory] + 2), table, at, entries);
      }
      return plain;
    }

    private byte[] write(int oldMethod, int table, int end, List<byte[]> entries) {
      try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          DataOutputStream to = new DataOutputStream(bytes)) {
        int count = constants.length;
        to.write(in.array(), 0, FIRST_CONSTANT - 2);
        to.writeShort(count + NEW_CONSTANTS);
        to.write(in.array(), FIRST_CONSTANT, endOfConstants - FIRST_CONSTANT);
        to.writeByte(1);
        to.writeUTF("metafactory");
        to.writeByte(1);
        to.writeUTF(PLAIN_TYPE);
        to.writeByte(12);
        to.writeShort(count);
        to.writeShort(count + 1);
        to.writeByte(10);
        to.writeShort(in.getChar(constants[oldMethod] + 1));
        to.writeShort(count + 2);
        to.writeByte(15);
        to.writeByte(6);
        to.writeShort(count + 3);
        to.write(in.array(), endOfConstants, table + 2 - endOfConstants);
        to.writeInt(2 + entries.stream().mapToInt(e -> e.length).sum());
        to.writeShort(entries.size());
        for (byte[] entry : entries) {
          to.write(entry);
        }
        to.write(in.array(), end, in.capacity() - end);
        return bytes.toByteArray();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private boolean isPlain(int at, int arguments, Set<String> results) {
      int flags = arguments > PLAIN_ARGUMENTS ? integer(at, PLAIN_ARGUMENTS) : 0;
      return flags == SERIALIZABLE
          || flags == (SERIALIZABLE | BRIDGES)
              && (integer(at, PLAIN_ARGUMENTS + 1) == 0 || results.stream().allMatch(r -> r.matches(FUNCTION_OF_SCALA)));
    }

    private int integer(int arguments, int which) {
      return in.getInt(constants[in.getChar(arguments + 2 * which)] + 1);
    }

    /** The types that each bootstrap method's call sites make. */
    private Map<Integer, Set<String>> results() {
      Map<Integer, Set<String>> results = new HashMap<>();
      for (int constant : constants) {
        if (constant != 0 && in.get(constant) == 18) {
          String type = text(in.getChar(constants[in.getChar(constant + 3)] + 3));
          results.computeIfAbsent((int) in.getChar(constant + 1), _ -> new HashSet<>()).add(type.substring(type.indexOf(')') + 1));
        }
      }
      return results;
    }

    /** The constant that is a handle of {@code altMetafactory}; 0 when there is none. */
    private int altMetafactory() {
      for (int i = 1; i < constants.length; i++) {
        if (constants[i] != 0 && in.get(constants[i]) == 15 && in.get(constants[i] + 1) == 6) {
          int method = constants[in.getChar(constants[i] + 2)];
          int name = constants[in.getChar(method + 3)];
          if (text(in.getChar(constants[in.getChar(method + 1)] + 1)).equals(FACTORY)
              && text(in.getChar(name + 1)).equals("altMetafactory")) {
            return i;
          }
        }
      }
      return 0;
    }

    /** Where the attribute of this name begins; 0 when there is none. */
    private int bootstrapMethods() {
      int at = endOfConstants + 6;
      at += 2 + 2 * in.getChar(at);
      at = afterMembers(afterMembers(at));
      int count = in.getChar(at);
      at += 2;
      for (int i = 0; i < count; i++) {
        if (text(in.getChar(at)).equals("BootstrapMethods")) {
          return at;
        }
        at += 6 + in.getInt(at + 2);
      }
      return 0;
    }

    private int afterMembers(int table) {
      int at = table + 2;
      for (int i = 0; i < in.getChar(table); i++) {
        int attributes = in.getChar(at + 6);
        at += 8;
        for (int k = 0; k < attributes; k++) {
          at += 6 + in.getInt(at + 2);
        }
      }
      return at;
    }

    private String text(int constant) {
      int at = constants[constant];
      return new String(in.array(), at + 3, in.getChar(at + 1), StandardCharsets.UTF_8);
    }
  }
}
