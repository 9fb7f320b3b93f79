/** Messages that several actors share: the commands of the sharded entities. */
@NullMarked
package io.pliant.actors.protocol;

import org.jspecify.annotations.NullMarked;
