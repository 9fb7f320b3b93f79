/** Mail to users by the site's program, bounded in number and time. */
@NullMarked
package io.pliant.runtime.mail;

import org.jspecify.annotations.NullMarked;
