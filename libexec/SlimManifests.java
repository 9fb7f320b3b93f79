import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Takes the sections of single files out of the manifests of jars, with the signatures that need them. The virtual
 * machine keeps every manifest in memory: of the jars of Bouncy Castle and of Scala that was 9 MB of heap in each
 * controller and agent. What was signed is checked by Maven, by the checksums of the repository.
 *
 * <p>Usage: java SlimManifests.java FOLDER...
 */
final class SlimManifests {
  private static final int FEW = 20;

  private SlimManifests() {}

  public static void main(String[] args) throws IOException {
    for (String folder : args) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        for (Path jar : jars) {
          slim(jar);
        }
      }
    }
  }

  private static void slim(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      Manifest manifest = jar.getManifest();
      if (manifest == null || manifest.getEntries().size() <= FEW) {
        return;
      }
      int sections = manifest.getEntries().size();
      manifest.getEntries().clear();
      Path slim = path.resolveSibling(path.getFileName() + ".new");
      try (OutputStream file = Files.newOutputStream(slim);
          JarOutputStream out = new JarOutputStream(file, manifest)) {
        for (JarEntry entry : jar.stream().filter(SlimManifests::stays).toList()) {
          JarEntry copy = new JarEntry(entry.getName());
          copy.setTime(entry.getTime());
          out.putNextEntry(copy);
          jar.getInputStream(entry).transferTo(out);
          out.closeEntry();
        }
      }
      Files.move(slim, path, StandardCopyOption.REPLACE_EXISTING);
      System.out.println(path + ": " + sections + " sections fewer");
    }
  }

  private static boolean stays(JarEntry entry) {
    String name = entry.getName().toUpperCase(Locale.ROOT);
    boolean signature = name.startsWith("META-INF/") && name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)");
    return !entry.isDirectory() && !signature && !name.equals(JarFile.MANIFEST_NAME);
  }
}
