/**
 * The power corridor of a cluster: bounds now and to come, who shares them, and which cannot be
 * met. Pure; the entity around it persists and tells.
 */
@NullMarked
package io.pliant.core.corridor;

import org.jspecify.annotations.NullMarked;
