/** Holds a client of the adapt protocol, in any language, to docs/protocol/adapt.md. */
@NullMarked
package io.pliant.imp.testkit.conformance;

import org.jspecify.annotations.NullMarked;
