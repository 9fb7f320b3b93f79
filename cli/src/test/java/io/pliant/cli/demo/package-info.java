@NullMarked
package io.pliant.cli.demo;

import org.jspecify.annotations.NullMarked;
