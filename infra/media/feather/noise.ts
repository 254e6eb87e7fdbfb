/** A number from 0 to 1 for a point of a grid; the same on every run. */
export function hash(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_147_483_647);
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4_294_967_296;
}

export function smoothNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (at: number) => at * at * (3 - 2 * at);
  const [across, down] = [ease(x - left), ease(y - top)];
  const row = (line: number) => hash(left, line, seed) * (1 - across) + hash(left + 1, line, seed) * across;
  return row(top) * (1 - down) + row(top + 1) * down;
}

/** Noise at several scales, 0 to 1. */
export function fractal(x: number, y: number, seed: number, octaves: number): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * smoothNoise(x * 2 ** octave, y * 2 ** octave, seed + octave);
    total += weight;
    weight /= 2;
  }
  return sum / total;
}
