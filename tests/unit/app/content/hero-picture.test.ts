import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { heroPicture } from '~/content/hero-picture.ts';

const published = async (path: string) =>
  new Uint8Array(await readFile(new URL(`../../../../public${path}`, import.meta.url)));

test('shows what the engine makes of the picture, byte for byte, and what both weigh', async () => {
  const source = await published(heroPicture.original);
  const shown = await published(heroPicture.compressed);
  const { bytes } = await compress(source, { codecs: createNativeCodecs() });
  // Else: node infra/media/draw-feather.ts --engine-only
  expect(Buffer.from(bytes).equals(shown)).toBe(true);
  expect([source.length, shown.length]).toEqual([heroPicture.fromBytes, heroPicture.toBytes]);
});
