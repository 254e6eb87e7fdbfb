import { join } from 'node:path';
import type { FileKind, Preset } from '#engine/index.ts';
import { detectKind } from '#engine/index.ts';
import { blockDifference, type Shown } from './block-means.ts';
import type { EngineRun } from './engine-lane.ts';
import { FIRST_FRAME, viewFile } from './other-programs.ts';
import { sameColours } from './shown-colours.ts';
import type { View } from './view.ts';

/** How a mutant ended. The first four are as they should be. */
export const VERDICTS = [
  'refused',
  'smaller',
  'kept',
  /** A damaged PDF of which another program complains, and which it repairs in another way than we do. */
  'disputed',
  /** The engine process ended, did not answer in time, or failed for a reason of its own. */
  'crashed',
  'hung',
  'internal',
  /** More CPU time or memory than a small file may cost. */
  'costly',
  'larger',
  /** Other programs open the source, but not the result, or complain of it only. */
  'unreadable',
  /** Other programs show something else. */
  'different',
  /** Refused although other programs show it without a complaint. */
  'turned away',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts that are defects. */
export function isFailure(verdict: Verdict): boolean {
  return VERDICTS.indexOf(verdict) > VERDICTS.indexOf('disputed');
}

export interface Judgement {
  readonly verdict: Verdict;
  /** What was wrong; empty when nothing was. */
  readonly detail: string;
}

export interface Mutant {
  readonly kind: FileKind;
  readonly preset: Preset;
  readonly bytes: Uint8Array;
}

/** Most that a file of some kilobytes may cost; an engine process without a file holds some 150 MB. */
const MAX_CPU_SECONDS = 5;
const MAX_GROWN_BYTES = 250 * 1024 ** 2;

/**
 * Judges what the engine made of a mutant, with other programs as witnesses.
 * @param folder a new folder for temporary files
 */
export async function judge(mutant: Mutant, run: EngineRun, folder: string): Promise<Judgement> {
  const { end, cpuSeconds, grownBytes } = run;
  if (end.type !== 'answered' && end.type !== 'refused') return { verdict: end.type, detail: end.detail };
  if (cpuSeconds > MAX_CPU_SECONDS)
    return { verdict: 'costly', detail: `${cpuSeconds.toFixed(1)} s of CPU time` };
  if (grownBytes > MAX_GROWN_BYTES)
    return { verdict: 'costly', detail: `${Math.round(grownBytes / 1e6)} MB more memory than before` };
  if (end.type === 'refused') return refusal(mutant, end.message, folder);
  const { bytes } = mutant;
  if (end.bytes.length > bytes.length) return { verdict: 'larger', detail: `${end.bytes.length} bytes` };
  if (Buffer.compare(end.bytes, bytes) === 0) return { verdict: 'kept', detail: '' };
  if (end.bytes.length === bytes.length) return { verdict: 'larger', detail: 'other bytes and none saved' };
  const fault = await compare(mutant, end.bytes, folder);
  return fault ?? { verdict: 'smaller', detail: '' };
}

/** A refusal is a sentence for people: no path, no name of a library, no stack. A sound picture is never refused. */
async function refusal({ bytes }: Mutant, message: string, folder: string): Promise<Judgement> {
  const isSentence =
    /^[A-Z][^]*[.?!]$/.test(message) && !/node:|\bat \/|vips|sharp|undefined|\[object/i.test(message);
  if (!isSentence) return { verdict: 'internal', detail: `refused with "${message}"` };
  const kind = kindOf(bytes);
  const isSound =
    kind !== null && isJudgeable(kind, bytes) && (await viewFile(kind, bytes, folder)).trouble === 0;
  return isSound ? { verdict: 'turned away', detail: message } : { verdict: 'refused', detail: '' };
}

/** Whether the programs look at all that makes a file sound. They do not unpack the frames of animations. */
function isJudgeable(kind: FileKind, bytes: Uint8Array): boolean {
  return kind === 'jpeg' || (kind === 'png' && !Buffer.from(bytes).includes('acTL'));
}

function kindOf(bytes: Uint8Array): FileKind | null {
  try {
    return detectKind(bytes);
  } catch {
    return null; // Of no kind that we know.
  }
}

async function compare(
  { kind, preset, bytes: source }: Mutant,
  result: Uint8Array,
  folder: string,
): Promise<Judgement | null> {
  // A splice may be of another kind than its seed.
  const found = detectKind(source);
  if (detectKind(result) !== found)
    return { verdict: 'unreadable', detail: `became another kind than ${kind}` };
  const [before, after] = await Promise.all([
    viewFile(found, source, join(folder, 'before')),
    viewFile(found, result, join(folder, 'after')),
  ]);
  if (after.trouble > before.trouble)
    return {
      verdict: 'unreadable',
      detail: `trouble ${before.trouble} became ${after.trouble}: ${after.complaints}`,
    };
  if (before.trouble === 2) return null;
  const difference = differenceOf(before, after, preset);
  if (difference === null) return null;
  if (await sameColours(found, source, result, before, after)) return null;
  const verdict = found === 'pdf' && before.trouble === 1 ? 'disputed' : 'different';
  return {
    verdict,
    detail: `${difference}; complaints of the source: ${before.complaints || 'none'}`,
  };
}

/** Largest difference of a block, and of all blocks on average, in levels of 255: far above what compression does. */
const LARGEST = 40;
const MEAN = 8;

function differenceOf(before: View, after: View, preset: Preset): string | null {
  if (before.facts.length > 0 && before.facts.join('\n') !== after.facts.join('\n'))
    return `facts "${before.facts.join('; ')}" became "${after.facts.join('; ')}"`;
  for (const [name, was] of before.shown) {
    const is = after.shown.get(name);
    if (!is && name === FIRST_FRAME) continue;
    if (!is) return `${name} is not shown any more`;
    const difference = pictureDifference(was, is, preset, !name.startsWith('ppt/'));
    if (difference !== null) return `${name}: ${difference}`;
  }
  return null;
}

function pictureDifference(was: Shown, is: Shown, preset: Preset, isSameSize: boolean): string | null {
  if (isSameSize && (was.width !== is.width || was.height !== is.height))
    return `${was.width} by ${was.height} px became ${is.width} by ${is.height} px`;
  const isLossless = preset === 'lossless';
  const { mean, largest } = blockDifference(was, is, isLossless);
  const isFar = isLossless ? largest > LARGEST / 10 : largest > LARGEST || mean > MEAN;
  return isFar
    ? `blocks differ by ${mean.toFixed(1)} levels on average, ${largest.toFixed(0)} at most`
    : null;
}
