import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { readRiff, writeRiff } from '#engine/containers/riff.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

it('never writes into the file that it was given, of whatever kind its array is', async () => {
  const webp = await codecs.image.encodeWebp(withSoftAlpha(photoLike(40, 30)), { quality: 30 });
  // Its header denies the transparency, and nothing makes it smaller without loss: it comes back as it is.
  const denied = writeRiff(
    readRiff(webp).map(({ type, data }) => ({ type, data: type === 'VP8X' ? data.fill(0, 0, 1) : data })),
  );
  const source = Buffer.from(denied);
  const { bytes, report } = await run(source, { preset: 'lossless' });
  expect(report.changes).toEqual([]);
  expect(source.equals(denied)).toBe(true);
  expect(source.equals(bytes)).toBe(true);
});

it('returns the source in place of a longer result, for a target too', async () => {
  const { bytes: source } = await run(await codecs.image.encodePng(photoLike(40, 30)), {
    preset: 'lossless',
  });
  const { bytes, report } = await run(source, { preset: 'lossless', targetBytes: source.length });
  expect(bytes).toEqual(source);
  expect(report.target).toEqual({ bytes: source.length, met: true });
});
