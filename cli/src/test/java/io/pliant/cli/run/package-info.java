@NullMarked
package io.pliant.cli.run;

import org.jspecify.annotations.NullMarked;
