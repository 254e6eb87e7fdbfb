import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { TriedEncode } from '#engine/context.ts';
import { isPictureKind } from '#engine/api/kinds.ts';
import { EVEN_BLOCK_LEVELS } from '#engine/quality/thresholds.ts';
import { blockMeans, lumaVariance } from '#engine/quality/metrics/block-means.ts';
import type { Raster } from '#engine/base/raster.ts';
import { kindByName } from './files-in.ts';
import { median } from './table.ts';

/** Standard deviation of luma, in levels, below which a block is flat. */
const FLAT_LEVELS = 1;

/** What a picture is like, in numbers that foresight could be fitted on. */
const FEATURES = {
  megapixels: ({ width, height }: Raster) => (width * height) / 1e6,
  channels: ({ channels }: Raster) => channels,
  flatShare: (_: Raster, deviations: readonly number[]) => shareBelow(deviations, FLAT_LEVELS),
  evenShare: (_: Raster, deviations: readonly number[]) => shareBelow(deviations, EVEN_BLOCK_LEVELS),
  medianDeviation: (_: Raster, deviations: readonly number[]) => median(deviations),
} as const;

/**
 * What every search of a still picture tried, with what the picture is like: rows to fit foresight on. Pictures in documents and
 * trials of palettes are not told.
 */
export class TrialLog {
  private readonly triedOf = new Map<string, TriedEncode[]>();

  /** The engine's option that logs the trials of a file. */
  ofFile(path: string): { readonly onTrial: (tried: TriedEncode) => void } {
    const all: TriedEncode[] = [];
    this.triedOf.set(path, all);
    return { onTrial: (tried) => void all.push(tried) };
  }

  /** Tab-separated values, a row for each encode under a row of titles; pictures are decoded only now, so that nobody's CPU counts it. */
  async table(): Promise<string> {
    const titles = ['file', 'sourceBytes', ...Object.keys(FEATURES)];
    const rows = [[...titles, 'step', 'setting', 'quality', 'bytes', 'score', 'cause']];
    const { image } = createNativeCodecs();
    for (const [path, tried] of this.triedOf) {
      const kind = kindByName(path);
      if (tried.length === 0 || kind === null || !isPictureKind(kind)) continue;
      const bytes = new Uint8Array(await readFile(path));
      const features = featuresOf(await image.decode(bytes, { colour: 'srgb' }));
      for (const { step, setting, quality, bytes: length, score, cause = '' } of tried) {
        const found = [step, setting, quality, length, score.toFixed(2), cause];
        rows.push([basename(path), bytes.length, ...features, ...found].map(String));
      }
    }
    return rows.map((row) => `${row.join('\t')}\n`).join('');
  }
}

function featuresOf(picture: Raster): number[] {
  const [blocks] = blockMeans(picture, picture);
  const deviations = Array.from(blocks.light, (_, at) => Math.sqrt(Math.max(0, lumaVariance(blocks, at))));
  return Object.values(FEATURES).map((feature) => Number(feature(picture, deviations).toFixed(4)));
}

function shareBelow(deviations: readonly number[], levels: number): number {
  return deviations.filter((deviation) => deviation <= levels).length / deviations.length;
}
