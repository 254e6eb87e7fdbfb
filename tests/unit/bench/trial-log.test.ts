import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { codecs } from '#tests/support/engine-run.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { benchSteps } from '../../../bench/steps.ts';

afterEach(() => vi.restoreAllMocks());

it('tells every trial and every result with what its picture is like', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trials-'));
  const log = join(folder, 'trials.tsv');
  const jpeg = await codecs.image.encodeJpeg(photoLike(320, 240), { quality: 97, chroma: '4:4:4' });
  await writeFile(join(folder, 'picture.jpg'), jpeg);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await benchSteps([folder, '--trials', log]);
  const [titles, ...rows] = (await readFile(log, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  await rm(folder, { recursive: true });
  const column = (title: string): string[] => rows.map((row) => row[titles!.indexOf(title)]!);
  expect(new Set(column('sourceBytes'))).toEqual(new Set([String(jpeg.length)]));
  expect(new Set(column('megapixels'))).toEqual(new Set(['0.0768']));
  expect(Number(column('evenShare')[0])).toBeGreaterThan(0);
  expect(column('step')).toContain('trial');
  expect(column('step').at(-1)).toBe('result');
  // A result of the whole picture takes no more than the trial of its quality, and scores as told.
  const last = rows.at(-1)!;
  expect(Number(last[titles!.indexOf('bytes')])).toBeLessThan(jpeg.length);
  expect(Number(last[titles!.indexOf('score')])).toBeGreaterThanOrEqual(70.5);
});
