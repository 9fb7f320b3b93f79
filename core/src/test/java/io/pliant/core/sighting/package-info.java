@NullMarked
package io.pliant.core.sighting;

import org.jspecify.annotations.NullMarked;
