@NullMarked
package io.pliant.actors.journal;

import org.jspecify.annotations.NullMarked;
