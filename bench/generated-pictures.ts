import type { Raster } from '#engine/base/raster.ts';

/**
 * Pictures made by arithmetic: the same bytes everywhere, no file and no licence needed.
 * Each stands for a class of real pictures that codecs treat differently.
 */
export function photoLike(width: number, height: number, seed = 1): Raster {
  const noise = layeredNoise(width, height, seed);
  const tint = layeredNoise(width, height, seed + 77);
  return rgb(width, height, (x, y) => {
    const at = y * width + x;
    const light = 40 + 170 * noise[at]! + 25 * Math.sin((x + y) / 90);
    const warm = 60 * (tint[at]! - 0.5);
    return [light + warm, light, light - warm];
  });
}

/** Flat panels, thin lines, small glyph-like strokes. */
export function userInterface(width: number, height: number): Raster {
  return rgb(width, height, (x, y) => {
    if (y < 40) return [28, 42, 74];
    if (x < 140) return (y - 40) % 36 < 34 ? [238, 241, 246] : [205, 212, 222];
    if (isGlyph(x, y)) return [32, 36, 44];
    if (y % 120 === 80 || x % 200 === 150) return [208, 214, 224];
    if (x % 200 > 160 && y % 120 > 90) return [214, 48, 49];
    return [255, 255, 255];
  });
}

/** Dense black text on paper with the grain and slight blur of a scanner. */
export function scannedText(width: number, height: number, seed = 3): Raster {
  const random = randomNumbers(seed);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ink = [0, 1].map((d) => (isGlyph(x + d, y) ? 1 : 0)).reduce((a: number, b) => a + b, 0) / 2;
      data[y * width + x] = clamp(236 - 190 * ink + 10 * (random() - 0.5));
    }
  }
  return { width, height, channels: 1, space: 'grey', data };
}

/** Smooth transitions, where banding shows first. */
export function gradients(width: number, height: number): Raster {
  return rgb(width, height, (x, y) => [
    (255 * x) / width,
    (255 * y) / height,
    128 + 100 * Math.sin((x * 3) / width + (y * 2) / height),
  ]);
}

/** A picture with a soft-edged disc of alpha. */
export function withSoftAlpha(picture: Raster): Raster {
  const { width, height } = picture;
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    data.set(picture.data.subarray(i * 3, i * 3 + 3), i * 4);
    const distance = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2);
    data[i * 4 + 3] = clamp((Math.min(width, height) / 2 - distance) * 8);
  }
  return { width, height, channels: 4, space: 'rgb', data };
}

/** The same picture in inks, by the plain rule. */
export function inInks(picture: Raster): Raster {
  const data = new Uint8Array(picture.width * picture.height * 4);
  for (let i = 0; i < picture.width * picture.height; i++) {
    const [r, g, b] = [0, 1, 2].map((c) => 255 - picture.data[i * 3 + c]!) as [number, number, number];
    const black = Math.min(r, g, b) >> 1;
    data.set([r - black, g - black, b - black, black], i * 4);
  }
  return { ...picture, channels: 4, space: 'cmyk', data };
}

/** Only the green channel of a picture, as grey. */
export function asGrey(picture: Raster): Raster {
  const data = Uint8Array.from(
    { length: picture.width * picture.height },
    (_, i) => picture.data[i * 3 + 1]!,
  );
  return { ...picture, channels: 1, space: 'grey', data };
}

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function rgb(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) for (const sample of pixel(x, y)) data[at++] = clamp(sample);
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Strokes in a 7 × 12 grid, different in every cell, in lines of text. */
function isGlyph(x: number, y: number): boolean {
  if (y % 16 >= 11 || x % 7 >= 6) return false;
  const cell = Math.imul(Math.floor(x / 7) + 131 * Math.floor(y / 16), 2654435761) >>> 0;
  if (cell % 6 === 0) return false;
  const column = x % 7;
  const row = y % 16;
  return column === cell % 5 || row === (cell >>> 5) % 11 || row === (cell >>> 9) % 11;
}

/** Value noise over five octaves, 0 to 1, with a little grain. */
function layeredNoise(width: number, height: number, seed: number): Float32Array {
  const result = new Float32Array(width * height);
  const random = randomNumbers(seed);
  for (let octave = 0; octave < 5; octave++) {
    const cell = 96 >> octave;
    const columns = Math.ceil(width / cell) + 2;
    const grid = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, random);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        result[y * width + x]! += between(grid, columns, x / cell, y / cell) * 0.5 ** (octave + 1);
    }
  }
  for (let i = 0; i < result.length; i++) result[i]! += 0.02 * (random() - 0.5);
  return result;
}

function between(grid: Float32Array, columns: number, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const at = row * columns + column;
  const [fx, fy] = [x - column, y - row];
  const top = grid[at]! + (grid[at + 1]! - grid[at]!) * fx;
  const bottom = grid[at + columns]! + (grid[at + columns + 1]! - grid[at + columns]!) * fx;
  return top + (bottom - top) * fy;
}
