@NullMarked
package io.pliant.runtime.mail;

import org.jspecify.annotations.NullMarked;
