/** A small HTTP/1.1 client over a Unix domain socket or TCP, and the controllers it talks to. */
@NullMarked
package io.pliant.cli.http;

import org.jspecify.annotations.NullMarked;
