/** What {@code pliant power} shows. */
@NullMarked
package io.pliant.cli.power;

import org.jspecify.annotations.NullMarked;
