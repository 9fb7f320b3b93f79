@NullMarked
package io.pliant.cli.cluster;

import org.jspecify.annotations.NullMarked;
