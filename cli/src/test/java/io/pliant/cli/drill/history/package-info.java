@NullMarked
package io.pliant.cli.drill.history;

import org.jspecify.annotations.NullMarked;
