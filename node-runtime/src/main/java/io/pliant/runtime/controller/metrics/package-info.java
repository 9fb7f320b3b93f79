/** What a controller tells a monitoring system: OpenMetrics. */
@NullMarked
package io.pliant.runtime.controller.metrics;

import org.jspecify.annotations.NullMarked;
