/** Text for people: tables, durations, sizes. Pure; knows no terminal. */
@NullMarked
package io.pliant.core.format;

import org.jspecify.annotations.NullMarked;
