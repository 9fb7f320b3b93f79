/** The cluster as its outer edge (HTTP) sees it: futures and records, no actors. */
@NullMarked
package io.pliant.actors.api;

import org.jspecify.annotations.NullMarked;
