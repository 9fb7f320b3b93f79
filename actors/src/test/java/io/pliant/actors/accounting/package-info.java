@NullMarked
package io.pliant.actors.accounting;

import org.jspecify.annotations.NullMarked;
