/** What a user asks for: job specifications, payloads, streams, times. */
@NullMarked
package io.pliant.core.spec;

import org.jspecify.annotations.NullMarked;
