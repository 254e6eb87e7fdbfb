/**
 * Draws the picture that visitors try the compress page with into `public/samples`: a coast at dusk, computed point by
 * point and saved as cameras do, hardly compressed. Run with `node infra/media/draw-sample.ts`.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const WIDTH = 1800;
const HEIGHT = 1200;
const HORIZON = 0.58;

type Colour = readonly [red: number, green: number, blue: number];

const ZENITH: Colour = [52, 72, 118];
const DUSK: Colour = [246, 170, 112];
const CLOUD: Colour = [250, 214, 190];
const SUN: Colour = [255, 236, 200];
/** Ranges of hills from the farthest: base and height as shares of the picture, colour, seed. */
const HILLS: readonly (readonly [base: number, height: number, colour: Colour, seed: number])[] = [
  [0.57, 0.14, [142, 118, 138], 11],
  [0.585, 0.1, [98, 86, 112], 23],
  [0.6, 0.06, [58, 58, 78], 37],
];

/** The same on every run. */
function hash(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_147_483_647);
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4_294_967_296;
}

function smoothNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (at: number) => at * at * (3 - 2 * at);
  const [across, down] = [ease(x - left), ease(y - top)];
  const row = (line: number) => hash(left, line, seed) * (1 - across) + hash(left + 1, line, seed) * across;
  return row(top) * (1 - down) + row(top + 1) * down;
}

/** Noise at several scales, 0 to 1. */
function fractal(x: number, y: number, seed: number, octaves: number): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * smoothNoise(x * 2 ** octave, y * 2 ** octave, seed + octave);
    total += weight;
    weight /= 2;
  }
  return sum / total;
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const at = Math.min(1, Math.max(0, share));
  const channel = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * at;
  return [channel(0), channel(1), channel(2)];
}

function sky(u: number, v: number): Colour {
  const height = v / HORIZON;
  const clear = mixed(ZENITH, DUSK, height ** 1.6);
  const clouds = fractal(u * 5, v * 16, 3, 6) - 0.5 + height * 0.12;
  const sun = Math.exp(-(((u - 0.66) / 0.16) ** 2 + ((v - 0.5) / 0.12) ** 2));
  return mixed(mixed(clear, CLOUD, clouds * 2.4), SUN, sun * 0.95);
}

/** Above the water line: the nearest hill there, or the sky. */
function land(u: number, v: number): Colour {
  for (const [base, height, colour, seed] of HILLS.toReversed()) {
    const ridge = base - height * fractal(u * 4 + seed, 0, seed, 8) * (0.5 + 0.5 * Math.cos((u - 0.1) * 5));
    if (v < ridge) continue;
    const grain = fractal(u * 90, v * 220, seed + 50, 4) - 0.5;
    return mixed(mixed(colour, [20, 22, 34], grain * 0.7), DUSK, (v - ridge) * 1.5);
  }
  return sky(u, v);
}

function water(u: number, v: number): Colour {
  const depth = (v - HORIZON) / (1 - HORIZON);
  const ripples = fractal(u * 26, v * 190, 71, 5) - 0.5;
  const mirrored = land(u + ripples * 0.05 * depth, HORIZON - (v - HORIZON) * 0.9 + ripples * 0.12 * depth);
  return mixed(mirrored, [22, 34, 58], 0.25 + depth * 0.45 + ripples * 0.5);
}

const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let y = 0; y < HEIGHT; y++) {
  for (let x = 0; x < WIDTH; x++) {
    const [u, v] = [x / WIDTH, y / HEIGHT];
    const colour = v > HORIZON ? water(u, v) : land(u, v);
    const grain = (hash(x, y, 5) + hash(x, y, 6) - 1) * 3;
    for (const channel of [0, 1, 2] as const)
      pixels[(y * WIDTH + x) * 3 + channel] = Math.min(255, Math.max(0, Math.round(colour[channel] + grain)));
  }
}

const folder = fileURLToPath(new URL('../../public/samples/', import.meta.url));
await mkdir(folder, { recursive: true });
const { size } = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  .toFile(`${folder}coast.jpg`);
process.stdout.write(`coast.jpg ${size} bytes\n`);
