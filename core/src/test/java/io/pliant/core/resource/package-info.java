@NullMarked
package io.pliant.core.resource;

import org.jspecify.annotations.NullMarked;
