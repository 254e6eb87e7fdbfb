import { withCopyingSlice } from './base/bytes.ts';
import type { Codecs } from './codecs/ports/codecs.ts';
import { meteredCodecs } from './codecs/metered-codecs.ts';
import type { EngineContext, Helpers, KindCompressor, TriedEncode } from './context.ts';
import { detectKind } from './api/detect.ts';
import { EngineError } from './api/errors.ts';
import { isPictureKind, KIND_INFO, PICTURE_KINDS, type FileKind } from './api/kinds.ts';
import { DEFAULT_PRESET } from './api/presets.ts';
import { countProgress } from './budget/counted-progress.ts';
import { proportionateMs } from './budget/proportion.ts';
import { asksForConversion, kindConflict, type JobOptions } from './api/options.ts';
import { pictureConverter } from './conversion/convert-picture.ts';
import { makeSet, type SetShare } from './conversion/set/make-set.ts';
import { identifyPackage, loadDocument, type Identified } from './documents/load-document.ts';
import { loadPicture } from './formats/load-picture.ts';
import { neverLarger, toldScore } from './api/report/findings.ts';
import { gentlerPreset } from './api/report/gentler-preset.ts';
import type { CompressionReport, Outcome } from './api/report/report.ts';
import { StepTimer } from './api/report/step-timer.ts';
import { keepTarget } from './search/target/keep-target.ts';
import { WorkBudget } from './budget/work-budget.ts';

export interface CompressOptions extends Partial<JobOptions> {
  /** Kind the caller believes the file to be; another content is an error. Left out, the content decides. */
  readonly kind?: FileKind;
  /** Name of the file, from which the names in a set are made ["picture"]. */
  readonly name?: string;
  /** Cancels the work between steps. */
  readonly signal?: AbortSignal;
  readonly codecs: Codecs;
  /**
   * Work to do before falling back to cheaper settings, in ms of one usual core [60 000]; small files get less, in
   * proportion to their bytes. It is counted, not timed, so that a busy machine gives the same bytes.
   */
  readonly budgetMs?: number;
  /** Called with 0 to 1, never falling. */
  readonly onProgress?: (ratio: number) => void;
  /** Called with each encode that the search of a still picture makes. */
  readonly onTrial?: (tried: TriedEncode) => void;
  /** Idle engines that take over pictures of a deck [none]; the result is the same with any number of them. */
  readonly helpers?: Pick<Helpers, 'offer'> | undefined;
}

export interface CompressResult {
  /**
   * The result, never longer than the source but for another format or size that was asked for; the source itself when nothing
   * helped.
   */
  readonly bytes: Uint8Array;
  readonly report: CompressionReport;
}

/**
 * Makes a file smaller without visible or structural harm. The one door of the engine.
 * @param file the whole file; it is never written to
 * @returns the result and the report; `result.bytes.length <= file.length`, but for another format or size that was asked for
 * @throws EngineError "damaged", "password-protected", "too-large", "limit-exceeded" or "unsupported"
 * @throws the signal's reason when cancelled
 */
export async function compress(file: Uint8Array, options: CompressOptions): Promise<CompressResult> {
  const source = withCopyingSlice(file);
  const {
    kind: declaredKind,
    name = '',
    budgetMs = 60_000,
    targetBytes,
    helpers: others,
    ...given
  } = options;
  const helpers = others && { codecs: given.codecs, offer: others.offer };
  const { kind, workBytes } = await identify(source, declaredKind, given.codecs);
  const steps = new StepTimer();
  const progress = countProgress(given.onProgress ?? (() => {}));
  const formats = given.format === 'auto' ? (given.accept ?? PICTURE_KINDS).length : 1;
  const contextFor = (share: number, { index, count }: SetShare = WHOLE): EngineContext => {
    const workMs = formats * share * proportionateMs(workBytes, kind);
    const budget = new WorkBudget(Math.min(budgetMs / count, workMs), progress.worked);
    return {
      preset: DEFAULT_PRESET,
      signal: new AbortController().signal,
      ...given,
      onProgress: (ratio) => progress.reached((index + ratio) / count),
      codecs: meteredCodecs(given.codecs, budget),
      steps,
      budget,
      helpers,
    };
  };
  const make = (compressor: KindCompressor, part?: SetShare): Promise<Outcome> => {
    const context = contextFor(1, part);
    if (targetBytes === undefined) return compressor(source, context);
    const presetContext = (): EngineContext => contextFor(1, part);
    const furtherContext = (): EngineContext => contextFor(TARGET_SHARE, part);
    return keepTarget(source, { targetBytes, compressor, context, presetContext, furtherContext });
  };
  const context = contextFor(1);
  const { widths } = given;
  context.signal.throwIfAborted();
  const candidate =
    widths && isPictureKind(kind)
      ? await makeSet(source, { kind, widths, formats: given.formats, name, context, make })
      : await make(await compressorFor(kind, given));
  context.signal.throwIfAborted();
  const { bytes, ...findings } = candidate;
  const { score } = findings;
  const report: CompressionReport = {
    kind,
    preset: context.preset,
    sourceBytes: source.length,
    outputBytes: bytes.length,
    savingsRatio: 1 - bytes.length / source.length,
    ...findings,
    score: toldScore(score),
    hints: [...findings.hints, ...gentlerPreset(kind, context.preset, options, findings)],
    steps: steps.times,
  };
  return { bytes, report };
}

/** One result, which is no set. */
const WHOLE: SetShare = { index: 0, count: 1 };

/** A size below what the preset makes may take so many times the preset's work on top of it. */
const TARGET_SHARE = 2;

/** @throws EngineError "unsupported" for no kind of ours, or another one than declared */
async function identify(
  source: Uint8Array,
  declared: FileKind | undefined,
  { deflate }: Codecs,
): Promise<Identified> {
  const detected = detectKind(source, declared);
  if (declared && declared !== detected) throw mislabelled(declared, detected);
  const identified = await identifyPackage(source, detected, deflate);
  if (declared && declared !== identified.kind) throw mislabelled(declared, identified.kind);
  return identified;
}

/**
 * What compresses a file: never larger, but for another format or size that was asked for.
 * @throws EngineError "unsupported" for a document that is to have either
 */
async function compressorFor(kind: FileKind, options: Partial<JobOptions>): Promise<KindCompressor> {
  if (asksForConversion(options)) {
    if (isPictureKind(kind)) return pictureConverter(kind);
    const conflict = kindConflict(kind, options);
    if (conflict !== null) throw new EngineError('unsupported', conflict);
  }
  const compressor = await loadCompressor(kind);
  return async (source, context) => neverLarger(source, await compressor(source, context));
}

/** Loads the code of a kind before a file of it comes. */
export async function preload(kind: FileKind): Promise<void> {
  await loadCompressor(kind);
}

async function loadCompressor(kind: FileKind): Promise<KindCompressor> {
  if (!isPictureKind(kind)) return (await loadDocument(kind)).compress;
  return (await loadPicture(kind)).compress ?? pictureConverter(kind);
}

function mislabelled(declared: FileKind, actual: FileKind): EngineError {
  return new EngineError(
    'unsupported',
    `This file says it is a ${KIND_INFO[declared].label}, but its content is a ${KIND_INFO[actual].label}. Rename it and try again.`,
  );
}
