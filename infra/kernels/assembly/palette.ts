/** The inner loops of mapping a picture to a palette. One instance serves one palette and pictures of one width. */
import { distance, find, startColours } from './nearest';
import { giveBack, take } from './room';

/** Tuning of the engine; see `workers/engine/palette/tuning.ts`. */
@external('tuning', 'runBits') declare const runBits: f32;
@external('tuning', 'aboveBits') declare const aboveBits: f32;
@external('tuning', 'diagonalBits') declare const diagonalBits: f32;
@external('tuning', 'literalBits') declare const literalBits: f32;
@external('tuning', 'lockedLambda') declare const lockedLambda: f32;
@external('tuning', 'areaReach') declare const areaReach: i32;
/** From a pixel's place to that of its block, as a shift. */
@external('tuning', 'blockBits') declare const blockBits: i32;

/** Bytes of a colour or of a pixel's samples: four of single precision, as seen over middle grey, and alpha; 0 to 255. */
const COLOUR: usize = 16;

/** px */
let width = 0;
/** Where colours are written before {@link useColours}, as RGBA; then their samples. */
export const colours = take(256 * COLOUR);
/** Where what depends on the width begins. */
const rows = take(0);
/** Bytes of the pixels of some rows, of which one is at work: written before. */
export let bytes: usize = 0;
/** Samples of the row. */
let row: usize = 0;
/** One index a pixel: of the nearest colours before {@link costRows}; then what was chosen. */
export let indexes: usize = 0;
/** Those rows of the frame before, and 1 where the pixel is as it was. */
export let before: usize = 0;
export let unchanged: usize = 0;
/** 1 for each block of these rows whose colour stays where it is. */
export let locked: usize = 0;
let above: usize = 0;
let up: usize = 0;
/** Errors that the row, and the one below, make up for; with a pixel to spare at both ends. */
let here: usize = 0;
let below: usize = 0;

/** Of a pixel: grey, RGB, and alpha with either. */
let channels = 0;
let step = 1;
let isTop = true;
let lambda: f32 = 0;
let share: f32 = 0;
let keepsOpaque = false;
let hasBefore = false;
let hasLocked = false;

/**
 * Takes the colours that stand at {@link colours}, for rows of `pixels`.
 * @param isOpaque the colours, and all pixels, are opaque
 * @param most     rows at once
 */
export function useColours(count: i32, isOpaque: bool, pixels: i32, most: i32): void {
  giveBack(rows);
  width = pixels;
  // The last pixel of three bytes is read with the byte behind it.
  const all = <usize>(pixels * most);
  bytes = take(all * 4 + 1);
  row = take(<usize>pixels * COLOUR);
  above = take(<usize>pixels * COLOUR);
  here = take(<usize>(pixels + 2) * COLOUR);
  below = take(<usize>(pixels + 2) * COLOUR);
  indexes = take(all);
  up = take(<usize>pixels);
  before = take(all);
  unchanged = take(all);
  locked = take(<usize>pixels);
  // From the last to the first, since samples take four times the room of bytes.
  for (let i = count - 1; i >= 0; i--) v128.store(colours + <usize>i * COLOUR, samplesOf(colours + <usize>i * 4, 4));
  startColours(colours, count, isOpaque, take(0));
}

/** Samples of a pixel as seen over middle grey, and its alpha: colour under transparency does not count. */
@inline
function samplesOf(pixel: usize, channels: i32): v128 {
  if (channels < 3) {
    const grey = <f32>load<u8>(pixel);
    return channels == 1 ? f32x4.replace_lane(f32x4.splat(grey), 3, 255) : under(f32x4.splat(grey), load<u8>(pixel, 1));
  }
  const low = v128.load32_zero(pixel);
  const samples = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(low)));
  return channels == 3 ? f32x4.replace_lane(samples, 3, 255) : under(samples, load<u8>(pixel, 3));
}

/** Colours as they show with an alpha over middle grey, and that alpha. */
@inline
function under(samples: v128, alpha: u8): v128 {
  if (alpha == 255) return f32x4.replace_lane(samples, 3, 255);
  const share = f32x4.splat(<f32>alpha / 255);
  const grey = f32x4.splat(<f32>(255 - alpha) / 2);
  return f32x4.replace_lane(f32x4.add(f32x4.mul(samples, share), grey), 3, <f32>alpha);
}

/** Makes samples of the row's bytes. */
function readRow(): void {
  let from = bytes, to = row;
  for (let x = 0; x < width; x++, from += channels, to += COLOUR) v128.store(to, samplesOf(from, channels));
}

/**
 * Begins a picture: its rows follow from the top, some at once, after their {@link bytes} were written.
 * @param depth  channels of a pixel
 * @param dither share of an error that is handed on
 */
export function startPicture(
  depth: i32,
  price: f32,
  dither: f32,
  isKeptOpaque: bool,
  follows: bool,
  locks: bool,
): void {
  channels = depth;
  lambda = price;
  share = dither;
  keepsOpaque = isKeptOpaque;
  hasBefore = follows;
  hasLocked = locks;
  step = 1;
  isTop = true;
  memory.fill(above, 0, <usize>width * COLOUR);
  memory.fill(here, 0, <usize>(width + 2) * COLOUR);
  memory.fill(below, 0, <usize>(width + 2) * COLOUR);
}

function endRow(): void {
  memory.copy(above, row, <usize>width * COLOUR);
  memory.copy(up, indexes, <usize>width);
  step = -step;
  isTop = false;
}

/** Goes by rows that stand in memory, back where they are negative. */
@inline
function goBy(rows: i32): void {
  bytes += <usize>(rows * width * channels);
  const pixels = <usize>(rows * width);
  indexes += pixels;
  before += pixels;
  unchanged += pixels;
}

@inline
function sample(x: i32): v128 {
  return v128.load(row + <usize>x * COLOUR);
}

@inline
function isSame(a: v128, b: v128): bool {
  return i32x4.all_true(f32x4.eq(a, b));
}

/** Takes the nearest colour for each pixel of `count` rows that is not as in the frame before. */
export function nearestRows(count: i32): void {
  for (let i = 0; i < count; i++, goBy(1)) nearestRow();
  goBy(-count);
}

function nearestRow(): void {
  readRow();
  for (let x = 0; x < width; x++) {
    let index: u8;
    const pixel = sample(x);
    // Runs of one colour are common, down as well as across, and cheaper to see than to look up.
    if (isUnchanged(x)) index = load<u8>(before + x);
    else if (x > 0 && !isUnchanged(x - 1) && isSame(pixel, sample(x - 1))) index = load<u8>(indexes + x - 1);
    else if (!isTop && !hasBefore && isSame(pixel, v128.load(above + <usize>x * COLOUR))) index = load<u8>(up + x);
    else index = <u8>find(pixel);
    store<u8>(indexes + x, index);
  }
  endRow();
}

/** The squared distances of the pixels of `count` rows from their colours, but of those that are as in the frame before; in levels. */
export function errorOfRows(count: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < count; i++, goBy(1)) {
    readRow();
    for (let x = 0; x < width; x++) if (!isUnchanged(x)) sum += distance(load<u8>(indexes + x), sample(x));
  }
  goBy(-count);
  return sum;
}

/** Takes for each pixel of `count` rows the nearest colour, or one near enough that packs better; from left to right and back. */
export function costRows(count: i32): void {
  for (let i = 0; i < count; i++, goBy(1)) costRow();
  goBy(-count);
}

function costRow(): void {
  readRow();
  const first = firstOf();
  for (let i = 0, x = first; i < width; i++, x += step) {
    if (isUnchanged(x)) {
      store<u8>(indexes + x, load<u8>(before + x));
      continue;
    }
    const known = <i32>load<u8>(indexes + x);
    // Nothing is nearer, and nothing takes fewer bits: most pixels of drawings and screens.
    if (i > 0 && load<u8>(indexes + x - step) == known) continue;
    const pixel = sample(x);
    // Over transparent pixels a run that goes on would leave a patch of haze, which no meter of structure finds.
    if (f32x4.extract_lane(pixel, 3) == 0 || isAreaOf(known, x, pixel)) continue;
    store<u8>(indexes + x, <u8>cheapest(known, x, pixel));
  }
  endRow();
}

/** Shares of an error that go to neighbours: 7, 3, 5 and 1 sixteenths. Source: Floyd and Steinberg, 1976. */
const AHEAD: f32 = 0.4375;
const BELOW_BEHIND: f32 = 0.1875;
const BELOW: f32 = 0.3125;
const BELOW_AHEAD: f32 = 0.0625;

/** As {@link costRows}, with errors that go to the pixels to come. */
export function diffuseRows(count: i32): void {
  for (let i = 0; i < count; i++, goBy(1)) diffuseRow();
  goBy(-count);
}

function diffuseRow(): void {
  readRow();
  const first = firstOf();
  const ahead = <usize>(step * <i32>COLOUR);
  for (let i = 0, x = first; i < width; i++, x += step) {
    if (isUnchanged(x)) {
      store<u8>(indexes + x, load<u8>(before + x));
      continue;
    }
    const pixel = sample(x);
    // No error makes up for one beyond white, black or transparent: areas of them would keep the shade that leads to them.
    if (isExtreme(pixel)) {
      const known = find(pixel);
      if (isAreaOf(known, x, pixel)) {
        store<u8>(indexes + x, <u8>known);
        continue;
      }
    }
    const error = here + <usize>(x + 1) * COLOUR;
    let wanted = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), f32x4.add(pixel, v128.load(error))));
    if (keepsOpaque && f32x4.extract_lane(pixel, 3) == 255) wanted = f32x4.replace_lane(wanted, 3, 255);
    const nearest = find(wanted);
    const chosen = lambda > 0 ? cheapest(nearest, x, wanted) : nearest;
    store<u8>(indexes + x, <u8>chosen);
    const lacking = f32x4.mul(
      f32x4.sub(wanted, v128.load(colours + <usize>chosen * COLOUR)),
      f32x4.splat(share),
    );
    const next = below + <usize>(x + 1) * COLOUR;
    add(error + ahead, lacking, AHEAD);
    add(next - ahead, lacking, BELOW_BEHIND);
    add(next, lacking, BELOW);
    add(next + ahead, lacking, BELOW_AHEAD);
  }
  const done = here;
  here = below;
  below = done;
  memory.fill(below, 0, <usize>(width + 2) * COLOUR);
  endRow();
}

@inline
function add(at: usize, error: v128, part: f32): void {
  v128.store(at, f32x4.add(v128.load(at), f32x4.mul(error, f32x4.splat(part))));
}

@inline
function firstOf(): i32 {
  return step > 0 ? 0 : width - 1;
}

@inline
function isUnchanged(x: i32): bool {
  return hasBefore && load<u8>(unchanged + x) == 1;
}

/** Whether a pixel is white, black or transparent. */
@inline
function isExtreme(pixel: v128): bool {
  if (f32x4.extract_lane(pixel, 3) == 0) return true;
  const red = f32x4.extract_lane(pixel, 0);
  return (
    (red == 0 || red == 255) && f32x4.extract_lane(pixel, 1) == red && f32x4.extract_lane(pixel, 2) == red
  );
}

/**
 * Whether a pixel is part of an area of exactly a colour: it has the colour of its neighbours in the row and of the pixel above.
 * Such an area begins where it begins: else the shade that leads to it would go on through all of it.
 */
function isAreaOf(colour: i32, x: i32, pixel: v128): bool {
  if (x < areaReach || x >= width - areaReach || !isSame(pixel, v128.load(above + <usize>x * COLOUR))) return false;
  for (let away = 1; away <= areaReach; away++)
    if (!isSame(pixel, sample(x - away)) || !isSame(pixel, sample(x + away))) return false;
  return distance(colour, pixel) == 0;
}

/** The choice that is being made: the colour that costs least so far. */
let chosen = 0;
let cost: f32 = 0;

/** The colour of least cost (error + lambda × bits) for what is wanted: the nearest or one of the five that pack better. */
function cheapest(nearest: i32, x: i32, wanted: v128): i32 {
  const isFirst = x == firstOf();
  const behind = indexes + x - step;
  // Nothing is nearer, and nothing takes fewer bits.
  if (!isFirst && load<u8>(behind) == nearest) return nearest;
  const isKept = hasLocked && load<u8>(locked + (x >> blockBits)) == 1;
  const price: f32 = isKept ? min(lambda, lockedLambda) : lambda;
  chosen = nearest;
  cost = distance(nearest, wanted) + price * literalBits;
  if (!isFirst) offer(load<u8>(behind), price * runBits, wanted);
  if (hasBefore) {
    // Pixels that are as in the frame before need not be drawn again, the fewer the longer they go on.
    const goesOn = !isFirst && load<u8>(behind) == load<u8>(before + x - step);
    offer(load<u8>(before + x), price * (goesOn ? runBits : diagonalBits), wanted);
  }
  if (isTop) return chosen;
  offer(load<u8>(up + x), price * aboveBits, wanted);
  const isLast = x == (step > 0 ? width - 1 : 0);
  if (!isLast) offer(load<u8>(up + x + step), price * diagonalBits, wanted);
  if (!isFirst) offer(load<u8>(up + x - step), price * diagonalBits, wanted);
  return chosen;
}

/** Takes a colour where it costs less. @param paid for its bits */
function offer(colour: i32, paid: f32, wanted: v128): void {
  if (paid >= cost || colour == chosen) return;
  const total = paid + distance(colour, wanted);
  if (total >= cost) return;
  cost = total;
  chosen = colour;
}
