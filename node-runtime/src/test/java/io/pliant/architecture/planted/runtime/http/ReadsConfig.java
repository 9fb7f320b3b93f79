package io.pliant.architecture.planted.runtime.http;

import com.typesafe.config.Config;
import io.pliant.architecture.planted.actors.Launching;

/** Breaks: only settings read our configuration; with {@link Launching}: modules have no cycles. */
public record ReadsConfig(Config config, Launching launching) {}
