import { describe, expect, it } from 'vitest';
import { METER_KERNELS_BYTES, meterKernels, type MeterKernels } from '#engine/kernels/meter-kernels.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { impulseResponse } from './impulse-response.ts';

const f = Math.fround;
const STRIDE = 32;
const ROWS = 10;
const COLUMNS = 21;

/** A memory with planes of random samples, and the rows that kernels write to. */
function workbench(): {
  readonly kernels: MeterKernels;
  readonly at: (plane: number, row?: number) => number;
  readonly plane: (plane: number) => Float32Array;
} {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const random = randomNumbers(3);
  const at = (plane: number, row = 0): number => METER_KERNELS_BYTES + (plane * ROWS + row) * STRIDE * 4;
  const plane = (index: number): Float32Array => new Float32Array(memory.buffer, at(index), ROWS * STRIDE);
  for (let index = 0; index < 6; index++) plane(index).forEach((_, i, samples) => (samples[i] = random()));
  return { kernels: meterKernels(memory), at, plane };
}

/** The first columns of a plane. */
function first(samples: Float32Array, columns = COLUMNS): readonly number[] {
  return [...samples.subarray(0, columns)];
}

function columnsOf(value: (x: number) => number, columns = COLUMNS): readonly number[] {
  return Array.from({ length: columns }, (_, x) => value(x));
}

/** A sum over columns as four lanes of it are kept. */
function lanes(value: (x: number) => number): readonly number[] {
  const sums = [0, 0, 0, 0];
  for (let x = 0; x < COLUMNS; x++) sums[x % 4] = f(sums[x % 4]! + value(x));
  return sums;
}

const TAPS = [4, 3, 2, 1, 0, 1, 2, 3, 4].map((away) => f(impulseResponse(1.5)[away]!));
const square = (value: number): number => f(value * value);
const fourth = (value: number): number => square(square(value));

describe('kernels of the blur', () => {
  const { kernels, at, plane } = workbench();
  const [samples, reference, to] = [plane(0), plane(1), plane(5)];
  const blurred = (value: (tap: number) => number): number =>
    TAPS.map((_, tap) => value(tap)).reduce((sum, part) => f(sum + part));

  it('weigh nine columns as the recursive filter of the reference tools does', () => {
    kernels.blurAcross(at(0), at(5), COLUMNS);
    expect(first(to)).toEqual(columnsOf((x) => blurred((tap) => f(samples[x + tap]! * TAPS[tap]!))));
  });

  it('weigh nine rows', () => {
    kernels.blurDown(at(0), STRIDE * 4, at(5), COLUMNS);
    expect(first(to)).toEqual(columnsOf((x) => blurred((tap) => f(samples[tap * STRIDE + x]! * TAPS[tap]!))));
  });

  it('weigh samples, their squares and their squared differences', () => {
    kernels.blurMomentsDown(at(0), at(1), STRIDE * 4, at(5), at(5, 1), at(5, 2), COLUMNS);
    const weighted = (x: number, tap: number): number => f(samples[tap * STRIDE + x]! * TAPS[tap]!);
    const squared = (x: number, tap: number): number => f(weighted(x, tap) * samples[tap * STRIDE + x]!);
    const differing = (x: number, tap: number): number =>
      f(square(f(samples[tap * STRIDE + x]! - reference[tap * STRIDE + x]!)) * TAPS[tap]!);
    for (const [row, part] of [weighted, squared, differing].entries())
      expect(first(to.subarray(row * STRIDE))).toEqual(columnsOf((x) => blurred((tap) => part(x, tap))));
  });
});

describe('kernels of colours', () => {
  const { kernels, at, plane } = workbench();
  const to = [plane(4), plane(4).subarray(STRIDE), plane(4).subarray(2 * STRIDE)] as const;
  /** About the cube root of a number: a guess from its bits, and two of Halley's steps. */
  const root = (cone: number): number => {
    const bits = new Int32Array(Float32Array.of(cone).buffer)[0]!;
    const guess = Math.trunc(f(f(f(bits) * f(1 / 3)) + f(709_958_130)));
    let value = new Float32Array(Int32Array.of(guess).buffer)[0]!;
    for (let turn = 0; turn < 2; turn++) {
      const cube = f(f(value * value) * value);
      value = f(f(value * f(cube + f(cone + cone))) / f(f(cube + cube) + cone));
    }
    return f(value - f(Math.cbrt(0.0037930732552754493)));
  };
  const roots = (index: number): readonly number[] => columnsOf((x) => root(plane(index)[x]!), STRIDE);

  it('take roots that are exact to a millionth', () => {
    for (const sample of first(plane(0)))
      expect(root(sample)).toBeCloseTo(Math.cbrt(sample) - Math.cbrt(0.0037930732552754493), 6);
  });

  it('make X, Y and B of cones, and nothing past the last column', () => {
    const [long, medium, short] = [roots(0), roots(1), roots(2)];
    kernels.opsinXy(at(0), at(1), at(4), at(4, 1), COLUMNS);
    kernels.opsinB(at(0), at(1), at(2), at(4, 2), COLUMNS);
    const past = (value: (x: number) => number) =>
      columnsOf((x) => (x < COLUMNS ? value(x) : 0), Math.ceil(COLUMNS / 4) * 4);
    const half = (value: number): number => f(value * 0.5);
    const wanted = [
      past((x) => f(half(f(long[x]! - medium[x]!)) + 0.5)),
      past((x) => f(half(f(long[x]! + medium[x]!)) + f(0.05))),
      past((x) => f(f(short[x]! - half(f(long[x]! + medium[x]!))) + f(1.1))),
    ];
    for (const [row, values] of wanted.entries()) expect(first(to[row]!, values.length)).toEqual(values);
  });

  it('halve two rows', () => {
    const columns = 11;
    kernels.halve(at(0), at(0, 1), at(4), columns);
    const both = (x: number): number => f(plane(0)[x]! + plane(0)[STRIDE + x]!);
    expect(first(to[0], columns)).toEqual(
      columnsOf((x) => f(f(both(2 * x) + both(2 * x + 1)) * 0.25), columns),
    );
  });

  it('add up what red, green and blue add to cones and luma', () => {
    const random = randomNumbers(9);
    const table = Float32Array.from({ length: 3 * 256 * 4 }, random);
    const rgb = Uint8Array.from({ length: 72 }, () => 256 * random());
    const memory = new WebAssembly.Memory({ initial: 1 });
    const [pixels, levels, out] = [METER_KERNELS_BYTES, 256, 16_384];
    new Uint8Array(memory.buffer).set(rgb, pixels);
    new Float32Array(memory.buffer).set(table, levels / 4);
    const each = [0, 1, 2, 3].map((lane) => out + lane * 128) as [number, number, number, number];
    const local = meterKernels(memory);
    local.cones(pixels, levels, each[0], each[1], each[2], COLUMNS);
    local.luma(pixels, levels, each[3], COLUMNS);
    const part = (x: number, channel: number, lane: number): number =>
      table[(channel * 256 + rgb[x * 3 + channel]!) * 4 + lane]!;
    for (const [lane, address] of each.entries())
      expect(first(new Float32Array(memory.buffer, address, 32))).toEqual(
        columnsOf((x) => f(f(part(x, 0, lane) + part(x, 1, lane)) + part(x, 2, lane))),
      );
  });
});

describe('kernels of maps', () => {
  const { kernels, at, plane } = workbench();
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map(plane) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const sums = plane(5);
  const sumsAt = (index: number): readonly number[] => [...sums.subarray(index * 4, index * 4 + 4)];

  it('take squared means off mean squares', () => {
    kernels.variance(at(0), at(1), at(5), COLUMNS);
    expect(first(sums)).toEqual(columnsOf((x) => f(b[x]! - square(a[x]!))));
  });

  it('add up how much neighbours differ, and nothing past the last column', () => {
    const before = [...sums.subarray(0, 24)];
    kernels.texture(at(0), at(0, 1), at(5), COLUMNS);
    const differing = (x: number): number =>
      f(f(Math.abs(f(a[x + 1]! - a[x]!))) + f(Math.abs(f(a[STRIDE + x]! - a[x]!))));
    expect(first(sums, 24)).toEqual(before.map((sum, x) => (x < COLUMNS ? f(sum + differing(x)) : sum)));
  });

  it('sum up the structure map', () => {
    kernels.structure(at(0), at(1), at(2), at(3), at(4), at(5), COLUMNS);
    const spread = (x: number): number => f(f(f(e[x]! + b[x]!) - square(a[x]!)) + f(0.0009));
    const flat = (x: number): number => f(square(a[x]!) / spread(x));
    const lost = (x: number): number => {
      const shift = square(f(d[x]! - a[x]!));
      const kept = f(f(f(1 - shift) * f(spread(x) - f(c[x]! - shift))) / spread(x));
      return Math.max(f(1 - kept), 0);
    };
    const wanted = [lost, (x: number) => fourth(lost(x)), flat, (x: number) => fourth(flat(x))];
    for (const [index, value] of wanted.entries()) expect(sumsAt(index)).toEqual(lanes(value));
  });

  it('sum up the edge maps', () => {
    kernels.edges(at(0), at(1), at(2), at(3), at(5), COLUMNS);
    const edge = (x: number): number => {
      const [before, after] = [Math.abs(f(c[x]! - d[x]!)), Math.abs(f(a[x]! - b[x]!))];
      return f(f(after - before) / f(1 + before));
    };
    const artefact = (x: number): number => Math.max(edge(x), 0);
    const detail = (x: number): number => Math.max(-edge(x), 0);
    const wanted = [artefact, detail, (x: number) => fourth(artefact(x)), (x: number) => fourth(detail(x))];
    for (const [index, value] of wanted.entries()) expect(sumsAt(index)).toEqual(lanes(value));
  });
});
