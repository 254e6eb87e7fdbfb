import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedSpan } from '#engine/documents/office/pictures/aligned-span.ts';

const TILE = 512;

describe('alignedSpan', () => {
  it.each([1236, 1920, 2400])('finds a stretch of %i px for every width the picture is shown at', (full) => {
    for (let small = 1; small < full * 0.85; small++) {
      for (const share of [0.125, 0.375, 0.625, 0.875]) {
        const { length, smallLength } = alignedSpan(share, full, small, TILE);
        expect(Math.min(length, smallLength), `${small} px at ${share}`).toBeGreaterThan(0);
      }
    }
  });

  it('stays inside both pictures and keeps a third of the tile between its margins', () => {
    const pictures = fc.record({
      full: fc.integer({ min: 1030, max: 20_000 }),
      ratio: fc.double({ min: 0.01, max: 0.85, noNaN: true }),
      share: fc.constantFrom(0.125, 0.375, 0.625, 0.875),
    });
    fc.assert(
      fc.property(pictures, ({ full, ratio, share }) => {
        const small = Math.max(1, Math.round(full * ratio));
        const span = alignedSpan(share, full, small, TILE);
        expect(span.from).toBeGreaterThanOrEqual(0);
        expect(span.from + span.length).toBeLessThanOrEqual(full);
        expect(span.smallFrom + span.smallLength).toBeLessThanOrEqual(small);
        const isInside = span.from > 0 && span.from + span.length < full;
        if (isInside) expect(span.length - 2 * span.margin).toBeGreaterThan(TILE / 3);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});
