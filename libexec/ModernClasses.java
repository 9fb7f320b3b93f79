import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Rewrites the classes of a jar that were compiled for Java 5 in the form of Java 8, with stack maps.
 * The virtual machine keeps no class older than Java 6 in its cache, and must verify each one anew: for
 * picocli that is more than half of the start-up time of a command.
 *
 * <p>Usage: java ModernClasses.java JAR NEW_JAR
 */
final class ModernClasses {
  private static final int JAVA_8 = ClassFile.JAVA_8_VERSION;

  private ModernClasses() {}

  public static void main(String[] args) throws IOException {
    Path source = Path.of(args[0]);
    try (JarFile jar = new JarFile(source.toFile());
        URLClassLoader loader = new URLClassLoader(new URL[] {source.toUri().toURL()});
        OutputStream file = Files.newOutputStream(Path.of(args[1]));
        JarOutputStream out = new JarOutputStream(file)) {
      ClassFile classFile =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)));
      for (JarEntry entry : jar.stream().filter(e -> !e.isDirectory()).toList()) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(isOld(entry.getName(), bytes) ? modern(classFile, bytes) : bytes);
        out.closeEntry();
      }
    }
  }

  private static boolean isOld(String name, byte[] bytes) {
    return name.endsWith(".class") && (bytes[7] & 0xff) < JAVA_8;
  }

  private static byte[] modern(ClassFile classFile, byte[] bytes) {
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(JAVA_8, 0);
          } else {
            builder.with(element);
          }
        };
    return classFile.transformClass(
        classFile.parse(bytes),
        version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
  }
}
