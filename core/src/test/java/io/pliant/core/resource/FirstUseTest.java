package io.pliant.core.resource;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that use one another may come first out of a journal or an answer, whichever it is. */
class FirstUseTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "NodeChoice",
        "NodeTerms",
        "NodeTraits",
        "NodeCapacity",
        "NodeConstraint",
        "Features",
        "ResourceRequest",
        "Kinds",
        "Licences",
        "Devices"
      })
  void shouldBeThereWhicheverIsUsedFirst(String name) throws Exception {
    try (URLClassLoader fresh =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      assertThatCode(() -> Class.forName("io.pliant.core.resource." + name, true, fresh))
          .doesNotThrowAnyException();
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
