import { describe, expect, it } from 'vitest';
import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import { jpegSettings } from '#engine/search/still/encode-jpeg-to-floor.ts';

const codec = {} as ImageCodec;
const startAt = (floor?: number): number | undefined =>
  jpegSettings({ codec, ...(floor === undefined ? {} : { floor }) })[0]?.start;

describe('jpegSettings', () => {
  it('begin where a table usually reaches the floor', () => {
    expect(startAt(62)).toBeLessThan(startAt(70.5)!);
    expect(startAt(85)).toBeGreaterThan(startAt(70.5)!);
    expect(startAt()).toBe(startAt(70));
  });
});
