import { describe, expect, it } from 'vitest';
import { NO_LOSS } from '#engine/formats/png/png-strategies.ts';
import { pngToFloor } from '#engine/formats/png/png-to-floor.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { pngSource } from '#tests/support/png-sources.ts';

const TASK = {
  floor: 70.5,
  rivalBytes: () => Promise.resolve(Infinity),
  isForTarget: false,
  isSmall: false,
  isGreyWithAlpha: false,
};

/** The floors at which palettes are looked for, where all of them have one score. */
async function floorsAsked(
  score: number,
  { isSmall = false, markedFloor = null as number | null } = {},
): Promise<number[]> {
  const floors: number[] = [];
  const source = pngSource();
  await pngToFloor(
    { ...source, ancillary: { ...source.ancillary, markedFloor } },
    {
      ...NO_LOSS,
      pack: () => Promise.resolve(null),
      reduceToFloor: (floor) => {
        floors.push(floor);
        return Promise.resolve({ kind: 'palette', bytes: new Uint8Array(9), score, colours: 16 });
      },
    },
    { ...TASK, isSmall },
    engineContext({ codecs }),
  );
  return floors;
}

describe('pngToFloor', () => {
  it('looks at the floor of a gentler preset too where a palette reaches it, or of small pictures half way', async () => {
    expect(await floorsAsked(80)).toEqual([70.5]);
    expect(await floorsAsked(80, { isSmall: true })).toEqual([70.5, 85]);
    expect(await floorsAsked(86)).toEqual([70.5, 85]);
  });

  it('counts all of the loss of an earlier pass at a lower floor', async () => {
    expect(await floorsAsked(90, { markedFloor: 85 })).toEqual([85.5]);
    expect(await floorsAsked(90, { markedFloor: 70 })).toEqual([]);
  });

  it.each([
    [40, [30], 30],
    [60, [], 60],
  ])('rounds what packs in %i bytes and takes 100 in a palette: %j', async (packed, rounded, expected) => {
    const asked: number[] = [];
    const { bytes } = await pngToFloor(
      pngSource(),
      {
        ...NO_LOSS,
        pack: () => Promise.resolve({ kind: 'packed', bytes: new Uint8Array(packed) }),
        reduceToFloor: () =>
          Promise.resolve({ kind: 'palette', bytes: new Uint8Array(100), score: 71, colours: 16 }),
        roundToFloor: () => {
          asked.push(30);
          return Promise.resolve({ kind: 'rounded', bytes: new Uint8Array(30), score: 75 });
        },
      },
      TASK,
      engineContext({ codecs }),
    );
    expect([asked, bytes.length]).toEqual([rounded, expected]);
  });
});
