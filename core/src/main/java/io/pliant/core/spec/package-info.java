/**
 * What a user asks for: job specifications, resource requests and the script parser that makes
 * them.
 */
@NullMarked
package io.pliant.core.spec;

import org.jspecify.annotations.NullMarked;
