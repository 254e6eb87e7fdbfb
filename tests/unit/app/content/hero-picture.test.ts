import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { heroPicture } from '~/content/hero-picture.ts';
import { smallHeroPicture } from '~/content/small-hero-picture.ts';

const published = async (path: string) =>
  new Uint8Array(await readFile(new URL(`../../../../public${path}`, import.meta.url)));

test.each([
  ['other screens', heroPicture],
  ['phones', smallHeroPicture],
])(
  'shows %s what the engine makes of the picture, byte for byte, and what both weigh',
  async (_, picture) => {
    const source = await published(picture.original);
    const shown = await published(picture.compressed);
    const { bytes } = await compress(source, { codecs: createNativeCodecs() });
    // Else: node infra/media/draw-feather.ts --engine-only
    expect(Buffer.from(bytes).equals(shown)).toBe(true);
    expect([source.length, shown.length]).toEqual([picture.fromBytes, picture.toBytes]);
  },
);

test('tells weights on the screens on which their picture is fetched', async () => {
  const styles = await readFile(new URL('../../../../app/styles/app.css', import.meta.url), 'utf8');
  expect(styles).toContain(`@custom-variant small-picture (@media ${smallHeroPicture.media});`);
});
