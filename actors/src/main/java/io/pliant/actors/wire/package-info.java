/**
 * The wire format: how core types, which know no Jackson, become CBOR frames, journal entries and
 * JSON.
 */
@NullMarked
package io.pliant.actors.wire;

import org.jspecify.annotations.NullMarked;
