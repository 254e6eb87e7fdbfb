import type { Raster, Raster16 } from '../raster.ts';

/** What the header of a picture says, without decoding a sample. */
export interface ImageInfo {
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'other';
  readonly width: number;
  readonly height: number;
  /** Bits a sample. */
  readonly depth: 1 | 2 | 4 | 8 | 16 | 32;
  readonly channels: number;
  readonly space: 'grey' | 'rgb' | 'cmyk' | 'other';
  readonly hasAlpha: boolean;
  /** Frames of an animation, else 1. */
  readonly frames: number;
  /** EXIF orientation 1 to 8, 1 when absent. */
  readonly orientation: number;
  /** Embedded ICC profile, or null. */
  readonly icc: Uint8Array | null;
  readonly isProgressive: boolean;
  /** JPEG only, e.g. "4:2:0". */
  readonly chromaSubsampling: string | null;
}

export type ChromaSubsampling = '4:2:0' | '4:4:4';

/** Native or WebAssembly picture codecs. Never trusts a file: call `probe` and check limits before `decode`. */
export interface ImageCodec {
  /** @throws EngineError "damaged" when the header cannot be read */
  probe(bytes: Uint8Array): Promise<ImageInfo>;

  /**
   * Decodes to 8 bits a sample; orientation is not applied.
   * @param colour "stored" keeps the samples as stored (ICC ignored; CMYK stays CMYK, 0 = no ink); "srgb" converts by the embedded ICC profile
   * @param frame  frame of an animation, from 0 [0]
   * @throws EngineError "damaged"; harmless warnings of camera files are not errors
   */
  decode(bytes: Uint8Array, options?: { colour?: 'stored' | 'srgb'; frame?: number }): Promise<Raster>;

  /** Decodes keeping 16 bits a sample; 8-bit sources are widened (x257). */
  decode16(bytes: Uint8Array): Promise<Raster16>;

  /** Scales with a high-quality filter (Lanczos 3), alpha premultiplied while filtering. */
  resize(raster: Raster, width: number, height: number): Promise<Raster>;

  /** mozjpeg, progressive, no metadata. Grey rasters become one component, CMYK ones stay CMYK (Adobe-inverted as usual). */
  encodeJpeg(raster: Raster, options: { quality: number; chroma: ChromaSubsampling }): Promise<Uint8Array>;

  /** @param quality 1-100; with `lossless` it is ignored. @param effort 0-6 */
  encodeWebp(
    raster: Raster,
    options: {
      quality: number;
      lossless?: boolean;
      nearLossless?: boolean;
      effort?: number;
      smartSubsample?: boolean;
    },
  ): Promise<Uint8Array>;

  /** Plain lossless PNG, no metadata; meant as input for `optimizePng`. */
  encodePng(raster: Raster): Promise<Uint8Array>;

  /**
   * Re-codes a JPEG's coefficients with optimal Huffman tables, progressive; no sample changes.
   * Drops every metadata segment: the caller puts back what matters.
   */
  transcodeJpeg(bytes: Uint8Array): Promise<Uint8Array>;

  /** Lossless PNG optimisation (oxipng). Keeps animation only with `keepChunks`. @param effort 0-6 */
  optimizePng(bytes: Uint8Array, options: { keepChunks: boolean; effort?: number }): Promise<Uint8Array>;

  /** Palette PNG of at most 256 colours with dithering. @param engine which quantiser; results differ in size and look */
  quantizePng(
    raster: Raster,
    options: { quality: number; colors?: number; engine: 'libimagequant' | 'napi'; effort?: number },
  ): Promise<Uint8Array>;
}
