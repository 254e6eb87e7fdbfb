import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { codecs } from '#tests/support/engine-run.ts';
import { benchSteps } from '../../../bench/steps.ts';

afterEach(() => vi.restoreAllMocks());

it('tells CPU by call and by module, and what was called again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steps-'));
  const data = Uint8Array.from({ length: 96 * 96 * 3 }, (_, i) => (i * i) >> 7);
  const raster = { width: 96, height: 96, channels: 3, space: 'rgb', data } as const;
  const jpeg = await codecs.image.encodeJpeg(raster, { quality: 95, chroma: '4:4:4' });
  await writeFile(join(folder, 'picture.jpg'), jpeg);
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await benchSteps([folder]);
  await rm(folder, { recursive: true });
  expect(lines[0]).toMatch(/^step +calls +again +CPU s +bytes$/);
  expect(lines.find((line) => line.startsWith('encodeJpeg chroma=4:2:0'))).toMatch(
    / [1-9]\d* .* \d+\.\d\d +[\d,]+$/,
  );
  expect(lines.some((line) => line.startsWith('quality/'))).toBe(true);
  expect(lines.at(-1)).toMatch(/^all +\d+\.\d\d$/);
});
