import { describe, expect, it } from 'vitest';
import { viewOf } from '#engine/base/bytes.ts';
import type { Raster } from '#engine/base/raster.ts';
import { readChunks } from '#engine/containers/png/chunks.ts';
import { canvasSize, readRiff } from '#engine/containers/riff.ts';
import { pixelsOf } from '#engine/formats/animation/pixels.ts';
import { detectKind } from '#engine/index.ts';
import { userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animationOf } from '#tests/fixtures/pictures/png-animations.ts';
import { animationOfStills } from '#tests/fixtures/pictures/webp-animation.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** Drawings of one size that differ. */
const pictures = (): Raster[] => {
  const first = userInterface(96, 64);
  const moved = (by: number): Raster => {
    const data = first.data.slice();
    data.copyWithin(by * 3, 0, data.length - by * 3);
    return { ...first, data };
  };
  return [first, moved(8), moved(20)];
};
const animatedPng = () =>
  animationOf(
    pictures().map((picture, i) => ({ picture, delay: 100 + i })),
    2,
  );
const animatedWebp = async () => {
  const options = { quality: 100, lossless: true, effort: 0 };
  const stills = await Promise.all(pictures().map((picture) => image.encodeWebp(picture, options)));
  return animationOfStills(stills, { width: 96, height: 64 }, [40, 50, 60]);
};
/** Delays in ms and plays of an animated WebP. */
const timing = (webp: Uint8Array) => {
  const chunks = readRiff(webp);
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  const control = chunks.find(({ type }) => type === 'ANIM')!.data;
  return {
    delays: frames.map(({ data }) => viewOf(data).getUint32(12, true) & 0xffffff),
    plays: viewOf(control).getUint16(4, true),
  };
};

describe('an animation', () => {
  it('becomes a WebP with all its frames, times and plays', async () => {
    const source = await animatedPng();
    const { bytes, report } = await run(source, { format: 'webp' });
    expect(detectKind(bytes)).toBe('webp');
    expect(timing(bytes)).toEqual({ delays: [100, 101, 102], plays: 2 });
    expect(report.output).toEqual({ kind: 'webp', width: 96, height: 64 });
    expect(report.score ?? 100).toBeGreaterThanOrEqual(70.5);
    expect(report.changes[0]?.detail).toBe('The image was converted from PNG to WebP.');
    const shown = await image.decodeFrames(bytes);
    expect([shown.width, shown.height]).toEqual([96, 3 * 64]);
  });

  it('shows each frame as it was where nothing may be lost', async () => {
    const { bytes } = await run(await animatedPng(), { format: 'webp', preset: 'lossless' });
    for (const [frame, picture] of pictures().entries())
      expect(pixelsOf(await image.decode(bytes, { frame }))).toEqual(pixelsOf(picture));
  });

  it('keeps its format in another size', async () => {
    const png = await run(await animatedPng(), { maxWidth: 48 });
    expect(png.report.output).toEqual({ kind: 'png', width: 48, height: 32 });
    const control = readChunks(png.bytes).filter(({ type }) => type === 'fcTL');
    expect(control.map(({ data }) => viewOf(data).getUint16(20))).toEqual([100, 101, 102]);
    const webp = await run(await animatedWebp(), { maxSide: 48 });
    expect(canvasSize(readRiff(webp.bytes))).toEqual({ width: 48, height: 32 });
    expect(timing(webp.bytes)).toEqual({ delays: [40, 50, 60], plays: 3 });
  });

  it('is never a still, and "auto" takes the smaller of what can move', async () => {
    const source = await animatedPng();
    for (const format of ['jpeg', 'avif'] as const)
      await expect(run(source, { format })).rejects.toThrow('keeps its format or becomes a WebP');
    await expect(run(await animatedWebp(), { format: 'png' })).rejects.toThrow('becomes a WebP');
    const [plain, webp] = [await run(source), await run(source, { format: 'webp' })];
    const auto = await run(source, { format: 'auto' });
    expect(auto.bytes.length).toBe(Math.min(plain.bytes.length, webp.bytes.length));
    expect((await run(source, { format: 'auto', accept: ['jpeg'] })).bytes).toEqual(plain.bytes);
  });

  it('stays within a target in another size', async () => {
    const usual = await run(await animatedWebp(), { maxSide: 48 });
    const targetBytes = usual.bytes.length - 60;
    const { bytes, report } = await run(await animatedWebp(), { maxSide: 48, targetBytes });
    expect(report.target?.met).toBe(bytes.length <= targetBytes);
    expect(canvasSize(readRiff(bytes)).width).toBe(48);
  });

  it('whose frames are too many for their bytes keeps its size', async () => {
    const still = await image.encodeWebp(userInterface(2000, 1500), {
      quality: 100,
      lossless: true,
      effort: 0,
    });
    const source = animationOfStills(
      Array<Uint8Array>(14).fill(still),
      { width: 2000, height: 1500 },
      Array(14).fill(40),
    );
    await expect(run(source, { maxSide: 100 })).rejects.toMatchObject({ code: 'limit-exceeded' });
  });
});
