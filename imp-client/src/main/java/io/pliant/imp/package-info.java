/** The adaptation verbs: init, probe, begin, commit; offers, requests, phases. */
@NullMarked
package io.pliant.imp;

import org.jspecify.annotations.NullMarked;
