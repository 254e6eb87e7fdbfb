import { isPictureKind, type FileKind } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
import { isUnchangedForGood, unchangedWords } from '~/compressor/results/unchanged-reason.ts';
import { PRESET_WORDS } from './preset-chooser.tsx';
import { imageWords, keptWords } from './settings-words.ts';

/** What a file of a kind is being made with: "Balanced, under 100.00 KB, as WebP, at most 1,200 px, keeps location". */
export function optionsWords(
  { preset, targetBytes, scans, keep, ...images }: JobOptions,
  kind: FileKind,
): string {
  const words = [PRESET_WORDS[preset].label];
  if (targetBytes !== undefined) words.push(`under ${formatBytes(targetBytes)}`);
  if (scans === 'layers') words.push('scans in layers');
  words.push(...imageWords(images));
  // Documents keep their own.
  if (isPictureKind(kind)) words.push(...keptWords(keep));
  return words.join(', ');
}

/**
 * What a result was made with. A size that was not reached is not named, and of a file that came back as it was, where that does not
 * depend on the settings or it is above its limit, the reason.
 */
export function madeWith(
  original: Pick<File, 'size'>,
  result: Pick<ListedResult, 'options' | 'size' | 'kind' | 'report'>,
): string {
  const { options, size, kind } = result;
  const { targetBytes, preset } = options;
  const isAbove = targetBytes !== undefined && size > targetBytes;
  const unchanged = isAbove || isUnchangedForGood(original, result) ? unchangedWords(original, result) : null;
  if (unchanged !== null) return unchanged;
  if (!isAbove) return optionsWords(options, kind);
  return preset === 'lossless' ? 'as small as possible without loss' : 'as small as possible';
}
