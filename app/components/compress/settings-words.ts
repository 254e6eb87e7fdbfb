import { DEFAULT_KEEP, type Keep } from '#engine/api/keep.ts';
import { RESULT_INFO } from '#engine/api/kinds.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { isUsualKeep, type ChosenOptions, type ImageOptions } from '~/compressor/queue/chosen-options.ts';
import type { RunLocation } from '~/compressor/queue/run-location.ts';
import { KEEP_WORDS } from './keep-words.ts';
import { PRESET_WORDS } from './preset-chooser.tsx';
import { PLACE_WORDS } from './run-location-chooser.tsx';

/** The settings that hold for the files to come, in one line: "Balanced, no limit, on our servers". */
export function settingsLine(
  { preset, limitBytes, keep, images }: ChosenOptions,
  place: RunLocation,
): string {
  const limit = limitBytes === null ? 'no limit' : `under ${formatBytes(limitBytes)}`;
  const where = PLACE_WORDS[place].label.toLowerCase();
  return [PRESET_WORDS[preset].label, ...imageWords(images), limit, where, ...keptWords(keep)].join(', ');
}

/** What stays of a photo's metadata; nothing where it is the usual. */
export function keptWords(keep: readonly Keep[] = DEFAULT_KEEP): string[] {
  if (isUsualKeep(keep)) return [];
  if (keep.length === 0) return ['keeps no metadata'];
  const kept = keep.includes('all') ? (['all'] as const) : keep;
  return [`keeps ${kept.map((each) => KEEP_WORDS[each].toLowerCase()).join(', ')}`];
}

/** Format, size and quality of an image in a few words each; none where they stay as they are. */
export function imageWords(images: ImageOptions): string[] {
  const { format = 'same', maxWidth, maxHeight, maxSide, widths, formats = [], score } = images;
  const words: string[] = [];
  if (widths) words.push(`a set ${widths.join(' / ')} px wide`);
  if (formats.length > 0) words.push(`as ${formats.map((each) => RESULT_INFO[each].label).join(' and ')}`);
  if (format !== 'same')
    words.push(format === 'auto' ? 'smallest format' : `as ${RESULT_INFO[format].label}`);
  const sides = [
    maxWidth && `${px(maxWidth)} wide`,
    maxHeight && `${px(maxHeight)} high`,
    maxSide && px(maxSide),
  ];
  const bounds = sides.filter(Boolean).join(' and ');
  if (bounds) words.push(`at most ${bounds}`);
  if (score !== undefined) words.push(`quality ${score}`);
  return words;
}

const px = (side: number): string => `${side.toLocaleString('en-US')} px`;
