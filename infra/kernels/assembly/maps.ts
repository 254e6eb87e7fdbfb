/** The maps of SSIMULACRA2 and what they sum up to; a sum is four lanes, to be added up by whoever asked. */
import { endOf, existing, four, larger, square, STEP } from './rows';

/** Mean squares less squared means. */
export function variance(mean: usize, squares: usize, to: usize, columns: i32): void {
  const end = (<usize>columns) << 2;
  for (let x: usize = 0; x < end; x += STEP)
    v128.store(to + x, f32x4.sub(v128.load(squares + x), square(v128.load(mean + x))));
}

/** Adds how much each sample differs from those to its right and below; columns past the last add nothing. */
export function texture(row: usize, below: usize, sums: usize, columns: i32): void {
  const end = (<usize>columns) << 2;
  const ends = endOf(end);
  for (let x: usize = 0; x < end; x += STEP) {
    const sample = v128.load(row + x);
    const across = f32x4.abs(f32x4.sub(v128.load(row + x, 4), sample));
    const down = f32x4.abs(f32x4.sub(v128.load(below + x), sample));
    const value = v128.and(f32x4.add(across, down), existing(x, ends));
    v128.store(sums + x, f32x4.add(v128.load(sums + x), value));
  }
}

const ZERO = memory.data<f32>([0]);
const ONE = memory.data<f32>([1]);
/** Keeps small variances from dividing by nothing; the published constant. */
const C2 = memory.data<f32>([0.0009]);

/** Stores sums of the structure map, of its fourth powers, of squared means by spread, and of their fourth powers. */
export function structure(
  mean: usize,
  squares: usize,
  differences: usize,
  referenceMean: usize,
  referenceVariance: usize,
  sums: usize,
  columns: i32,
): void {
  const end = (<usize>columns) << 2;
  const ends = endOf(end);
  const zero = four(ZERO),
    one = four(ONE),
    c2 = four(C2);
  let total = zero,
    fourth = zero,
    flat = zero,
    flat4 = zero;
  for (let x: usize = 0; x < end; x += STEP) {
    const mask = existing(x, ends);
    const mu = v128.load(mean + x);
    const shift = square(f32x4.sub(v128.load(referenceMean + x), mu));
    const mu2 = square(mu);
    const spread = f32x4.add(
      f32x4.sub(f32x4.add(v128.load(referenceVariance + x), v128.load(squares + x)), mu2),
      c2,
    );
    const flatness = v128.and(f32x4.div(mu2, spread), mask);
    flat = f32x4.add(flat, flatness);
    flat4 = f32x4.add(flat4, square(square(flatness)));
    // Blurred squared difference less the squared difference of the means: the part of the spread that is not shared.
    const unshared = f32x4.sub(v128.load(differences + x), shift);
    const kept = f32x4.div(f32x4.mul(f32x4.sub(one, shift), f32x4.sub(spread, unshared)), spread);
    const lost = v128.and(larger(f32x4.sub(one, kept), zero), mask);
    total = f32x4.add(total, lost);
    fourth = f32x4.add(fourth, square(square(lost)));
  }
  storeFour(sums, total, fourth, flat, flat4);
}

/** Stores sums of the edge maps: artefacts, details, and the fourth powers of both. */
export function edges(
  samples: usize,
  mean: usize,
  reference: usize,
  referenceMean: usize,
  sums: usize,
  columns: i32,
): void {
  const end = (<usize>columns) << 2;
  const ends = endOf(end);
  const zero = four(ZERO),
    one = four(ONE);
  let artefacts = zero,
    details = zero,
    artefacts4 = zero,
    details4 = zero;
  for (let x: usize = 0; x < end; x += STEP) {
    const before = f32x4.abs(f32x4.sub(v128.load(reference + x), v128.load(referenceMean + x)));
    const after = f32x4.abs(f32x4.sub(v128.load(samples + x), v128.load(mean + x)));
    const edge = v128.and(f32x4.div(f32x4.sub(after, before), f32x4.add(one, before)), existing(x, ends));
    const artefact = larger(edge, zero);
    artefacts = f32x4.add(artefacts, artefact);
    artefacts4 = f32x4.add(artefacts4, square(square(artefact)));
    const detail = larger(f32x4.sub(zero, edge), zero);
    details = f32x4.add(details, detail);
    details4 = f32x4.add(details4, square(square(detail)));
  }
  storeFour(sums, artefacts, details, artefacts4, details4);
}

/** Stores four sums, one after the other. */
@inline
function storeFour(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}
