import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { rgbTile } from '#engine/perceptual/rgb-tile.ts';
import { sampleTiles } from '#engine/perceptual/sample-tiles.ts';
import { compareTile, referenceTile } from '#engine/perceptual/tile-meter.ts';
import type { Raster } from '#engine/raster.ts';
import { asGrey, gradients, photoLike, scannedText, userInterface } from './generated-pictures.ts';
import { loadOracle } from './ssimulacra2-oracle.ts';
import { printTable } from './table.ts';

const { image } = createNativeCodecs();

interface Sample {
  readonly group: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ourMs: number;
  readonly theirMs: number;
}

/**
 * Compares the engine's visual meter with an independent build of SSIMULACRA2 and prints how far they are apart.
 * Pictures are generated (five classes); with a folder, its JPEG, PNG and WebP files (also one folder down) are added.
 * Each is encoded at seven qualities. The meter has one fitted number (ROUNDING in perceptual/weights.ts): a mean error
 * away from 0 says that it needs another value.
 */
export async function benchMeter([folder]: readonly string[]): Promise<void> {
  const oracle = await loadOracle();
  const samples: Sample[] = [];
  for await (const { group, picture } of pictures(folder)) {
    const { width, height } = picture;
    const reference = rgbTile(picture, { x: 0, y: 0, width, height }, 255);
    const prepared = referenceTile(reference, width, height);
    for (const shown of await degraded({ ...picture, channels: 3, space: 'rgb', data: reference })) {
      const begun = performance.now();
      const ours = compareTile(prepared, shown.data).score();
      const between = performance.now();
      const theirs = oracle(reference, shown.data, width, height);
      const ended = performance.now();
      // Nothing is decided outside this range.
      if (theirs > 30 && theirs < 88) {
        samples.push({ group, ours, theirs, ourMs: between - begun, theirMs: ended - between });
      }
    }
  }
  const groups = [...new Set(samples.map(({ group }) => group)), 'all'];
  printTable(
    groups.map((group) =>
      summary(
        group,
        samples.filter((sample) => group === 'all' || sample.group === group),
      ),
    ),
    [
      { title: 'class', value: ({ group }) => group },
      { title: 'pairs', value: ({ count }) => String(count) },
      { title: 'mean error', value: ({ bias }) => bias.toFixed(2) },
      { title: 'RMSE', value: ({ rmse }) => rmse.toFixed(2) },
      { title: 'friendliest', value: ({ friendliest }) => friendliest.toFixed(2) },
      { title: 'harshest', value: ({ harshest }) => harshest.toFixed(2) },
      { title: 'time against oracle', value: ({ speed }) => speed.toFixed(2) },
    ],
  );
}

async function degraded(picture: Raster): Promise<Raster[]> {
  const jpegs = [25, 45, 60, 75, 90].map((quality) =>
    image.encodeJpeg(picture, { quality, chroma: '4:2:0' }),
  );
  const webps = [40, 70].map((quality) => image.encodeWebp(picture, { quality }));
  return Promise.all([...jpegs, ...webps].map(async (bytes) => image.decode(await bytes)));
}

async function* pictures(folder: string | undefined): AsyncGenerator<{ group: string; picture: Raster }> {
  for (const seed of [1, 2, 3, 4]) {
    const side = 320 + 40 * seed;
    yield { group: 'photo', picture: photoLike(side, 300, seed) };
    yield { group: 'grey', picture: asGrey(photoLike(side, 280, seed + 20)) };
    yield { group: 'dense scanned text', picture: scannedText(side, 300, seed) };
    yield { group: 'user interface', picture: userInterface(side, 260 + 30 * seed) };
    yield { group: 'gradient', picture: gradients(side, 240 + 20 * seed) };
  }
  if (!folder) return;
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (!/\.(jpe?g|png|webp)$/i.test(name)) continue;
    const picture = await image
      .decode(await readFile(join(folder, name)), { colour: 'srgb' })
      .catch(() => null);
    if (picture && Math.min(picture.width, picture.height) >= 128) {
      yield { group: `folder: ${name.split('.').at(-1)!.toLowerCase()}`, picture: centre(picture) };
    }
  }
}

/** The middle of a picture, as large as the meter's tiles. */
function centre(picture: Raster): Raster {
  const tile = sampleTiles(picture.width, picture.height).tiles.at(-1)!;
  const width = Math.min(448, tile.width);
  const height = Math.min(448, tile.height);
  return {
    width,
    height,
    channels: 3,
    space: 'rgb',
    data: rgbTile(picture, { ...tile, width, height }, 255),
  };
}

function summary(group: string, samples: readonly Sample[]) {
  const errors = samples.map(({ ours, theirs }) => ours - theirs);
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return {
    group,
    count: samples.length,
    bias: total(errors) / errors.length,
    rmse: Math.sqrt(total(errors.map((error) => error * error)) / errors.length),
    friendliest: Math.max(...errors),
    harshest: Math.min(...errors),
    speed: total(samples.map(({ ourMs }) => ourMs)) / total(samples.map(({ theirMs }) => theirMs)),
  };
}
