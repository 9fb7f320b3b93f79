/** Who is asking: peer credentials of a Unix socket, signed tokens, TLS files. */
@NullMarked
package io.pliant.runtime.security;

import org.jspecify.annotations.NullMarked;
