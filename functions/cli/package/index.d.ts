/** How far to go: "small" trades detail for size, "balanced" changes nothing that people see, "lossless" changes no sample. */
export type Preset = 'small' | 'balanced' | 'high' | 'lossless';
export declare const PRESETS: readonly ['small', 'balanced', 'high', 'lossless'];
/** Written by "npm run docs" from the list of formats. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx' | 'avif';
/** File types that are one image. */
export type PictureKind = Exclude<FileKind, 'pdf' | 'pptx'>;
/** File types that a result has on request. */
export type OutputKind = PictureKind;
/** Descriptions of an image. */
export type Keep = 'copyright' | 'date' | 'location' | 'camera' | 'all';
export declare const FILE_KINDS: readonly FileKind[];

export interface CompressFileOptions {
  /** ["balanced"] */
  readonly preset?: Preset;
  /** Size to reach, in bytes. Where it cannot be reached, `report.target.met` is false. */
  readonly targetBytes?: number | undefined;
  /** Descriptions of an image that stay; an empty list keeps none [copyright and date]. */
  readonly keep?: readonly Keep[] | undefined;
  /** Lowest visual score in place of the preset's, 50 to 95. */
  readonly score?: number | undefined;
  /** Format of the result of an image; "auto" is the smallest ["same"]. */
  readonly format?: 'same' | 'auto' | OutputKind | undefined;
  /** What "auto" may choose from [JPEG, PNG and WebP]. */
  readonly accept?: readonly OutputKind[] | undefined;
  /** Bounds of an image, in px, which is scaled down to fit [none]. */
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Of the longer side. */
  readonly maxSide?: number | undefined;
  /** Widths of a set, in px: a zip with the image in each of them and of `formats`, and the HTML to paste [one image]. */
  readonly widths?: readonly number[] | undefined;
  /** Formats of a set [that of the image, and WebP]. */
  readonly formats?: readonly OutputKind[] | undefined;
  /** Name of the file, from which the names in a set are made ["picture"]. */
  readonly name?: string;
  /** Colour such as "#ffffff" behind what is transparent, for a JPEG. */
  readonly background?: string | undefined;
  /** Scanned pages of PDFs: as they are, or sharp letters over smoothed paper ["keep"]. */
  readonly scans?: 'keep' | 'layers' | undefined;
  /** Cancels the work; `compress` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Told how far the work is, 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
}

export interface CompressedFile {
  /** Never longer than the source, but for another format or size that was asked for; the source itself where nothing helped. */
  readonly bytes: Uint8Array;
  readonly report: CompressionReport;
}

/** What was done to a file. New codes may be added. */
export interface CompressionReport {
  readonly kind: FileKind;
  readonly preset: Preset;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  /** Share of the source bytes that is gone, 0 to 1; below 0 where a format or size was asked for that takes more. */
  readonly savingsRatio: number;
  /** Lowest visual score of any lossy image, 100 is identical (99.9 at most); null where all is lossless. For large images the public SSIMULACRA 2 may be up to 7 points lower. */
  readonly score: number | null;
  /** How a target size ended; where it was missed, with the smallest acceptable size. */
  readonly target?: { readonly bytes: number; readonly met: boolean; readonly smallestBytes?: number };
  /** What the result is, where a format or size was asked for that the source does not have; sides as shown, in px. */
  readonly output?: {
    /** "zip" for a set, whose images are in `files`. */
    readonly kind: OutputKind | 'zip';
    readonly width: number;
    readonly height: number;
    readonly files?: readonly {
      readonly name: string;
      readonly kind: OutputKind;
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
      readonly score: number | null;
    }[];
  };
  readonly changes: readonly {
    readonly code: string;
    readonly detail: string;
    readonly count?: number;
    readonly savedBytes?: number;
  }[];
  readonly skips: readonly { readonly code: string; readonly detail: string; readonly count: number }[];
  readonly kept: readonly { readonly feature: string; readonly detail: string; readonly count?: number }[];
  readonly hints: readonly { readonly code: string; readonly detail: string; readonly bytes?: number }[];
  readonly steps: readonly { readonly step: string; readonly ms: number }[];
}

/**
 * Makes one file of these types smaller, in this process. The type is read from the content.
 * @throws EngineError when the file cannot be compressed; its code says why
 */
export declare function compress(source: Uint8Array, options?: CompressFileOptions): Promise<CompressedFile>;

/**
 * The type of a file by its content.
 * @param head its first bytes, better all of them
 * @throws EngineError "unsupported" when it is none of these, "damaged" when it is empty
 */
export declare function detectKind(head: Uint8Array): FileKind;

export declare const ENGINE_ERROR_CODES: readonly [
  'damaged',
  'password-protected',
  'too-large',
  'limit-exceeded',
  'unsupported',
];
export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

/** A file that cannot be compressed, with the reason in words a person understands. */
export declare class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string, options?: { cause?: unknown });
}
export declare function isEngineError(value: unknown): value is EngineError;
