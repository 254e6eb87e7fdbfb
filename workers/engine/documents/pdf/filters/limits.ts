/** What a single stream may unpack to: no content stream, font or attachment in a file of 200 MB needs more. */
export const MAX_STREAM_BYTES = 256 * 1024 ** 2;
