import type { Codecs } from './codecs/codecs.ts';
import { meteredCodecs } from './codecs/metered-codecs.ts';
import type { EngineContext, KindCompressor } from './context.ts';
import { detectKind } from './detect.ts';
import { EngineError } from './errors.ts';
import { KIND_FACTS, type FileKind } from './kinds.ts';
import { DEFAULT_PRESET, type Preset } from './presets.ts';
import { ReportBuilder, type CompressionReport } from './report.ts';
import { WorkBudget } from './work-budget.ts';

export interface CompressOptions {
  /** How far to go [balanced]. */
  readonly preset?: Preset;
  /** Size to reach, in bytes: the result lands within 90 to 100 % of it or the report says what is the smallest acceptable size. */
  readonly targetBytes?: number;
  /** Kind the caller believes the file to be; another content is an error. Left out, the content decides. */
  readonly kind?: FileKind;
  /** Cancels the work between steps. */
  readonly signal?: AbortSignal;
  readonly codecs: Codecs;
  /**
   * Work to do before falling back to cheaper settings, in ms of one usual core [60 000]. It is counted, not timed, so
   * that a busy machine gives the same bytes; twice as much time (and 30 s) ends it all the same.
   */
  readonly budgetMs?: number;
  /** Called with 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
}

export interface CompressResult {
  /** The result, never longer than the source; the source itself when nothing helped. */
  readonly bytes: Uint8Array;
  readonly report: CompressionReport;
}

/**
 * Makes a file smaller without visible or structural harm. The one door of the engine.
 * @param source the whole file
 * @returns the result and the report; `result.bytes.length <= source.length`
 * @throws EngineError "damaged", "password-protected", "too-large", "limit-exceeded" or "unsupported"
 * @throws the signal's reason when cancelled
 */
export async function compress(source: Uint8Array, options: CompressOptions): Promise<CompressResult> {
  const kind = detectKind(source);
  if (options.kind && options.kind !== kind) throw mislabelled(options.kind, kind);
  const preset = options.preset ?? DEFAULT_PRESET;
  const report = new ReportBuilder();
  const budget = new WorkBudget(options.budgetMs ?? 60_000);
  const context: EngineContext = {
    preset,
    ...(options.targetBytes === undefined ? {} : { targetBytes: options.targetBytes }),
    signal: options.signal ?? new AbortController().signal,
    codecs: meteredCodecs(options.codecs, budget),
    report,
    onProgress: options.onProgress ?? (() => {}),
    budget,
  };
  context.signal.throwIfAborted();
  const compressor = await COMPRESSORS[kind]();
  const candidate = await compressor(source, context);
  context.signal.throwIfAborted();

  const bytes = candidate.length < source.length ? candidate : source;
  if (bytes === source && candidate !== source) {
    report.discardChanges();
    report.skipped('not-smaller', 'Nothing made this file smaller, so you get the original back.');
  }
  return {
    bytes,
    report: report.build({ kind, preset, sourceBytes: source.length, outputBytes: bytes.length }),
  };
}

/** Heavy code loads late: a JPEG never pays for the PDF parser. */
const COMPRESSORS: Readonly<Record<FileKind, () => Promise<KindCompressor>>> = {
  jpeg: async () => (await import('./jpeg/compress-jpeg.ts')).compressJpeg,
  png: async () => (await import('./png/compress-png.ts')).compressPng,
  webp: async () => (await import('./webp/compress-webp.ts')).compressWebp,
  pdf: async () => (await import('./pdf/compress-pdf.ts')).compressPdf,
  pptx: async () => (await import('./pptx/compress-pptx.ts')).compressPptx,
};

function mislabelled(declared: FileKind, actual: FileKind): EngineError {
  return new EngineError(
    'unsupported',
    `This file says it is a ${KIND_FACTS[declared].label}, but its content is a ${KIND_FACTS[actual].label}. Rename it and try again.`,
  );
}
