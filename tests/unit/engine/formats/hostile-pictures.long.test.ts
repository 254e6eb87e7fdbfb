import { describe, expect, it } from 'vitest';
import { HOSTILE_CONTAINERS } from '#tests/fixtures/pictures/hostile-containers.ts';
import { HOSTILE_JPEGS, HOSTILE_PNGS, HOSTILE_WEBPS } from '#tests/fixtures/pictures/hostile-pictures.ts';
import { inThisForm } from '#tests/support/long-form.ts';
import { expectToCostLittle, runCheaply } from '#tests/support/measured-process.ts';

/** More parts than a picture file may have. Strange as all others are, none of them is refused. */
const TOO_MANY_PARTS = '200 000 empty segments';

describe.each([
  // Tiled noise of 16 bits and 8 megapixels meets the same bound.
  ['PNG', HOSTILE_PNGS, ['tiled noise with alpha of 4 megapixels']],
  ['WebP', HOSTILE_WEBPS, []],
  ['JPEG', HOSTILE_JPEGS, []],
])('a small hostile %s costs little', (_kind, pictures, repeated) => {
  it.each(inThisForm(pictures, repeated))('%s', async (name, build) => {
    const { end } = await expectToCostLittle(await build());
    expect(name === TOO_MANY_PARTS ? ['too-large'] : ['original', 'smaller']).toContain(end);
  });
});

it.each(Object.entries(HOSTILE_CONTAINERS))(
  'a small %s whose parts lie about themselves costs little',
  async (_kind, files) => {
    const sources = Object.fromEntries(Object.entries(files).map(([name, build]) => [name, build()]));
    for (const [name, { end }] of await runCheaply(sources))
      expect(['damaged', 'too-large', 'original', 'smaller'], name).toContain(end);
  },
);
