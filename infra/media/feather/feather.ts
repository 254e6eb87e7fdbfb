import { lay, mixed, scaled, type Canvas, type Light } from './canvas.ts';
import { fractal, hash, smoothNoise } from './noise.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The shaft, as a curve through shares of the picture: from the quill to the tip. */
const SHAFT: readonly [Point, Point, Point, Point] = [
  { x: 0.03, y: 1.06 },
  { x: 0.3, y: 0.86 },
  { x: 0.52, y: 0.5 },
  { x: 0.86, y: 0.09 },
];
const BARBS = 1_500;
/** Where on the shaft the vane begins; below it there is down. */
const VANE_FROM = 0.2;

const SCARLET: Light = [0.62, 0.022, 0.012];
const EMBER: Light = [0.8, 0.1, 0.014];
const GOLD: Light = [0.86, 0.42, 0.03];
const TEAL: Light = [0.02, 0.24, 0.26];
const BLUE: Light = [0.012, 0.07, 0.36];
const DOWN: Light = [0.5, 0.4, 0.36];
const HORN: Light = [0.62, 0.47, 0.33];

/** A macaw's feather, barb by barb, sharpest at its middle. */
export function paintFeather(canvas: Canvas): void {
  for (let barb = 0; barb < BARBS; barb++) {
    // The down lies below, and a barb lies on the one before it.
    const t = 0.06 + (0.94 * barb) / BARBS;
    for (const side of [-1, 1] as const) paintBarb(canvas, t, side, barb);
  }
  paintShaft(canvas);
}

function shaftAt({ width, height }: Canvas, t: number): Point & { readonly angle: number } {
  const [a, b, c, d] = SHAFT;
  const s = 1 - t;
  const along = (p: number, q: number, r: number, e: number) =>
    p * s ** 3 + 3 * q * s * s * t + 3 * r * s * t * t + e * t ** 3;
  const slope = (p: number, q: number, r: number, e: number) =>
    3 * (q - p) * s * s + 6 * (r - q) * s * t + 3 * (e - r) * t * t;
  return {
    x: along(a.x, b.x, c.x, d.x) * width,
    y: along(a.y, b.y, c.y, d.y) * height,
    angle: Math.atan2(slope(a.y, b.y, c.y, d.y) * height, slope(a.x, b.x, c.x, d.x) * width),
  };
}

/** Length of a barb in shares of the width: round at the tip, one vane broader than the other. */
function barbLength(t: number, side: -1 | 1): number {
  const v = Math.max(0, (t - VANE_FROM) / (1 - VANE_FROM));
  const profile = Math.min(1, 0.55 + v * 1.6) * Math.sqrt(Math.max(0, 1 - v ** 4.2));
  return (side < 0 ? 0.25 : 0.185) * profile + 0.012;
}

/** Where hooks have let go, neighbours part; the same for a run of barbs, so that they part as bundles. */
function parting(t: number, side: -1 | 1): number {
  const bundle = smoothNoise(t * 15, side, 31) - 0.5;
  const torn = [0.37, 0.585, 0.79].reduce((sum, at, index) => {
    const away = (t - at) * (side < 0 ? 1 : -1) * 60 + (side < 0 ? 0 : 0.7 * index);
    return sum + (Math.abs(away) < 2.2 ? Math.sign(away) * Math.exp(-Math.abs(away) * 1.4) : 0);
  }, 0);
  return bundle * 0.12 + torn * 0.13;
}

function plumage(t: number, s: number, side: -1 | 1): Light {
  const v = t + s * 0.1 + (fractal(t * 9, s * 4 + side * 9, 17, 3) - 0.5) * 0.09;
  const stop = (from: number, to: number) => Math.min(1, Math.max(0, (v - from) / (to - from)));
  const red = mixed(SCARLET, EMBER, stop(0.3, 0.62));
  const gold = mixed(red, GOLD, stop(0.6, 0.72));
  return mixed(mixed(gold, TEAL, stop(0.78, 0.85)), BLUE, stop(0.84, 0.95));
}

function paintBarb(canvas: Canvas, t: number, side: -1 | 1, barb: number): void {
  const base = shaftAt(canvas, t);
  const isDown = t < VANE_FROM + (hash(barb, side, 3) - 0.5) * 0.08;
  const length =
    canvas.width *
    (isDown ? 0.055 + 0.1 * hash(barb, side, 8) : barbLength(t, side) * (0.97 + 0.05 * hash(barb, side, 9)));
  const spread = isDown
    ? 0.9 + (hash(barb, side, 4) - 0.5) * 1.5
    : 0.86 -
      t * 0.34 -
      0.5 * Math.max(0, (t - 0.8) / 0.2) ** 2 +
      parting(t, side) +
      (hash(barb, side, 12) - 0.5) * 0.03;
  const bend = isDown ? (hash(barb, side, 6) - 0.5) * 2.4 : -0.62;
  // Out of focus by how far it is from the sharpest part.
  const blur = 0.35 + 22 * Math.max(0, Math.abs(t - 0.56) - 0.2) ** 1.7;
  const steps = Math.ceil(length * 1.3);
  let [x, y] = [base.x, base.y];
  for (let step = 0; step < steps; step++) {
    const s = step / steps;
    const curl = isDown ? 0.8 * (smoothNoise(s * 6, barb, 44) - 0.5) : 0;
    const angle = base.angle + side * (spread + bend * s * (isDown ? 1 : s)) + curl;
    x += (Math.cos(angle) * length) / steps;
    y += (Math.sin(angle) * length) / steps;
    const gloss = glossOf(angle, s, t, side, barb);
    const colour = isDown ? DOWN : plumage(t, s, side);
    const light = scaled(colour, gloss.shade);
    const shine = isDown ? 0.02 : gloss.shine;
    const lit: Light = [light[0] + shine, light[1] + shine * 0.93, light[2] + shine * 0.86];
    const fade = isDown ? 0.3 * (1 - s) : Math.min(1, (1 - s) * 9);
    dab(canvas, x, y, angle, lit, { half: (isDown ? 0.5 : 1.25 - 0.65 * s) + blur, cover: fade, blur });
  }
}

/** How barbs throw light back, after Kajiya and Kay (1989), "Rendering fur": by the angle between strand and light. */
function glossOf(angle: number, s: number, t: number, side: -1 | 1, barb: number) {
  // The vane is arched: it falls away from the shaft on both sides.
  const fall = 0.25 + 0.9 * s;
  const along = { x: Math.cos(angle), y: Math.sin(angle), z: -fall };
  const size = Math.hypot(along.x, along.y, along.z);
  const toLight = { x: -0.5, y: -0.72, z: 0.48 };
  const half = { x: -0.29, y: -0.42, z: 0.86 };
  const dot = (to: Point & { z: number }) => (along.x * to.x + along.y * to.y + along.z * to.z) / size;
  const diffuse = Math.sqrt(1 - dot(toLight) ** 2);
  const specular = Math.sqrt(1 - Math.min(1, dot(half) ** 2)) ** 34;
  // Barbules stand in rows across the barb.
  const barbules = 0.72 + 0.56 * hash(Math.floor(s * 190), barb, side + 20);
  const bundle = 0.55 + 0.9 * fractal(t * 90, s * 2.5 + side, 61, 4);
  const root = Math.min(1, 0.45 + s * 6);
  return {
    shade: (0.16 + 1.0 * diffuse ** 2) * barbules * bundle * root * (side < 0 ? 1.05 : 0.62),
    shine: specular * 0.06 * barbules * bundle * (side < 0 ? 1 : 0.4),
  };
}

interface Brush {
  /** Half the width in pixels. */
  readonly half: number;
  readonly cover: number;
  readonly blur: number;
}

/** One touch of a strand: round across, lit from one side. */
function dab(canvas: Canvas, x: number, y: number, angle: number, light: Light, brush: Brush): void {
  const { half, cover, blur } = brush;
  const reach = Math.ceil(half + 0.7);
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  // Light that is spread by blur covers less.
  const thin = Math.min(1, 1.6 / half);
  for (let row = Math.floor(y) - reach; row <= y + reach; row++)
    for (let column = Math.floor(x) - reach; column <= x + reach; column++) {
      const [awayX, awayY] = [column - x, row - y];
      const across = (awayX * -alongY + awayY * alongX) / half;
      const ahead = (awayX * alongX + awayY * alongY) / (0.9 + blur);
      const inside = (1 - across * across) * (1 - ahead * ahead * 0.8);
      if (Math.abs(across) >= 1 || inside <= 0) continue;
      // The side towards the light is brighter, the other lies in its neighbour's shade.
      const relief = blur < 1.5 ? 1 - 0.8 * across * Math.sign(alongX || 1) : 1;
      lay(canvas, column, row, scaled(light, relief), inside * cover * thin * 0.75);
    }
}

function paintShaft(canvas: Canvas): void {
  for (let step = 0; step <= 5_200; step++) {
    const t = step / 5_200;
    const { x, y, angle } = shaftAt(canvas, t);
    const half = canvas.width * (0.0062 * (1 - t) ** 1.15 + 0.0007);
    const blur = 18 * Math.max(0, Math.abs(t - 0.56) - 0.2) ** 1.7;
    const colour = mixed(HORN, [0.09, 0.03, 0.02], t * 1.15);
    const reach = Math.ceil(half + blur);
    for (let off = -reach; off <= reach; off += 0.5) {
      const across = off / half;
      const edge = Math.min(1, Math.max(0, (half + blur * 0.5 + 0.5 - Math.abs(off)) / (blur + 1)));
      const round = Math.sqrt(Math.max(0, 1 - Math.min(1, across * across)));
      const shine = Math.exp(-(((across + 0.38) / 0.2) ** 2)) * 0.7 * (1 - t * 0.6);
      const shade = 0.18 + 0.85 * Math.max(0, round * 0.55 - across * 0.5);
      const light = scaled(colour, shade);
      const lit: Light = [light[0] + shine * 0.6, light[1] + shine * 0.54, light[2] + shine * 0.46];
      lay(
        canvas,
        Math.round(x - Math.sin(angle) * off),
        Math.round(y + Math.cos(angle) * off),
        lit,
        edge * 0.6,
      );
    }
  }
}
