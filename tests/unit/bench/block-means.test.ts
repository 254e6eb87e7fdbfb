import { expect, it } from 'vitest';
import { blockDifference, readAnymap, type Shown } from '../../../bench/fuzz/block-means.ts';

const [WIDTH, HEIGHT] = [48, 36];

function shown(sampleAt: (x: number, y: number) => number): Shown {
  const samples = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    sampleAt(at % WIDTH, Math.floor(at / WIDTH)),
  );
  return readAnymap(Buffer.concat([Buffer.from(`P5 ${WIDTH} ${HEIGHT} 255\n`), samples]))!;
}

const chequers = (x: number, y: number) => ((x + y) % 2) * 255;

it('sees in a small lossy picture that a part of it is gone, and not how its pixels ring', () => {
  const source = shown(chequers);
  const ringing = shown((x, y) => (x < 3 && y < 2 ? 255 : chequers(x, y)));
  expect(blockDifference(source, ringing, true).largest).toBeGreaterThan(40);
  expect(blockDifference(source, ringing).largest).toBeLessThan(40);
  const gone = shown((x, y) => (x < 8 && y < 8 ? 255 : chequers(x, y)));
  expect(blockDifference(source, gone).largest).toBeGreaterThan(100);
});
