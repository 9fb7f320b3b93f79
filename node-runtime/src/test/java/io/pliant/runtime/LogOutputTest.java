package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LogOutputTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final LogbackMDCAdapter context = new LogbackMDCAdapter();
  private final Logger log = logger();

  private Logger logger() {
    LoggerContext loggers = new LoggerContext();
    loggers.setMDCAdapter(context);
    PatternLayout layout = new PatternLayout();
    layout.setContext(loggers);
    layout.setPattern("%msg%n");
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> text = new LayoutWrappingEncoder<>();
    text.setContext(loggers);
    text.setLayout(layout);
    text.start();
    OutputStreamAppender<ILoggingEvent> output = new OutputStreamAppender<>();
    output.setContext(loggers);
    output.setEncoder(text);
    output.setOutputStream(written);
    output.start();
    Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(output);
    return root;
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void shouldWriteAnObjectWithItsContextInEachLine() throws Exception {
    log.info("before the configuration was read");
    LogOutput.useJson(log);
    context.put("job", "42");
    context.put("term", "7");
    log.warn("a name with \"quotes\", a\nline and {}", "an argument");
    context.clear();
    log.error("bad", new IllegalStateException("why"));

    assertThat(lines()).hasSize(3).first().isEqualTo("before the configuration was read");
    JsonNode first = new ObjectMapper().readTree(lines().get(1));
    assertThat(first.get("level").asText()).isEqualTo("WARN");
    assertThat(first.get("formattedMessage").asText())
        .isEqualTo("a name with \"quotes\", a\nline and an argument");
    assertThat(first.get("mdc").get("job").asText()).isEqualTo("42");
    assertThat(first.get("mdc").get("term").asText()).isEqualTo("7");
    assertThat(first.get("timestamp").asLong()).isPositive();
    JsonNode second = new ObjectMapper().readTree(lines().get(2));
    assertThat(second.get("mdc").size()).isZero();
    assertThat(second.get("throwable").get("message").asText()).isEqualTo("why");
  }
}
