import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Raster } from '#engine/base/raster.ts';
import { codecs } from './engine-run.ts';

/** A colour as shown: red, green, blue of sRGB, 0 to 255. */
type Shown = readonly number[];

/**
 * What Little CMS makes of colours: its own program, so that no library of the engine judges itself.
 * @param samples stored red, green, blue, 0 to 255
 * @param icc     profile of the samples; null for sRGB
 */
function shownColours(samples: readonly Shown[], icc: Uint8Array | null): Shown[] {
  if (!icc) return [...samples];
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  try {
    const path = join(folder, 'source.icc');
    writeFileSync(path, icc);
    const input = samples.map((colour) => colour.map((value) => value.toFixed(3)).join(' ')).join('\n');
    const output = execFileSync('transicc', ['-i', path, '-o', '*sRGB', '-t', '1', '-n'], {
      input: `${input}\n`,
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return output
      .trim()
      .split('\n')
      .slice(0, samples.length)
      .map((line) =>
        line
          .trim()
          .split(/\s+/)
          .map((value) => Math.max(0, Math.min(255, Number(value)))),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Side of a patch of {@link colourChart}, px. */
const PATCH = 16;
/** Patches in a row. */
const ACROSS = 8;

/** A chart of 64 flat patches: greys, primaries and mixtures, none so dark that 8 bits cannot hold it. */
export function colourChart(): Raster {
  const side = PATCH * ACROSS;
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const patch = Math.floor(y / PATCH) * ACROSS + Math.floor(x / PATCH);
      const levels = [24, 96, 168, 240];
      data.set([levels[patch & 3]!, levels[(patch >> 2) & 3]!, levels[patch >> 4]!], 3 * (y * side + x));
    }
  }
  return { width: side, height: side, channels: 3, space: 'rgb', data };
}

/** Mean of the stored samples in the middle of each patch of a chart. */
function patchColours({ data, width, channels }: Raster): Shown[] {
  return Array.from({ length: ACROSS * ACROSS }, (_, patch) => {
    const sums = [0, 0, 0];
    const [left, top] = [(patch % ACROSS) * PATCH + 4, Math.floor(patch / ACROSS) * PATCH + 4];
    for (let y = top; y < top + 8; y++)
      for (let x = left; x < left + 8; x++)
        for (let c = 0; c < 3; c++) sums[c]! += data[(y * width + x) * channels + (channels < 3 ? 0 : c)]!;
    return sums.map((sum) => sum / 64);
  });
}

/**
 * How far the patches of two charts are apart as shown, each under its own profile.
 * @returns mean and largest difference of a channel, in levels of 255
 */
export async function chartDifference(
  a: Uint8Array,
  b: Uint8Array,
): Promise<{ mean: number; largest: number }> {
  const [before, after] = await Promise.all([a, b].map(async (bytes) => shownPatches(bytes)));
  const differences = before!.flatMap((colour, i) =>
    colour.map((value, c) => Math.abs(value - after![i]![c]!)),
  );
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    largest: Math.max(...differences),
  };
}

async function shownPatches(bytes: Uint8Array): Promise<Shown[]> {
  const { icc } = await codecs.image.probe(bytes);
  return shownColours(patchColours(await codecs.image.decode(bytes)), icc);
}
