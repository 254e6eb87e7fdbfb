import { DEFAULT_KEEP } from '#engine/api/keep.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
import type { RunLocation } from '~/compressor/queue/run-location.ts';
import { KEEP_WORDS } from './keep-words.ts';
import { PRESET_WORDS } from './preset-chooser.tsx';
import { PLACE_WORDS } from './run-location-chooser.tsx';

/** The settings that hold for the files to come, in one line: "Balanced, no limit, on our servers". */
export function settingsLine({ preset, limitBytes, keep }: ChosenOptions, place: RunLocation): string {
  const limit = limitBytes === null ? 'no limit' : `under ${formatBytes(limitBytes)}`;
  const kept = keep.map((each) => KEEP_WORDS[each].toLowerCase()).join(', ');
  const isUsual = keep.length === DEFAULT_KEEP.length && DEFAULT_KEEP.every((each) => keep.includes(each));
  const words = [PRESET_WORDS[preset].label, limit, PLACE_WORDS[place].label.toLowerCase()];
  if (!isUsual) words.push(kept === '' ? 'keeps no photo details' : `keeps ${kept}`);
  return words.join(', ');
}

/** What a file is being made with: "Balanced", "under 100.00 KB, at most 1,200 px". */
export function optionsWords({ preset, targetBytes, maxSide }: JobOptions): string {
  const words = targetBytes === undefined ? PRESET_WORDS[preset].label : `under ${formatBytes(targetBytes)}`;
  return maxSide === undefined ? words : `${words}, at most ${maxSide.toLocaleString('en-US')} px`;
}

/** What a result was made with; a size that was not reached is not named. */
export function madeWith({ options, size }: Pick<ListedResult, 'options' | 'size'>): string {
  const { targetBytes } = options;
  return targetBytes !== undefined && size > targetBytes ? 'as small as possible' : optionsWords(options);
}
