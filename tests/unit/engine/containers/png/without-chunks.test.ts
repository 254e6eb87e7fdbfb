import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { concatBytes } from '#engine/base/bytes.ts';
import { withoutTexts } from '#engine/containers/png/without-chunks.ts';
import { readChunks, writeChunks, type Chunk } from '#engine/containers/png/chunks.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const text = new TextEncoder();
/** Fifty megabytes in fifty kilobytes. */
const bomb = (): Chunk => ({
  type: 'zTXt',
  data: concatBytes([text.encode('Author\0\0'), deflateSync(new Uint8Array(50_000_000))]),
});

it('shows a decoder no text of a PNG', async () => {
  const plain = await codecs.image.encodePng(photoLike(40, 30));
  const [head, ...rest] = readChunks(plain);
  const bytes = writeChunks([head!, bomb(), ...rest.slice(0, -1), bomb(), ...rest.slice(-1)]);
  expect(Buffer.from(withoutTexts(bytes))).toEqual(Buffer.from(plain));
  const before = process.memoryUsage().rss;
  expect(await codecs.image.decode(bytes)).toEqual(await codecs.image.decode(plain));
  // Decoded with its texts this takes 250 MB more.
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it('gives back what it does not understand as it is', () => {
  for (const bytes of [new Uint8Array(0), text.encode('%PDF-1.7'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47)])
    expect(withoutTexts(bytes)).toBe(bytes);
});

it('leaves a PNG that ends within a chunk to the decoder', async () => {
  const plain = await codecs.image.encodePng(photoLike(40, 30));
  const cut = plain.subarray(0, plain.length - 30);
  expect(withoutTexts(cut)).toBe(cut);
});
