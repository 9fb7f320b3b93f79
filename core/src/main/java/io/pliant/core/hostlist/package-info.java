/** Compressed host lists such as n[001-032], both ways. */
@NullMarked
package io.pliant.core.hostlist;

import org.jspecify.annotations.NullMarked;
