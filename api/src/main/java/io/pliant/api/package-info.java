/**
 * What goes over the HTTP API: one record for each document, whose components are the names on the
 * wire. Controllers write them, clients read them, and the OpenAPI file is held to them.
 */
@NullMarked
package io.pliant.api;

import org.jspecify.annotations.NullMarked;
