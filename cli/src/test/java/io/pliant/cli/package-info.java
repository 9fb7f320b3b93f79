@NullMarked
package io.pliant.cli;

import org.jspecify.annotations.NullMarked;
