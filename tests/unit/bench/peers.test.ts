import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgePicture } from '../../../bench/peers/judge-picture.ts';
import { readKnown } from '../../../bench/peers/known-runs.ts';
import { msSsim, type Grey } from '../../../bench/peers/ms-ssim.ts';
import { summarize, type Run } from '../../../bench/peers/results.ts';
import { OURS, ours, RIVALS } from '../../../bench/peers/rivals.ts';
import { runMeasured } from '../../../bench/peers/run-measured.ts';
import { loadOracle } from '../../../bench/ssimulacra2-oracle.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peers-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (facts: Partial<Run>): Run => ({
  file: 'a.jpg',
  kind: 'jpeg',
  rival: 'other',
  sourceBytes: 1000,
  bytes: 500,
  cpuSeconds: 1,
  seconds: 2,
  quality: 80,
  losses: [],
  ...facts,
});

describe('the comparison with other programs', () => {
  it('takes the smallest result without harm as the best, and the source where all did harm', () => {
    const { files, kinds } = summarize([
      run({ rival: OURS, bytes: 400 }),
      run({ rival: 'harmful', bytes: 100, losses: ['frames 3 → 1'] }),
      run({ rival: 'good', bytes: 500 }),
      run({ file: 'b.jpg', rival: OURS, bytes: 900 }),
      run({ file: 'b.jpg', rival: 'good', bytes: 1200 }),
    ]);
    expect(
      files.map(({ file, bestRival, bestBytes, ratio }) => ({ file, bestRival, bestBytes, ratio })),
    ).toEqual([
      { file: 'b.jpg', bestRival: null, bestBytes: 1000, ratio: 0.9 },
      { file: 'a.jpg', bestRival: 'good', bestBytes: 500, ratio: 0.8 },
    ]);
    expect(kinds[0]?.ratio).toBeCloseTo(Math.sqrt(0.9 * 0.8));
    expect(kinds[0]?.programs[0]?.name).toBe(OURS);
  });

  it('tells CPU with the starts of a program and without them', () => {
    const two = [run({ file: 'a.jpg', rival: OURS }), run({ file: 'b.jpg', rival: OURS, cpuSeconds: 3 })];
    const { kinds } = summarize(two, new Map([['jpeg/Featherpress', 0.75]]));
    expect(kinds[0]?.programs[0]).toMatchObject({ cpuSeconds: 4, workSeconds: 2.5, seconds: 4 });
  });

  it('holds us to the same rules', () => {
    const { files } = summarize([
      run({ rival: OURS, bytes: 100, losses: ['looks worse (50.0)'] }),
      run({ rival: 'good', bytes: 500 }),
    ]);
    expect(files[0]).toMatchObject({ oursBytes: 1000, ratio: 2 });
  });

  it('measures what a program and its children used, and ends one that takes too long', async () => {
    const busy = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done';
    const { status, cpuSeconds } = await runMeasured('sh', ['-c', `(${busy}); exit 3`], 60);
    expect(status).toBe(3);
    expect(cpuSeconds).toBeGreaterThan(0.01);
    expect((await runMeasured('sleep', ['60'], 0.2)).status).toBeNull();
  });

  it('keeps what the others made, and never ours', async () => {
    const path = join(folder, 'known.jsonl');
    const known = await readKnown(path);
    for (const each of [run({ rival: OURS }), run({ rival: 'jpegtran' })]) await known.add(each);
    const again = await readKnown(path);
    const jpegtran = RIVALS.jpeg!.find(({ name }) => name === 'jpegtran')!;
    expect(again.find('a.jpg', jpegtran)).toEqual(run({ rival: 'jpegtran' }));
    expect(again.find('a.jpg', ours('cli.js'))).toBeUndefined();
  });
});

describe('likeness of pages', () => {
  const page = (noise: number): Grey => ({
    width: 200,
    height: 200,
    data: Float32Array.from({ length: 40_000 }, (_, at) =>
      Math.min(255, (at % 17) * 12 + noise * ((at * 7919) % 13)),
    ),
  });

  it('is 1 for the same page and falls with what differs', () => {
    expect(msSsim(page(0), page(0))).toBeCloseTo(1, 6);
    expect(msSsim(page(0), page(1))).toBeGreaterThan(msSsim(page(0), page(4)));
    expect(msSsim(page(0), page(4))).toBeLessThan(0.99);
  });
});

describe('likeness of pictures', () => {
  it('is judged upright, with profiles applied, and names what was lost', async () => {
    const oracle = await loadOracle();
    const wide = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c40' } });
    const [source, turned, smaller] = ['source.png', 'turned.jpg', 'smaller.png'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await wide.clone().withIccProfile('p3').png().toFile(source);
    await wide.clone().rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toFile(turned);
    await wide.clone().resize(32, 24).png().toFile(smaller);
    expect((await judgePicture(source, turned, oracle)).losses).toEqual([]);
    expect((await judgePicture(source, smaller, oracle)).losses).toEqual(['64×48 → 32×24']);
  });

  it('is that of the file as it is now, not of one that had its name before', async () => {
    const oracle = await loadOracle();
    const [source, result] = [join(folder, 'source.webp'), join(folder, 'result.webp')];
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: '#000', noise } });
    const large = await picture.clone().webp({ lossless: true }).toBuffer();
    await writeFile(source, large);
    await writeFile(result, await sharp(large).resize(48, 32).webp().toBuffer());
    expect((await judgePicture(source, result, oracle)).quality).toBe(0);
    await writeFile(result, await sharp(large).blur(8).webp({ quality: 1 }).toBuffer());
    expect((await judgePicture(source, result, oracle)).quality).toBeLessThan(50);
    await writeFile(result, large);
    expect((await judgePicture(source, result, oracle)).quality).toBeGreaterThan(99);
  });
});
