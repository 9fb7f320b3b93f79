package io.pliant.e2e;

import static io.pliant.e2e.RunningCluster.PATIENCE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The web console in the real, headless Chromium of this host. */
final class ConsoleBrowser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private final ChromeDriver driver;

  private ConsoleBrowser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** True when this host has what it takes. */
  static boolean isThere() {
    return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
  }

  /**
   * A browser of its own.
   *
   * @param profile an empty folder
   */
  static ConsoleBrowser open(Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    ConsoleBrowser browser = new ConsoleBrowser(new ChromeDriver(service, options));
    browser.resize(1280, 900);
    return browser;
  }

  void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  void open(String url) {
    driver.get("about:blank"); // else a change of the fragment alone loads nothing
    driver.get(url);
  }

  /** Goes to a page as a click on a link does. */
  void page(String hash) {
    script("location.hash = arguments[0]", hash);
  }

  /** Goes to a page and waits until all that it asks the cluster at once is answered and drawn. */
  void settledPage(String hash) {
    page(hash);
    asyncScript(
        """
        const done = arguments[arguments.length - 1];
        let calm = 0;
        const look = () => {
          calm = document.documentElement.dataset.asking === 'true' ? 0 : calm + 1;
          if (calm > 5) done(); else requestAnimationFrame(look);
        };
        look();
        """);
  }

  /** What a person reads. */
  String text() {
    return String.valueOf(script("return document.body.innerText"));
  }

  void awaitText(String text) {
    await("the text '" + text + "'", () -> text().contains(text));
  }

  void await(String what, BooleanSupplier condition) {
    RunningCluster.await(
        what, PATIENCE, () -> holds(condition), () -> text() + "\n" + complaints());
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (StaleElementReferenceException drawnAnew) {
      return false;
    }
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  WebElement one(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Clicks on the button with that word. */
  void press(String word) {
    await("a button " + word, () -> button(word) != null);
    script("arguments[0].click()", Objects.requireNonNull(button(word)));
  }

  private @Nullable WebElement button(String word) {
    List<WebElement> buttons = all("button");
    // the last one: those of a question are behind the others
    for (int i = buttons.size() - 1; i >= 0; i--) {
      if (buttons.get(i).getText().equals(word)) {
        return buttons.get(i);
      }
    }
    return null;
  }

  @Nullable Object script(String text, Object... arguments) {
    return driver.executeScript(text, arguments);
  }

  @Nullable Object asyncScript(String text, Object... arguments) {
    driver.manage().timeouts().scriptTimeout(PATIENCE);
    return driver.executeAsyncScript(text, arguments);
  }

  /** Errors and warnings that the browser has noted since the last call. */
  List<String> complaints() {
    List<String> all = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        all.add(entry.getMessage());
      }
    }
    return all;
  }

  /** What axe-core finds against the accessibility of the page, one line each. */
  List<String> violations() {
    if (!Boolean.TRUE.equals(script("return typeof axe === 'object'"))) {
      script(axe());
    }
    Object found =
        asyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then((result) =>
              done(result.violations.map((one) =>
                `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150) + ' ' + node.failureSummary).join(' | ')}`)),
              (error) => done([String(error)]));
            """);
    return ((List<?>) Objects.requireNonNull(found)).stream().map(String::valueOf).toList();
  }

  private static String axe() {
    try (InputStream in = ConsoleBrowser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the page is shown as on a dark desktop. */
  void dark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  void screenshot(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
