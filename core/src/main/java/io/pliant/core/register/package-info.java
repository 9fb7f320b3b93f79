/** Who may be a node: one-time words for new ones, and what was revoked. */
@NullMarked
package io.pliant.core.register;

import org.jspecify.annotations.NullMarked;
