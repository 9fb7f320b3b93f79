package io.pliant.runtime;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import io.pliant.runtime.settings.LogFormat;
import java.util.Iterator;
import org.slf4j.LoggerFactory;

/** The form in which this process writes its log to standard output. */
final class LogOutput {
  private LogOutput() {}

  /** Writes in this form from here on; what was said before the configuration was read is text. */
  static void use(LogFormat format) {
    if (format == LogFormat.JSON) {
      useJson((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME));
    }
  }

  static void useJson(Logger root) {
    Iterator<Appender<ILoggingEvent>> appenders = root.iteratorForAppenders();
    while (appenders.hasNext()) {
      if (appenders.next() instanceof OutputStreamAppender<ILoggingEvent> output) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(root.getLoggerContext());
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        output.setEncoder(encoder);
      }
    }
  }
}
