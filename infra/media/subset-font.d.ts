declare module 'subset-font' {
  /** What we use of `subset-font`, which has no types of its own. */
  interface SubsetOptions {
    readonly targetFormat: 'woff2';
    /** OpenType tags of the features that stay; all when left out. */
    readonly keepFeatures?: readonly string[];
    /** What stays of an axis: one place of it, or a stretch. */
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number }>
    >;
    /** Numbers of further fields of the `name` table that stay. */
    readonly preserveNameIds?: readonly number[];
  }
  /** The font with the glyphs that a text needs. */
  export default function subsetFont(font: Uint8Array, text: string, options: SubsetOptions): Promise<Buffer>;
}
