import type { Raster, Raster16 } from '../raster.ts';

/** What the header of a picture says, without decoding a sample. */
export interface ImageInfo {
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'other';
  readonly width: number;
  /** Height of one frame, px. */
  readonly height: number;
  /** Bits a sample. */
  readonly depth: 1 | 2 | 4 | 8 | 16 | 32;
  readonly channels: number;
  readonly space: 'grey' | 'rgb' | 'cmyk' | 'other';
  readonly hasAlpha: boolean;
  /** Frames of an animation, else 1. An animated PNG counts as 1: its chunks tell. */
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

export interface JpegOptions {
  /** Integer 1-100. */
  readonly quality: number;
  readonly chroma: ChromaSubsampling;
  /** mozjpeg's base table 0-8 [5]. At equal visual score 5 and 2 are 5 to 17 % smaller than its usual 3 (measured on photographs and screens). */
  readonly quantTable?: number;
  /**
   * "trial" gives the samples of "full" in two thirds of its time and 2 % more bytes: its scans are not optimised.
   * "fast" leaves out trellis too: for the largest pictures when time is short ["full"].
   */
  readonly effort?: 'full' | 'trial' | 'fast';
}

export interface WebpOptions {
  /** Integer 1-100; ignored with `lossless`, pre-filter strength with `nearLossless` (100 = none). */
  readonly quality: number;
  readonly lossless?: boolean;
  readonly nearLossless?: boolean;
  /** 0-6 [4]. Lossless with alpha above 4 may take 20 times longer. */
  readonly effort?: number;
  /** Sharp chroma conversion: better coloured edges, some bytes more [false]. */
  readonly smartSubsample?: boolean;
  /** Tunes the loop filter by trying [false]. */
  readonly smartDeblock?: boolean;
  /** 0-100 [100]. */
  readonly alphaQuality?: number;
  /** Keeps the colour under fully transparent samples [false]. */
  readonly exact?: boolean;
  readonly preset?: 'default' | 'photo' | 'picture' | 'drawing' | 'icon' | 'text';
}

export interface AnimationOptions extends WebpOptions {
  /** Kind to write; it must be the kind of the source. */
  readonly format: 'webp' | 'gif';
  /** Spend time on choosing sub-frames [false]. */
  readonly minSize?: boolean;
  /** Let the encoder choose lossy or lossless by frame [false]. */
  readonly mixed?: boolean;
}

/** Native or WebAssembly picture codecs. Never trusts a file: call `probe` and check limits before `decode`. */
export interface ImageCodec {
  /** @throws EngineError "damaged" when the header cannot be read */
  probe(bytes: Uint8Array): Promise<ImageInfo>;

  /**
   * Decodes to 8 bits a sample; orientation is not applied.
   * Grey stays grey (1 or 2 channels) and CMYK stays CMYK where stored so; palettes become RGB(A).
   * @param colour "stored" keeps the samples as stored (ICC ignored; CMYK stays CMYK, 0 = no ink); "srgb" converts by the embedded ICC profile (CMYK becomes RGB) ["stored"]
   * @param frame  frame of an animation, from 0 [0]
   * @throws EngineError "damaged" also when the file is cut short; harmless warnings of camera files are not errors
   */
  decode(bytes: Uint8Array, options?: { colour?: 'stored' | 'srgb'; frame?: number }): Promise<Raster>;

  /**
   * Decodes all frames of an animation as they are shown, under each other: RGB or RGBA, 8 bits, ICC ignored.
   * @throws EngineError "damaged", or "too-large" when all frames together have more than 100 megapixels
   */
  decodeFrames(bytes: Uint8Array): Promise<Raster>;

  /** Decodes keeping 16 bits a sample; 8-bit sources are widened (x257). ICC is ignored. */
  decode16(bytes: Uint8Array): Promise<Raster16>;

  /** Scales with a high-quality filter (Lanczos 3), alpha premultiplied while filtering. */
  resize(raster: Raster, width: number, height: number): Promise<Raster>;

  /** mozjpeg, progressive, no metadata. Alpha is dropped. Grey rasters become one component, CMYK ones stay CMYK (Adobe-inverted as usual). */
  encodeJpeg(raster: Raster, options: JpegOptions): Promise<Uint8Array>;

  /** Still WebP, no metadata. */
  encodeWebp(raster: Raster, options: WebpOptions): Promise<Uint8Array>;

  /**
   * Encodes an animation anew: all frames and the loop count are kept.
   * Frame delays of 0 come back as 100 ms from some encoders: the caller puts the source's delays back.
   */
  recodeAnimation(bytes: Uint8Array, options: AnimationOptions): Promise<Uint8Array>;

  /** Plain lossless PNG, no metadata; meant as input for `optimizePng`. */
  encodePng(raster: Raster): Promise<Uint8Array>;

  /**
   * Re-codes a JPEG's coefficients with optimal Huffman tables, progressive; no sample changes.
   * Drops every metadata segment: the caller puts back what matters.
   */
  transcodeJpeg(bytes: Uint8Array): Promise<Uint8Array>;

  /**
   * Lossless PNG optimisation (oxipng). Keeps animation and ancillary chunks only with `keepChunks`.
   * @param effort 0 row filters as they are best guessed, 1 a few, 2 all of them [2]
   */
  optimizePng(bytes: Uint8Array, options: { keepChunks: boolean; effort?: number }): Promise<Uint8Array>;

  /**
   * Palette PNG of at most 256 colours.
   * @param quality 1-100, how good the quantiser tries to be when `colors` is not given
   * @param dither  error diffusion 0 to 1 [1]; "napi" always dithers by its own rule
   * @param engine  which quantiser; results differ in size and look
   * @param effort  1-10 [7]
   */
  quantizePng(
    raster: Raster,
    options: {
      quality: number;
      colors?: number;
      dither?: number;
      engine: 'libimagequant' | 'napi';
      effort?: number;
    },
  ): Promise<Uint8Array>;
}
