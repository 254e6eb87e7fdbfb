/**
 * Weights of the blur of SSIMULACRA2, the centre and four neighbours. The reference tools run a recursive filter (Charalampidis
 * 2016, truncated cosines, radius 5) with nothing outside the picture; these are its impulse response.
 */
export function impulseResponse(sigma: number): [number, number, number, number, number] {
  const radius = Math.round(3.2795 * sigma + 0.2546);
  const omega = [1, 3, 5].map((odd) => (odd * Math.PI) / (2 * radius)) as [number, number, number];
  const sign = [1, -1, 1] as const;
  const p = omega.map((w, i) => sign[i]! / Math.tan(w / 2)) as [number, number, number];
  const r = omega.map((w, i) => (sign[i]! * p[i]! * p[i]!) / Math.sin(w)) as [number, number, number];
  const rho = omega.map((w) => Math.exp(-0.5 * sigma * sigma * w * w) / radius) as [number, number, number];
  const d13 = p[0] * r[1] - r[0] * p[1];
  const zeta15 = (p[1] * r[2] - r[1] * p[2]) / d13;
  const zeta35 = (p[2] * r[0] - r[2] * p[0]) / d13;
  const beta = solve(
    [p, r, [zeta15, zeta35, 1]],
    [1, radius * radius - sigma * sigma, zeta15 * rho[0] + zeta35 * rho[1] + rho[2]],
  );
  const tap = (n: number): number => beta.reduce((sum, b, i) => sum + b * Math.cos(omega[i]! * n), 0);
  return [tap(0), tap(1), tap(2), tap(3), tap(4)];
}

type Triple = readonly [number, number, number];

/** Cramer's rule. */
function solve(m: readonly [Triple, Triple, Triple], y: Triple): [number, number, number] {
  const whole = determinant(m);
  const column = (k: number): number =>
    determinant(
      m.map((row, i) => row.map((v, j) => (j === k ? y[i]! : v))) as unknown as [Triple, Triple, Triple],
    );
  return [column(0) / whole, column(1) / whole, column(2) / whole];
}

function determinant([a, b, c]: readonly [Triple, Triple, Triple]): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}
