/** JSON as a tree of plain values. */
@NullMarked
package io.pliant.cli.json;

import org.jspecify.annotations.NullMarked;
