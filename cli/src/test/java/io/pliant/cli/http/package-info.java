@NullMarked
package io.pliant.cli.http;

import org.jspecify.annotations.NullMarked;
