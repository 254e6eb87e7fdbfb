/**
 * The palette colour nearest to another, by a grid of cells over all colours. A cell remembers the few entries worth looking
 * at: those within its reach of the best at its centre.
 */
import { reserve, take } from './room';

/** What a difference of red, green, blue and alpha weighs; see `workers/engine/palette/colour-metric.ts`. */
@external('tuning', 'red') declare const red: f32;
@external('tuning', 'green') declare const green: f32;
@external('tuning', 'blue') declare const blue: f32;
@external('tuning', 'alpha') declare const alpha: f32;

/** Cells of a block along each axis, as bits. */
const BLOCK_BITS = 2;
/** What rounding may add to distances. */
const ROUNDING: f32 = 0.001;

/**
 * A list: where its address stands, its length, and its entries, the nearest to the centre of the cell first. An entry is its
 * distance in steps of 1/32768 level, and its index in the palette.
 */
const ENTRY: usize = 4;
const HEAD: usize = 8;
const STEPS: f32 = 32_768;

/** Of the four samples. */
const WEIGHTS = memory.data(16, 16);
let colours: usize = 0;
let count = 0;
/** Opaque pictures leave the fourth axis out and halve the cells instead: their lists are much shorter. */
let shift = 0;
let isFlat = false;
let reach: f32 = 0;
/** Addresses of the lists of cells and of blocks, 0 where none was made yet. */
const cells = take(1 << 22);
const blocks = take(1 << 14);
/** Distances of all candidates while a list is made. */
const measured = take(1024);
/** The lists, one after the other. */
let lists: usize = 0;
let end: usize = 0;

/**
 * Takes the colours at an address.
 * @param isOpaque these, and all that will be looked for, are opaque
 * @param from     where memory for lists begins; nothing may follow
 */
export function startColours(at: usize, length: i32, isOpaque: bool, from: usize): void {
  clear();
  store<f32>(WEIGHTS, red);
  store<f32>(WEIGHTS, green, 4);
  store<f32>(WEIGHTS, blue, 8);
  store<f32>(WEIGHTS, alpha, 12);
  colours = at;
  count = length;
  isFlat = isOpaque;
  shift = isOpaque ? 2 : 3;
  reach = <f32>(1 << (shift - 1)) * sqrt(red + green + blue + (isOpaque ? 0 : alpha));
  lists = end = from;
}

/** Forgets the lists that were made. */
function clear(): void {
  for (let at = lists; at < end; at += HEAD + <usize>load<u32>(at, ENTRY) * ENTRY) store<u32>(load<u32>(at), 0);
}

/** Squared distance of an entry and a pixel; green counts most, as the eye sees it. */
@inline
export function distance(index: i32, pixel: v128): f32 {
  const apart = f32x4.sub(v128.load(colours + (<usize>index << 4)), pixel);
  const squares = f32x4.mul(f32x4.mul(apart, apart), v128.load(WEIGHTS));
  const pairs = f32x4.add(squares, i32x4.shuffle(squares, squares, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.add(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** The entry nearest to a pixel; of equally near ones always the same. */
export function find(pixel: v128): i32 {
  const cell = cells + (<usize>cellOf(pixel) << 2);
  const known = load<u32>(cell);
  let at = (known ? <usize>known : addCell(cell)) + HEAD;
  let entry = load<u32>(at);
  let best = <i32>(entry & 255);
  const last = at + (<usize>load<u32>(at - ENTRY) - 1) * ENTRY;
  if (at == last) return best;
  let least = distance(best, pixel);
  let limit = furthest(least);
  while (at < last && least > 0) {
    entry = load<u32>((at += ENTRY));
    if (entry > limit) break;
    const index = <i32>(entry & 255);
    const apart = distance(index, pixel);
    if (apart < least) {
      least = apart;
      best = index;
      limit = furthest(least);
    }
  }
  return best;
}

/** Triangle inequality: an entry further from the centre than this cannot be nearer to the pixel. */
@inline
function furthest(least: f32): u32 {
  return entryOf(sqrt(least) + reach + ROUNDING, 255);
}

@inline
function entryOf(apart: f32, index: u32): u32 {
  return (min(<u32>(apart * STEPS), 0xffffff) << 8) | index;
}

/** The cell that a pixel lies in. */
@inline
function cellOf(pixel: v128): i32 {
  const at = i32x4.shr_u(i32x4.trunc_sat_f32x4_u(pixel), shift);
  const bits = 8 - shift;
  const key =
    (((i32x4.extract_lane(at, 0) << bits) | i32x4.extract_lane(at, 1)) << bits) | i32x4.extract_lane(at, 2);
  return isFlat ? key : (key << bits) | i32x4.extract_lane(at, 3);
}

/** Lists the entries that can be nearest to some colour of a cell. @param cell where its address is to stand */
function addCell(cell: usize): usize {
  const key = <i32>((cell - cells) >> 2);
  return listNear(cell, key, shift, blockAround(key));
}

/**
 * The entries that can be in the list of any cell of the block of cells around one: the list of the block, as a cell is no
 * further from its centre than its reach is longer. Looking at these and not at all of a palette takes a tenth of the time.
 */
function blockAround(key: i32): usize {
  const bits = 8 - shift;
  const kept = bits - BLOCK_BITS;
  let block = 0;
  for (let axis = isFlat ? 2 : 3; axis >= 0; axis--)
    block = (block << kept) | ((key >> (axis * bits + BLOCK_BITS)) & ((1 << kept) - 1));
  const at = blocks + (<usize>block << 2);
  const known = load<u32>(at);
  return known ? <usize>known : listNear(at, block, shift + BLOCK_BITS, 0);
}

/**
 * Lists the candidates within a cell's reach of the best at its centre.
 * @param place      where the list's address is to stand
 * @param key        of a cell whose sides have `side` bits
 * @param candidates a list, or 0 for all colours
 */
function listNear(place: usize, key: i32, side: i32, candidates: usize): usize {
  const centre = centreOf(key, side);
  const length = candidates ? <i32>load<u32>(candidates, ENTRY) : count;
  let least = f32.MAX_VALUE;
  for (let i = 0; i < length; i++) {
    const apart = sqrt(distance(candidate(candidates, i), centre));
    store<f32>(measured + (<usize>i << 2), apart);
    least = min(least, apart);
  }
  const limit = least + 2 * reach * <f32>(1 << (side - shift)) + ROUNDING;
  const list = end;
  end = list + HEAD;
  reserve(end + <usize>length * ENTRY);
  for (let i = 0; i < length; i++) {
    const apart = load<f32>(measured + (<usize>i << 2));
    if (apart > limit) continue;
    store<u32>(end, entryOf(apart, candidate(candidates, i)));
    end += ENTRY;
  }
  const kept = <i32>((end - list - HEAD) / ENTRY);
  store<u32>(list, <u32>place);
  store<u32>(list, kept, ENTRY);
  store<u32>(place, <u32>list);
  sort(list + HEAD, kept);
  return list;
}

@inline
function candidate(list: usize, i: i32): i32 {
  return list ? <i32>(load<u32>(list + HEAD + <usize>i * ENTRY) & 255) : i;
}

/** The colour in the middle of a cell. */
function centreOf(key: i32, side: i32): v128 {
  const bits = 8 - side;
  const mask = (1 << bits) - 1;
  const last: f32 = isFlat ? 255 : middle(key & mask, side);
  const first = isFlat ? key : key >> bits;
  const colour = f32x4.replace_lane(f32x4.splat(last), 0, middle((first >> (2 * bits)) & mask, side));
  return f32x4.replace_lane(
    f32x4.replace_lane(colour, 1, middle((first >> bits) & mask, side)),
    2,
    middle(first & mask, side),
  );
}

@inline
function middle(place: i32, side: i32): f32 {
  return <f32>((place << side) + (1 << (side - 1)));
}

/** Sorts entries, the least first (Shell, 1959). */
function sort(at: usize, length: i32): void {
  for (let gap = length >> 1; gap > 0; gap >>= 1)
    for (let i = gap; i < length; i++) {
      const entry = load<u32>(at + (<usize>i << 2));
      let to = i;
      for (; to >= gap; to -= gap) {
        const other = load<u32>(at + (<usize>(to - gap) << 2));
        if (other <= entry) break;
        store<u32>(at + (<usize>to << 2), other);
      }
      store<u32>(at + (<usize>to << 2), entry);
    }
}
