package io.pliant.architecture.planted.runtime.http;

import com.typesafe.config.Config;

/** Breaks: only settings read our configuration. */
public record ReadsConfig(Config config) {}
