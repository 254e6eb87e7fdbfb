import { describe, expect, it } from 'vitest';
import { HOSTILE_DECKS } from '#tests/fixtures/hostile-decks.ts';
import { expectToCostLittle } from '#tests/support/measured-process.ts';

describe('a small hostile deck costs little', () => {
  it.each(Object.entries(HOSTILE_DECKS))('%s', async (_name, build) => {
    const { end } = await expectToCostLittle(await build());
    expect(['limit-exceeded', 'damaged', 'original', 'smaller']).toContain(end);
  });
});
