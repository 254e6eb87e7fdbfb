import { describe, expect, it } from 'vitest';
import type { JpxCodec } from '#engine/codecs/ports/jpx-codec.ts';
import { JPX_FILES } from '#tests/fixtures/pictures/jpx-files.ts';

const damaged = expect.objectContaining({ code: 'damaged' });

/** What every JpxCodec promises. */
export function describeJpxCodec(jpx: JpxCodec): void {
  describe('JPEG 2000', () => {
    it('reads size and depth from the header', () => {
      expect(jpx.probe(JPX_FILES.rgb)).toEqual({ width: 8, height: 6, components: 3, bitsPerSample: 8 });
      expect(jpx.probe(JPX_FILES.grey12)).toMatchObject({ components: 1, bitsPerSample: 12 });
    });

    it('finds the codestream behind the boxes of a JP2 file', () => {
      const boxed = Uint8Array.from([
        0,
        0,
        0,
        12,
        0x6a,
        0x50,
        0x20,
        0x20,
        13,
        10,
        0x87,
        10,
        ...JPX_FILES.rgb,
      ]);
      expect(jpx.probe(boxed)).toMatchObject({ width: 8, height: 6 });
    });

    it('decodes RGB', async () => {
      const raster = await jpx.decode(JPX_FILES.rgb);
      expect(raster).toMatchObject({ width: 8, height: 6, channels: 3, space: 'rgb' });
      expect([...raster.data.subarray((2 * 8 + 5) * 3, (2 * 8 + 5) * 3 + 3)]).toEqual([150, 80, 200]);
    });

    it('scales deeper samples down to 8 bits', async () => {
      const raster = await jpx.decode(JPX_FILES.grey12);
      expect(raster).toMatchObject({ width: 8, height: 6, channels: 1, space: 'grey' });
      expect([...raster.data.subarray(8, 11)]).toEqual([16, 516, 1016].map((sample) => sample >> 4));
    });

    it.each(['two', 'four'] as const)('refuses %s components', async (count) => {
      await expect(jpx.decode(JPX_FILES[count])).rejects.toMatchObject({ code: 'unsupported' });
    });

    it('refuses what has no header, no area or too many pixels', async () => {
      expect(() => jpx.probe(new Uint8Array(200))).toThrow(damaged);
      expect(() => jpx.probe(new Uint8Array(0))).toThrow(damaged);
      await expect(jpx.decode(withWidth(0))).rejects.toEqual(damaged);
      await expect(jpx.decode(withWidth(2 ** 30))).rejects.toMatchObject({ code: 'too-large' });
    });

    it('works on after a damaged file', async () => {
      const broken = JPX_FILES.rgb.slice();
      broken.fill(0xff, 60);
      await expect(jpx.decode(broken)).rejects.toEqual(damaged);
      expect(await jpx.decode(JPX_FILES.rgb)).toMatchObject({ width: 8, height: 6 });
    });
  });
}

/** The colour picture, with another width in its SIZ marker. */
function withWidth(width: number): Uint8Array {
  const bytes = JPX_FILES.rgb.slice();
  new DataView(bytes.buffer).setUint32(8, width);
  return bytes;
}
