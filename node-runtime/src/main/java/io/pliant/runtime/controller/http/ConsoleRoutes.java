package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.CallerEntry;
import io.pliant.api.ControllerStatus;
import io.pliant.api.LinkReply;
import io.pliant.api.LoginReply;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.controller.console.LoginWords;
import io.pliant.runtime.security.AccessTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Routes for who comes with a browser: who one is, and logins by a link that is good once. A link
 * is given on the Unix socket alone, where the kernel says who asks: a token that will end could
 * else make itself a new one.
 */
final class ConsoleRoutes {
  private static final String SCHEME = "Login ";

  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final ControllerUrls urls;
  private final Logins logins;
  private final LoginWords words = new LoginWords();

  /**
   * What logins are made with.
   *
   * @param tokens null when no token secret is configured
   * @param session how long a login lasts
   */
  record Logins(@Nullable AccessTokens tokens, Duration session, InstantSource clock) {}

  ConsoleRoutes(
      ClusterGateway gateway,
      Waiting waiting,
      Privacy privacy,
      ControllerUrls urls,
      Logins logins) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.urls = urls;
    this.logins = logins;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/me", this::me),
        Route.post("/v1/console/links", this::link),
        new Route("POST", "/v1/console/login", Route.Access.OPEN, Set.of(), this::login));
  }

  private Reply me(Call call) throws InterruptedException {
    ControllerStatus status = waiting.value(gateway.status());
    return Reply.ok(
        new CallerEntry(
            call.caller().name(),
            privacy.operator(call.caller()),
            status.cluster() == null ? "" : status.cluster(),
            status.name(),
            status.version(),
            urls.current()));
  }

  private Reply link(Call call) throws InterruptedException {
    call.expectNoBody();
    if (!call.bySocket()) {
      throw ApiFailure.forbidden(
          "Expected this request on the Unix domain socket (pliant.controller.http.socket): there the kernel says who asks.");
    }
    tokens();
    List<String> controllers = urls.current();
    if (controllers.isEmpty()) {
      throw new ApiFailure(
          409,
          "CONFLICT",
          "Expected a port that is known: set pliant.controller.http.console.url.");
    }
    LoginWords.Word word = words.make(call.caller(), logins.clock().instant());
    return Reply.created(
        new LinkReply(
            controllers.getFirst() + "/#login=" + word.text(), call.caller().name(), word.until()));
  }

  private Reply login(Call call) throws InterruptedException {
    String header = call.header("Authorization");
    Submitter user =
        header == null || !header.startsWith(SCHEME)
            ? null
            : words.use(header.substring(SCHEME.length()).strip(), logins.clock().instant());
    if (user == null) {
      throw new ApiFailure(
          401,
          "UNAUTHENTICATED",
          "Expected 'Authorization: Login <word>' with the word of a link that is good once, for two minutes. Get a new one with: pliant console");
    }
    call.expectNoBody(); // not before: strangers are to hold no bodies here
    Instant until = logins.clock().instant().plus(logins.session());
    return Reply.ok(new LoginReply(tokens().issue(user, until), user.name(), until));
  }

  private AccessTokens tokens() {
    AccessTokens tokens = logins.tokens();
    if (tokens == null) {
      throw new ApiFailure(
          409,
          "CONFLICT",
          "Expected pliant.security.token-secret-file to name a file: without it nobody can log in with a browser. Make one with: pliant controller secret");
    }
    return tokens;
  }
}
