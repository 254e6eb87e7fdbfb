/** A grey picture, 0 to 255, row by row. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Of the five scales, finest first (Wang, Simoncelli and Bovik 2003, table 1). */
const WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333] as const;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
/** Gaussian of 1.5 pixels over 11. */
const KERNEL = gaussian(11, 1.5);

/**
 * Multi-scale structural similarity of two grey pictures of one size; 1 when they are the same. Pictures too small for
 * all scales are judged by those that fit.
 */
export function msSsim(a: Grey, b: Grey): number {
  let [left, right] = [a, b];
  let product = 1;
  let weights = 0;
  for (const [scale, weight] of WEIGHTS.entries()) {
    if (Math.min(left.width, left.height) < KERNEL.length) break;
    const { luminance, structure } = meansOf(left, right);
    const next = WEIGHTS[scale + 1] !== undefined && Math.min(left.width, left.height) >= 2 * KERNEL.length;
    product *= Math.max(0, next ? structure : structure * luminance) ** weight;
    weights += weight;
    if (!next) break;
    [left, right] = [halved(left), halved(right)];
  }
  return weights === 0 ? Number(same(a, b)) : product ** (1 / weights);
}

function meansOf(a: Grey, b: Grey): { luminance: number; structure: number } {
  const product = (x: Grey, y: Grey): Grey => ({
    ...x,
    data: x.data.map((value, at) => value * y.data[at]!),
  });
  const [meanA, meanB, aa, bb, ab] = [a, b, product(a, a), product(b, b), product(a, b)].map(blurred) as [
    Grey,
    Grey,
    Grey,
    Grey,
    Grey,
  ];
  let luminance = 0;
  let structure = 0;
  const count = meanA.data.length;
  for (let at = 0; at < count; at += 1) {
    const [x, y] = [meanA.data[at]!, meanB.data[at]!];
    const [varX, varY, cov] = [aa.data[at]! - x * x, bb.data[at]! - y * y, ab.data[at]! - x * y];
    luminance += (2 * x * y + C1) / (x * x + y * y + C1);
    structure += (2 * cov + C2) / (varX + varY + C2);
  }
  return { luminance: luminance / count, structure: structure / count };
}

/** Only where the kernel lies wholly inside. */
function blurred({ width, height, data }: Grey): Grey {
  const w = width - KERNEL.length + 1;
  const h = height - KERNEL.length + 1;
  const rows = new Float32Array(w * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < w; x += 1) {
      let sum = 0;
      for (let k = 0; k < KERNEL.length; k += 1) sum += KERNEL[k]! * data[y * width + x + k]!;
      rows[y * w + x] = sum;
    }
  const both = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      let sum = 0;
      for (let k = 0; k < KERNEL.length; k += 1) sum += KERNEL[k]! * rows[(y + k) * w + x]!;
      both[y * w + x] = sum;
    }
  return { width: w, height: h, data: both };
}

function halved({ width, height, data }: Grey): Grey {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const at = 2 * (y * width + x);
      half[y * w + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  return { width: w, height: h, data: half };
}

function gaussian(length: number, sigma: number): Float64Array {
  const middle = (length - 1) / 2;
  const values = Float64Array.from({ length }, (_, at) => Math.exp(-((at - middle) ** 2) / (2 * sigma ** 2)));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

const same = (a: Grey, b: Grey) => a.data.every((value, at) => value === b.data[at]);
