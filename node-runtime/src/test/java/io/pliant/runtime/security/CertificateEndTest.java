package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class CertificateEndTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void shouldWarnInTheLastThirtyDays() {
    assertThat(ending(31).warning(NOW)).isNull();
    assertThat(ending(30).warning(NOW)).contains("in 30 days").contains("/etc/own.pem");
    assertThat(ending(-1).warning(NOW)).contains("ended at").contains("Renew it, then start");
    assertThat(CertificateEnd.warnings(List.of(ending(400), ending(2)), NOW)).hasSize(1);
  }

  @Test
  void shouldSayItInTheLogAgainAndAgain() throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(2);
    Logger log = (Logger) LoggerFactory.getLogger(CertificateWatch.class);
    AppenderBase<ILoggingEvent> ear =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().contains("in 2 days")) {
              heard.countDown();
            }
          }
        };
    ear.setContext(log.getLoggerContext());
    ear.start();
    log.addAppender(ear);
    try (CertificateWatch watch =
        CertificateWatch.start(
            List.of(ending(2)), InstantSource.fixed(NOW), Duration.ofMillis(10))) {
      assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      log.detachAppender(ear);
    }
  }

  private static CertificateEnd ending(int days) {
    return new CertificateEnd(
        Path.of("/etc/own.pem"), "node n1", NOW.plus(Duration.ofDays(days)), "Renew it");
  }
}
