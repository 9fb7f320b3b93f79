/** The HTTP API under /v1 on a TCP port and a Unix domain socket. */
@NullMarked
package io.pliant.runtime.controller.http;

import org.jspecify.annotations.NullMarked;
