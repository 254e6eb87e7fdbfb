import { describe, expect, it } from 'vitest';
import { pngOf } from '../../../../../bench/relations/png-writings.ts';
import { userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { run } from '#tests/support/engine-run.ts';

describe('inPlainForm', () => {
  it.each([
    ['in 16 bits', { depth: 16 }],
    ['stored', { level: 0 }],
  ] as const)('lets a screen %s come out as its twin', async (_, writing) => {
    const screen = userInterface(320, 200);
    const twin = await run(pngOf(screen));
    const { bytes, report } = await run(pngOf(screen, writing));
    expect(bytes).toEqual(twin.bytes);
    expect(report.score).toBe(twin.report.score);
  });

  it('decodes four megapixels of 16 bits in a small file', async () => {
    const source = pngOf(userInterface(2400, 1800), { depth: 16 });
    const { bytes, report } = await run(source);
    expect(report.skips).toEqual([]);
    expect(bytes.length).toBeLessThan(0.5 * source.length);
  });
});
