/** Who the processes of a cluster are: their certificates, and whom a port believes. */
@NullMarked
package io.pliant.identity;

import org.jspecify.annotations.NullMarked;
