import { expect, it } from 'vitest';
import { joinFindings } from '#engine/api/report/findings.ts';
import { gentlerPreset } from '#engine/api/report/gentler-preset.ts';
import type { JobOptions } from '#engine/api/options.ts';

const told = (score: number | null, options: Partial<JobOptions> = {}) =>
  gentlerPreset('png', 'small', options, joinFindings({ score })).map(({ detail }) => detail);

it('names the gentlest preset whose quality a picture has', () => {
  expect(told(70.4)).toEqual([]);
  expect(told(70.5)).toEqual([expect.stringContaining('"balanced"')]);
  expect(told(99)).toEqual([expect.stringContaining('"high"')]);
});

it('is silent where nothing was lost, something else was asked for or pictures have other pixels', () => {
  expect(told(null)).toEqual([]);
  for (const options of [{ targetBytes: 1_000 }, { score: 60 }, { format: 'webp' }, { maxWidth: 9 }] as const)
    expect(told(99, options)).toEqual([]);
  expect(gentlerPreset('pdf', 'small', {}, joinFindings({ score: 99 }))).toEqual([]);
  expect(gentlerPreset('png', 'high', {}, joinFindings({ score: 99 }))).toEqual([]);
});
