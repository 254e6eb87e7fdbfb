import { isPictureKind, type FileKind } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
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

/** What a result was made with; a size that was not reached is not named. */
export function madeWith({ options, size, kind }: Pick<ListedResult, 'options' | 'size' | 'kind'>): string {
  const { targetBytes, preset } = options;
  if (targetBytes === undefined || size <= targetBytes) return optionsWords(options, kind);
  return preset === 'lossless' ? 'as small as possible without loss' : 'as small as possible';
}
