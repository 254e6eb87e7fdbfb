import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Oracle } from '../ssimulacra2-oracle.ts';
import { FLOORS, withFloor, type Verdict } from './verdict.ts';

/** SSIMULACRA2 is measured on tiles of this side: on whole pictures it needs gigabytes. */
const TILE = 512;
const BACKGROUNDS = ['#fff', '#000'] as const;
const LIMITS = { limitInputPixels: 4e8 } as const;

/**
 * Judges a picture as a viewer shows it: profile applied, turned upright, on white and on black, and of an animation the
 * first, the middle and the last frame. The worst of all counts; of one frame, the mean of up to five tiles.
 */
export async function judgePicture(source: string, result: string, oracle: Oracle): Promise<Verdict> {
  // Not by their paths: libvips remembers pictures by name, and the results of all programs have the same.
  const [original, made] = await Promise.all([readFile(source), readFile(result)]);
  const [before, after] = await Promise.all([factsOf(original), factsOf(made)]);
  const losses: string[] = [];
  if (before.frames !== after.frames) losses.push(`frames ${before.frames} → ${after.frames}`);
  if (before.width !== after.width || before.height !== after.height)
    return { quality: 0, losses: [`${before.width}×${before.height} → ${after.width}×${after.height}`] };
  const last = Math.min(before.frames, after.frames) - 1;
  const scores: number[] = [];
  for (const frame of new Set([0, Math.floor(last / 2), last]))
    for (const background of before.hasAlpha || after.hasAlpha ? BACKGROUNDS : BACKGROUNDS.slice(0, 1))
      scores.push(await likeness(original, made, frame, background, oracle));
  return withFloor({ quality: Math.min(...scores), losses }, FLOORS.picture);
}

async function factsOf(bytes: Uint8Array) {
  const {
    width,
    height,
    pages = 1,
    pageHeight,
    hasAlpha,
    orientation = 1,
  } = await sharp(bytes, LIMITS).metadata();
  const upright = [width, pageHeight ?? height] as const;
  const [across, down] = orientation > 4 ? [upright[1], upright[0]] : upright;
  return { width: across, height: down, frames: pages, hasAlpha };
}

async function likeness(
  source: Uint8Array,
  result: Uint8Array,
  frame: number,
  background: string,
  oracle: Oracle,
): Promise<number> {
  const [before, after] = await Promise.all([
    shown(source, frame, background),
    shown(result, frame, background),
  ]);
  const scores = tilesOf(before.width, before.height).map(({ left, top, width, height }) =>
    oracle(
      cut(before.data, before.width, left, top, width, height),
      cut(after.data, after.width, left, top, width, height),
      width,
      height,
    ),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 8-bit sRGB. */
  readonly data: Uint8Array;
}

async function shown(bytes: Uint8Array, frame: number, background: string): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { ...LIMITS, page: frame })
    .autoOrient()
    .flatten({ background })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, data };
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = data[Math.floor(at / 3) * channels]!;
  return { width, height, data: rgb };
}

/** The corners and the middle of a large picture; a small one whole. */
function tilesOf(width: number, height: number) {
  const [w, h] = [Math.min(TILE, width), Math.min(TILE, height)];
  const [right, bottom] = [width - w, height - h];
  const places = new Map(
    [
      [0, 0],
      [right, 0],
      [0, bottom],
      [right, bottom],
      [right >> 1, bottom >> 1],
    ].map(([left = 0, top = 0]) => [`${left},${top}`, { left, top, width: w, height: h }]),
  );
  return [...places.values()];
}

function cut(data: Uint8Array, stride: number, left: number, top: number, width: number, height: number) {
  const tile = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * stride + left) * 3;
    tile.set(data.subarray(from, from + width * 3), y * width * 3);
  }
  return tile;
}
