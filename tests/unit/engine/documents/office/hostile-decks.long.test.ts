import { describe, expect, it } from 'vitest';
import { HOSTILE_DECKS } from '#tests/fixtures/hostile-decks.ts';
import { HOSTILE_LINKS } from '#tests/fixtures/hostile-links.ts';
import { HOSTILE_ZIPS } from '#tests/fixtures/hostile-zips.ts';
import { expectToCostLittle, runCheaply } from '#tests/support/measured-process.ts';

describe('a small hostile deck costs little', () => {
  it.each(Object.entries(HOSTILE_DECKS))('%s', async (_name, build) => {
    const { end } = await expectToCostLittle(await build());
    expect(['limit-exceeded', 'damaged', 'original', 'smaller']).toContain(end);
  });
});

it('small decks with long lists cost little', async () => {
  const sources = Object.fromEntries(Object.entries(HOSTILE_LINKS).map(([name, build]) => [name, build()]));
  for (const [name, { end }] of await runCheaply(sources))
    expect(['original', 'smaller'], name).toContain(end);
});

it('small hostile archives cost little', async () => {
  const sources = Object.fromEntries(Object.entries(HOSTILE_ZIPS).map(([name, build]) => [name, build()]));
  const runs = await runCheaply(sources);
  const refused = [...runs].filter(([, { end }]) => end === 'damaged' || end === 'limit-exceeded');
  expect(refused.map(([name]) => name)).toEqual([
    '10 001 entries',
    '65 535 entries that are not there',
    '9000 entries at one place',
    'entries that hold each other',
    'names that differ in case',
    'one name, two contents',
    'names that climb out',
  ]);
  expect([...runs.values()].filter(({ end }) => end === 'smaller')).toHaveLength(runs.size - refused.length);
});
