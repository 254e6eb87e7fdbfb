/** Cuts fonts down to the glyphs that are used. */
export interface FontSubsetter {
  /**
   * Keeps glyph numbers: the glyphs that go become empty. Composite glyphs keep their parts, hinting stays.
   * @param font   an sfnt with glyf or CFF outlines
   * @param glyphs numbers of the glyphs to keep; glyph 0 always stays
   * @param keepTables tags of tables to copy as they are, e.g. "cmap"
   * @returns the smaller font
   * @throws EngineError "damaged" when the font cannot be read, CodecBreakdownError for any other failure
   */
  subset(font: Uint8Array, glyphs: Iterable<number>, keepTables: readonly string[]): Promise<Uint8Array>;
}
