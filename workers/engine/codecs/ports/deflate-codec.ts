/**
 * Deflate streams (RFC 1951) with or without the zlib wrapper (RFC 1950). Failures that are not the stream's, such as a lack
 * of memory, and all of `deflate`, are CodecBreakdownErrors.
 */
export interface DeflateCodec {
  /**
   * Inflates a stream, reading no more than it needs.
   * @param format         "zlib" or "raw"
   * @param maxOutputBytes counted while inflating
   * @param isSizeKnown    whether maxOutputBytes is about what comes out, and no mere limit [true where it is in deflate's reach]
   * @param tolerant       answer with what could be inflated when the stream is cut short or its checksum is wrong [false]
   * @throws EngineError "limit-exceeded" past maxOutputBytes, "damaged" when the stream is broken
   */
  inflate(
    bytes: Uint8Array,
    options: { format: 'zlib' | 'raw'; maxOutputBytes: number; isSizeKnown?: boolean; tolerant?: boolean },
  ): Promise<Uint8Array>;

  /**
   * Deflates bytes.
   * @param level 1 to 9 search longer and longer for the matches they take as they come; 10 to 12 parse optimally, slowly
   *   on flat data (10: 4 % smaller than 9 at three times its time; 12: 0.5 % smaller than 10 at twice its time)
   */
  deflate(bytes: Uint8Array, options: { format: 'zlib' | 'raw'; level: number }): Promise<Uint8Array>;
}
