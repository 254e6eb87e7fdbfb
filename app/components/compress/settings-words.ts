import { DEFAULT_KEEP } from '#engine/api/keep.ts';
import { RESULT_INFO } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { ChosenOptions, ImageOptions } from '~/compressor/queue/chosen-options.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
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
  const kept = keep.map((each) => KEEP_WORDS[each].toLowerCase()).join(', ');
  const isUsual = keep.length === DEFAULT_KEEP.length && DEFAULT_KEEP.every((each) => keep.includes(each));
  const words = [
    PRESET_WORDS[preset].label,
    ...imageWords(images),
    limit,
    PLACE_WORDS[place].label.toLowerCase(),
  ];
  if (!isUsual) words.push(kept === '' ? 'keeps no photo details' : `keeps ${kept}`);
  return words.join(', ');
}

/** What a file is being made with: "Balanced", "under 100.00 KB, as WebP, at most 1,200 px". */
export function optionsWords({ preset, targetBytes, scans, ...images }: JobOptions): string {
  const words = [
    targetBytes === undefined ? PRESET_WORDS[preset].label : `under ${formatBytes(targetBytes)}`,
  ];
  if (scans === 'layers') words.push('scans in layers');
  return [...words, ...imageWords(images)].join(', ');
}

/** Format, size and quality of an image in a few words each; none where they stay as they are. */
function imageWords({ format = 'same', maxWidth, maxHeight, maxSide, score }: ImageOptions): string[] {
  const words: string[] = [];
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

/** What a result was made with; a size that was not reached is not named. */
export function madeWith({ options, size }: Pick<ListedResult, 'options' | 'size'>): string {
  const { targetBytes, preset } = options;
  if (targetBytes === undefined || size <= targetBytes) return optionsWords(options);
  return preset === 'lossless' ? 'as small as possible without loss' : 'as small as possible';
}
