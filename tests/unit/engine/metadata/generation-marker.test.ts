import { expect, it } from 'vitest';
import {
  generationMarker,
  isAlreadyCompressed,
  placementMarker,
  readMarker,
} from '#engine/metadata/generation-marker.ts';

it('reads the floor of both kinds of marker back, and of no other text', () => {
  expect([generationMarker(71), placementMarker(70.6)]).toEqual(['fp71', 'fs71']);
  expect(['fp71', 'fs62', 'fp', 'fp100', 'xp71', 'a fp71'].map(readMarker)).toEqual([
    71,
    62,
    null,
    null,
    null,
    null,
  ]);
});

it('allows another generation only for a notably lower floor', () => {
  expect([71, 74, 68, 67].map((floor) => isAlreadyCompressed(71, floor))).toEqual([true, true, true, false]);
  expect(isAlreadyCompressed(null, 71)).toBe(false);
});
