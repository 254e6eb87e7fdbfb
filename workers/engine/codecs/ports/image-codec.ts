import type { PictureKind } from '../../api/kinds.ts';
import type { Raster, Raster16 } from '../../base/raster.ts';

/** What the header of a picture says, without decoding a sample. */
export interface ImageInfo {
  /** Our kinds of picture, and what documents may hold besides. */
  readonly format: PictureKind | 'gif' | 'tiff' | 'other';
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

/** Most pixels on a side of a JPEG (libjpeg) and of a WebP. */
export const MAX_JPEG_SIDE = 65_500;
export const MAX_WEBP_SIDE = 16_383;

export type ChromaSubsampling = '4:2:0' | '4:4:4';

/**
 * Base quantization tables that a quality scales: "klein" after the contrast sensitivity measured by Klein, Silverstein
 * and Carney (1992), "ms-ssim" tuned for multi-scale structural similarity.
 */
export type QuantizationTable = 'klein' | 'ms-ssim';

export interface JpegOptions {
  /** Integer 1-100. */
  readonly quality: number;
  readonly chroma: ChromaSubsampling;
  /**
   * ["klein"]. At equal visual score both are 5 to 17 % smaller than the tables encoders usually take (measured on
   * photographs and screens); which one wins depends on the picture.
   */
  readonly quantization?: QuantizationTable;
  /**
   * "full" quantizes by trellis and chooses the progressive scans. "trial" gives the samples of "full" in two thirds of
   * its time and 2 % more bytes: with fixed scans. "fast" has no trellis either: for the largest pictures when time is
   * short ["full"].
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

export interface AvifOptions {
  /** Integer 1-100. */
  readonly quality: number;
  /** 0-9: how long is tried for fewer bytes. */
  readonly effort: number;
  readonly chroma: ChromaSubsampling;
  /** Bits of a sample. 10 take 2 % fewer bytes than 8 at equal visual score, also of samples of 8 bits, and a third more time. */
  readonly depth: 8 | 10;
  /** The picture as a PNG, of 8 or 16 bits, whose profile goes into the result [none]. */
  readonly described?: Uint8Array | undefined;
  /** Whether its EXIF does as well: without any the encoder would make some up [false]. */
  readonly keepsExif?: boolean;
}

export interface AnimationOptions extends WebpOptions {
  /** Kind to write; it must be the kind of the source. */
  readonly format: 'webp' | 'gif';
  /** Spend time on choosing sub-frames [false]. */
  readonly minSize?: boolean;
  /** Let the encoder choose lossy or lossless by frame [false]. */
  readonly mixed?: boolean;
}

/**
 * Takes the rows of a picture from `y` on: of its width, top to bottom, bands of whole blocks of 16 px but for the last one. Its
 * samples are gone afterwards.
 */
export type TakeBand = (band: Raster, y: number) => void;

/** How a picture is decoded, see {@link ImageCodec.decode}. */
export interface DecodeOptions {
  readonly colour?: 'stored' | 'srgb';
  readonly frame?: number;
  readonly strict?: boolean;
  readonly isLent?: boolean;
}

/** "fast" packs at a lower level and does not refine guessed filters, "quick" leaves out most trials of filters. */
export type OptimiserEffort = 'plain' | 'quick' | 'fast' | 'full';

/**
 * Decodes, encodes and resizes pictures. Files are not trusted: call `probe` and check limits before `decode`. The same
 * input gives the same bytes each time.
 *
 * What reads a file throws EngineError "damaged" or "too-large" for a fault of the file; any other failure of any call is a
 * CodecBreakdownError (`codec-breakdown.ts`), and so is every failure to scale or encode a raster but for the sides above.
 */
export interface ImageCodec {
  /** @throws EngineError "damaged" when the header cannot be read */
  probe(bytes: Uint8Array): Promise<ImageInfo>;

  /**
   * Decodes to 8 bits a sample; orientation is not applied.
   * Grey stays grey (1 or 2 channels) and CMYK stays CMYK where stored so; palettes become RGB(A).
   * @param colour "stored" keeps the samples as stored (ICC ignored; CMYK stays CMYK, 0 = no ink); "srgb" converts by the embedded ICC profile (CMYK becomes RGB) ["stored"]
   * @param frame  frame of an animation, from 0 [0]
   * @param strict refuses also what a decoder only warns of, with its words as the cause [false]
   * @param isLent samples may stay in the codec's own memory, which saves a copy: `releaseRaster` must follow, and nothing may read them then [false]
   * @throws EngineError "damaged" also when the file is cut short; harmless warnings of camera files are not errors
   */
  decode(bytes: Uint8Array, options?: DecodeOptions): Promise<Raster>;

  /** {@link decode} band by band; a codec that cannot hands over the whole picture as one. */
  decodeBands(bytes: Uint8Array, take: TakeBand, options?: DecodeOptions): Promise<void>;

  /**
   * Decodes all frames of an animation as they are shown, under each other: RGB or RGBA, 8 bits, ICC ignored.
   * @throws EngineError "damaged", or "too-large" when all frames together have more than 100 megapixels
   */
  decodeFrames(bytes: Uint8Array): Promise<Raster>;

  /** Decodes keeping 16 bits a sample; 8-bit sources are widened (x257). ICC is ignored. */
  decode16(bytes: Uint8Array): Promise<Raster16>;

  /** Scales with a high-quality filter (Lanczos 3), alpha premultiplied while filtering. */
  resize(raster: Raster, width: number, height: number): Promise<Raster>;

  /**
   * Progressive JPEG without metadata. Alpha is dropped. Grey rasters become one component, CMYK ones stay CMYK (Adobe-inverted as usual).
   * @throws EngineError "unsupported" with more than MAX_JPEG_SIDE pixels on a side
   */
  encodeJpeg(raster: Raster, options: JpegOptions): Promise<Uint8Array>;

  /** Still WebP, no metadata. @throws EngineError "unsupported" with more than MAX_WEBP_SIDE pixels on a side */
  encodeWebp(raster: Raster, options: WebpOptions): Promise<Uint8Array>;

  /** Still AVIF of 8 bits a sample, grey or RGB, with alpha or without. */
  encodeAvif(raster: Raster, options: AvifOptions): Promise<Uint8Array>;

  /**
   * Encodes an animation anew: all frames and the loop count are kept, samples as they are stored (ICC ignored and left out).
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
   * Lossless PNG optimisation: no sample changes. Keeps ancillary chunks only with `keepChunks`, where they are still right;
   * an animated picture then comes back as it is.
   * @param effort "plain" stores samples of 16 bits in 8 where they say no more, and deflates as most programs do; "quick" knows no row filters but those of the source; "full" tries all, and packs as well as can be ["full"]
   * @param maxBytes where the result is likely longer, the source comes back [Infinity]
   */
  optimizePng(
    bytes: Uint8Array,
    options: {
      keepChunks: boolean;
      effort?: OptimiserEffort;
      maxBytes?: number;
      onPack?: (bytes: number, level: number) => void;
    },
  ): Promise<Uint8Array>;
}
