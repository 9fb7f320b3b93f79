/** {@code pliant power}: the power corridor and what is drawn, as a live chart or a file. */
@NullMarked
package io.pliant.cli.power;

import org.jspecify.annotations.NullMarked;
