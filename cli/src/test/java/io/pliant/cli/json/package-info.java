@NullMarked
package io.pliant.cli.json;

import org.jspecify.annotations.NullMarked;
