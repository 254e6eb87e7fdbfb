import type { Raster } from '#engine/base/raster.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';

/** A picture with a smooth ramp, whose rows are alike in a range of them. */
export interface Ramp {
  readonly name: string;
  /** RGBA. */
  readonly raster: Raster;
  /** Where the ramp runs from left to right, px. */
  readonly columns: readonly [from: number, end: number];
  readonly rows: readonly [from: number, end: number];
}

const [WIDTH, HEIGHT] = [400, 300];

/** A card with a soft shadow, on transparent ground or on a page. */
function shadow(isTransparent: boolean): Ramp {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 4) {
      const [across, down] = [Math.abs(x - 200) - 100, Math.abs(y - 150) - 70];
      const far = Math.hypot(Math.max(across, 0), Math.max(down, 0));
      const alpha = 90 * Math.exp(-((far / 25) ** 2));
      const isLine = y % 20 === 10 && Math.abs(x - 180) < 60;
      if (far === 0) data.set(isLine ? [90, 100, 110, 255] : [245, 247, 250, 255], at);
      else if (isTransparent) data[at + 3] = Math.round(alpha);
      else data.set([...[255, 255, 255].map((level) => Math.round(level - alpha)), 255], at);
    }
  const raster: Raster = { width: WIDTH, height: HEIGHT, channels: 4, space: 'rgb', data };
  const name = isTransparent ? 'shadow of alpha' : 'shadow on white';
  return { name, raster, columns: [40, 98], rows: [110, 190] };
}

/** A grey ramp with the grain of a film or a scanner. */
function grainyRamp(deviation: number): Ramp {
  const random = randomNumbers(7);
  const noise = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation;
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const level = Math.round(60 + 0.35 * (at % WIDTH) + noise());
    data.set([level, level, level, 255], at * 4);
  }
  const raster: Raster = { width: WIDTH, height: HEIGHT, channels: 4, space: 'rgb', data };
  return { name: `ramp with grain of ${deviation}`, raster, columns: [20, 380], rows: [20, 280] };
}

/** All ramps. */
export function ramps(): Ramp[] {
  return [shadow(true), shadow(false), grainyRamp(0), grainyRamp(3)];
}

/**
 * The highest step of a ramp over white: the most that the mean of its rows changes from a column to the next, in levels. Means
 * cancel out dither and grain. Shares no code with the engine's measure of bands.
 */
export function highestStep({ columns: [from, end], rows: [top, bottom] }: Ramp, { data }: Raster): number {
  const means = Array.from({ length: end - from }, (_, i) => {
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      const at = (y * WIDTH + from + i) * 4;
      sum += 255 + ((data[at + 1]! - 255) * data[at + 3]!) / 255;
    }
    return sum / (bottom - top);
  });
  return Math.max(...means.slice(1).map((mean, at) => Math.abs(mean - means[at]!)));
}
