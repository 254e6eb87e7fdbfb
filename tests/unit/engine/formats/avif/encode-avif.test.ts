import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { writeDirectories } from '#engine/metadata/tiff-directories.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;
const photo = photoLike(160, 120);
const jpeg = () => image.encodeJpeg(photo, { quality: 95, chroma: '4:4:4' });
const isAvif = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(4, 12)) === 'ftypavif';

/** Steps of a fortieth of what 8 bits tell. */
function deepGradient(): Promise<Uint8Array> {
  const samples = Uint16Array.from(
    { length: 512 * 64 * 3 },
    (_, i) => 8000 + 6.5 * (Math.floor(i / 3) % 512),
  );
  const raw = { width: 512, height: 64, channels: 3 } as const;
  return sharp(samples, { raw }).toColourspace('rgb16').png().toBuffer();
}

function errorOf(samples: Uint16Array, wanted: Uint16Array): number {
  return samples.reduce((sum, sample, i) => sum + Math.abs(sample - wanted[i]!), 0) / samples.length;
}

describe('an AVIF', () => {
  it('reaches the floor, in the size of the source', async () => {
    const { bytes, report } = await run(await jpeg(), { format: 'avif' });
    expect(isAvif(bytes)).toBe(true);
    expect(report.output).toEqual({ kind: 'avif', width: 160, height: 120 });
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect(await image.decode(bytes)).toMatchObject({ width: 160, height: 120, channels: 3 });
  });

  it('has ten bits a sample, which take fewer bytes than eight', async () => {
    const { bytes } = await run(await jpeg(), { format: 'avif' });
    expect((await image.probe(bytes)).depth).toBe(16);
    const options = { quality: 55, effort: 0, chroma: '4:2:0' } as const;
    const gradient = photo.data.map((_, i) => 40 + (i % 480) / 24);
    const [eight, ten] = await Promise.all(
      ([8, 10] as const).map((depth) =>
        image.encodeAvif({ ...photo, data: gradient }, { ...options, depth }),
      ),
    );
    expect(ten!.length).toBeLessThanOrEqual(eight!.length);
  });

  it('has finer steps where the source has 16 bits', async () => {
    const source = await deepGradient();
    const { data: samples } = await image.decode16(source);
    const { bytes } = await run(source, { format: 'avif', preset: 'high' });
    const { data } = await image.decode16(bytes);
    const narrowed = await image.encodePng(await image.decode(source));
    const { data: rounded } = await image.decode16(
      (await run(narrowed, { format: 'avif', preset: 'high' })).bytes,
    );
    expect(errorOf(data, samples)).toBeLessThan(0.7 * errorOf(rounded, samples));
  });

  it('keeps profile and copyright, and is judged by that profile', async () => {
    const exif = writeDirectories({
      image: [{ tag: 0x8298, type: 2, value: new TextEncoder().encode('Ada\0') }],
      photo: [],
      gps: [],
    });
    const icc = RGB_PROFILES['Display P3'];
    const source = withMetadata(await jpeg(), { icc, exif, orientation: 1, density: null, comment: null });
    const { bytes, report } = await run(source, { format: 'avif' });
    expect((await image.probe(bytes)).icc).toEqual(icc);
    expect(new TextDecoder('latin1').decode(bytes)).toContain('Ada');
    expect(report.kept.map(({ feature }) => feature)).toEqual(['copyright', 'icc-profile']);
  });

  it('keeps transparency', async () => {
    const source = await image.encodePng(withSoftAlpha(photo));
    const { bytes } = await run(source, { format: 'avif' });
    const { channels, data } = await image.decode(bytes);
    expect(channels).toBe(4);
    expect(data[3]).toBeLessThan(8);
  });

  it('comes with "auto" only where it is accepted', async () => {
    const source = await jpeg();
    const plain = await run(source, { format: 'auto' });
    expect(plain.report.output?.kind).not.toBe('avif');
    const accepted = await run(source, { format: 'auto', accept: ['avif'] });
    expect(isAvif(accepted.bytes)).toBe(true);
  });

  it('stays within a target', async () => {
    const grain = photo.data.map((sample, i) => Math.max(0, Math.min(255, sample + ((i * 7919) % 61) - 30)));
    const source = await image.encodePng({ ...photo, data: grain });
    const usual = await run(source, { format: 'avif' });
    const targetBytes = Math.round(0.9 * usual.bytes.length);
    const { bytes, report } = await run(source, { format: 'avif', targetBytes });
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
  });

  it('says that it always loses something', async () => {
    await expect(run(await jpeg(), { format: 'avif', preset: 'lossless' })).rejects.toThrow(
      'always loses something',
    );
  });
});
