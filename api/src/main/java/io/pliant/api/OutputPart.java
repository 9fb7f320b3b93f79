package io.pliant.api;

/**
 * A part of an output file of a job.
 *
 * @param path of the file
 * @param size bytes that it has now
 * @param offset of the first byte of {@code data}
 * @param next offset to go on from
 * @param data the bytes, in base64
 */
public record OutputPart(String path, long size, long offset, long next, String data) {}
