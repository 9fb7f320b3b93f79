@NullMarked
package io.pliant.cli.training;

import org.jspecify.annotations.NullMarked;
