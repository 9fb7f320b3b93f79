@NullMarked
package io.pliant.journal.tools;

import org.jspecify.annotations.NullMarked;
