package io.pliant.actors.protocol;

/** Marks messages that may cross between controllers; bound to Jackson CBOR in reference.conf. */
public interface WireMessage {}
