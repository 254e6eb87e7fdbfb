import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { rgbTile } from '#engine/quality/metrics/ssimulacra2/rgb-tile.ts';
import { sampleTiles } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import { compareTile, referenceTile } from '#engine/quality/metrics/ssimulacra2/tile-meter.ts';
import { ROUNDING } from '#engine/quality/thresholds.ts';
import type { Raster } from '#engine/base/raster.ts';
import { asGrey, gradients, photoLike, scannedText, userInterface } from './generated-pictures.ts';
import { classOf, PICTURE_CLASSES, type PictureClass } from './picture-class.ts';
import { loadOracle, type Oracle } from './ssimulacra2-oracle.ts';
import { printTable } from './table.ts';

const { image } = createNativeCodecs();

interface Picture {
  readonly name: string;
  readonly group: PictureClass;
  readonly raster: Raster;
}

/** One encode of a picture, scored by both. */
interface Sample {
  readonly picture: string;
  readonly group: PictureClass;
  readonly theirs: number;
  /** Our scores with each of the ROUNDINGS. */
  readonly ours: readonly number[];
  readonly ourMs: number;
  readonly theirMs: number;
}

/** Values tried for the meter's one fitted number; the one that is in use comes first. */
const ROUNDINGS = [1, 0, 0.25, 0.5, 0.75, 1.25, 1.5, 2, 3].map((share) => share * ROUNDING);

/** Nothing is decided outside this range of scores. */
const DECIDING = { from: 30, to: 88 };

/**
 * Compares the engine's visual meter with an independent build of SSIMULACRA2 and prints, class by class, how far they
 * are apart: with the number in use, and with one fitted to all other pictures (leaving one picture out at a time).
 * Pictures are generated; with a folder, its JPEG, PNG and WebP files are added, each by the middle of it, and classes
 * told by {@link classOf}. Each is encoded at seven qualities.
 */
export async function benchMeter([folder]: readonly string[]): Promise<void> {
  const oracle = await loadOracle();
  const samples: Sample[] = [];
  for await (const picture of pictures(folder)) samples.push(...(await samplesOf(picture, oracle)));
  const left = leftOutErrors(samples);
  const rows = [...PICTURE_CLASSES, 'all' as const].map((group) => {
    const chosen = samples.flatMap((sample, i) =>
      group === 'all' || sample.group === group ? [{ sample, leftOut: left[i]! }] : [],
    );
    return summary(group, chosen);
  });
  printTable(
    rows.filter(({ pairs }) => pairs > 0),
    [
      { title: 'class', value: ({ group }) => group, isText: true },
      { title: 'pictures', value: ({ pictures }) => String(pictures) },
      { title: 'encodes', value: ({ pairs }) => String(pairs) },
      { title: 'mean error', value: ({ bias }) => bias.toFixed(2) },
      { title: 'RMSE', value: ({ rmse }) => rmse.toFixed(2) },
      { title: 'RMSE, picture left out', value: ({ leftOut }) => leftOut.toFixed(2) },
      { title: 'friendliest', value: ({ friendliest }) => friendliest.toFixed(2) },
      { title: 'harshest', value: ({ harshest }) => harshest.toFixed(2) },
      { title: 'time against oracle', value: ({ speed }) => speed.toFixed(3) },
    ],
  );
  const best = ROUNDINGS[bestRounding(samples)]!;
  console.log(`\nROUNDING in use ${ROUNDING}, best for these pictures ${best.toPrecision(2)}.`);
}

async function samplesOf({ name, group, raster }: Picture, oracle: Oracle): Promise<Sample[]> {
  const { width, height } = raster;
  const reference = rgbTile(raster, { x: 0, y: 0, width, height }, 255);
  const prepared = referenceTile(reference, width, height);
  const samples: Sample[] = [];
  for (const shown of await degraded({ ...raster, channels: 3, space: 'rgb', data: reference })) {
    const begun = performance.now();
    const theirs = oracle(reference, shown.data, width, height);
    const theirMs = performance.now() - begun;
    if (!(theirs > DECIDING.from && theirs < DECIDING.to)) continue;
    const between = performance.now();
    const ours = ROUNDINGS.map((rounding) => compareTile(prepared, shown.data, rounding).errors.score());
    const ourMs = (performance.now() - between) / ROUNDINGS.length;
    samples.push({ picture: name, group, theirs, ours, ourMs, theirMs });
  }
  return samples;
}

async function degraded(picture: Raster): Promise<Raster[]> {
  const jpegs = [25, 45, 60, 75, 90].map((quality) =>
    image.encodeJpeg(picture, { quality, chroma: '4:2:0' }),
  );
  const webps = [40, 70].map((quality) => image.encodeWebp(picture, { quality }));
  return Promise.all([...jpegs, ...webps].map(async (bytes) => image.decode(await bytes)));
}

async function* pictures(folder: string | undefined): AsyncGenerator<Picture> {
  for (const seed of [1, 2, 3, 4]) {
    const side = 320 + 40 * seed;
    const made = (group: PictureClass, what: string, raster: Raster): Picture => ({
      name: `${what} ${seed}`,
      group,
      raster,
    });
    yield made('photo', 'colours', photoLike(side, 300, seed));
    yield made('photo', 'grey', asGrey(photoLike(side, 280, seed + 20)));
    yield made('dense text', 'scan', scannedText(side, 300, seed));
    yield made('user interface', 'panels', userInterface(side, 260 + 30 * seed));
    yield made('graphics', 'gradient', gradients(side, 240 + 20 * seed));
  }
  if (!folder) return;
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (!/\.(jpe?g|png|webp)$/i.test(name)) continue;
    const picture = await image
      .decode(await readFile(join(folder, name)), { colour: 'srgb' })
      .catch(() => null);
    if (!picture || Math.min(picture.width, picture.height) < 128) continue;
    const raster = centre(picture);
    yield { name, group: classOf(raster), raster };
  }
}

/** The middle of a picture, as large as the meter's tiles. */
function centre(picture: Raster): Raster {
  const tile = sampleTiles(picture.width, picture.height).spots.at(-1)!;
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

/** For each sample the error that the meter makes with the number that suits all other pictures best. */
function leftOutErrors(samples: readonly Sample[]): number[] {
  const fitted = new Map<string, number>();
  for (const { picture } of samples) {
    if (fitted.has(picture)) continue;
    fitted.set(picture, bestRounding(samples.filter((other) => other.picture !== picture)));
  }
  return samples.map(({ picture, ours, theirs }) => ours[fitted.get(picture)!]! - theirs);
}

/** Which of the ROUNDINGS has the least squared error. */
function bestRounding(samples: readonly Sample[]): number {
  const errors = ROUNDINGS.map((_, i) =>
    rootMeanSquare(samples.map(({ ours, theirs }) => ours[i]! - theirs)),
  );
  return errors.indexOf(Math.min(...errors));
}

function summary(
  group: PictureClass | 'all',
  chosen: readonly { readonly sample: Sample; readonly leftOut: number }[],
) {
  const samples = chosen.map(({ sample }) => sample);
  const errors = samples.map(({ ours, theirs }) => ours[0]! - theirs);
  return {
    group,
    pictures: new Set(samples.map(({ picture }) => picture)).size,
    pairs: samples.length,
    bias: sum(errors) / errors.length,
    rmse: rootMeanSquare(errors),
    leftOut: rootMeanSquare(chosen.map(({ leftOut }) => leftOut)),
    friendliest: Math.max(...errors),
    harshest: Math.min(...errors),
    speed: sum(samples.map(({ ourMs }) => ourMs)) / sum(samples.map(({ theirMs }) => theirMs)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(sum(values.map((value) => value * value)) / values.length);
}
