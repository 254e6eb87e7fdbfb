import { describe, expect, it } from 'vitest';
import { concatBytes, latin1, latin1Bytes, viewOf } from '#engine/base/bytes.ts';
import { writeDirectories } from '#engine/metadata/tiff-directories.ts';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;
const photo = photoLike(160, 120);
const fine = await image.encodeAvif(photo, { quality: 95, effort: 0, chroma: '4:4:4', depth: 8 });

describe('an AVIF that comes in', () => {
  it('becomes smaller in its own format, and no smaller once more', async () => {
    const { bytes, report } = await run(fine);
    expect(report).toMatchObject({ kind: 'avif', changes: [{ code: 're-encoded' }] });
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect(bytes.length).toBeLessThan(0.92 * fine.length);
    const again = await run(bytes);
    expect(again.bytes).toEqual(bytes);
    expect(codesOf(again)).toEqual(['already-compressed']);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('becomes a %s', async (format) => {
    const { bytes, report } = await run(fine, { format, maxWidth: 80 });
    expect(report.output).toEqual({ kind: format, width: 80, height: 60 });
    expect(await image.probe(bytes)).toMatchObject({ format, width: 80, height: 60 });
  });

  it('stays as it is where nothing may be lost', async () => {
    expect((await run(fine, { preset: 'lossless' })).bytes).toEqual(fine);
  });

  it('reaches a target', async () => {
    const targetBytes = Math.round((await run(fine)).bytes.length * 0.9);
    const { bytes, report } = await run(fine, { targetBytes });
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
  });

  it('keeps transparency, profile and copyright', async () => {
    const clear = await image.encodePng(withSoftAlpha(photo));
    const transparent = (await run(clear, { format: 'avif', score: 90 })).bytes;
    expect((await image.decode((await run(transparent, { score: 60 })).bytes)).channels).toBe(4);
    const jpeg = await image.encodeJpeg(photo, { quality: 98, chroma: '4:4:4' });
    const icc = RGB_PROFILES['Display P3'];
    const described = withMetadata(jpeg, {
      icc,
      exif: COPYRIGHT,
      orientation: 1,
      density: null,
      comment: null,
    });
    const source = (await run(described, { format: 'avif', score: 90 })).bytes;
    const { bytes } = await run(source, { format: 'jpeg' });
    expect((await image.probe(bytes)).icc).toEqual(icc);
    expect(latin1(bytes)).toContain('Ada');
  });

  it('has no EXIF of which nothing is known', async () => {
    expect(latin1((await run(fine)).bytes)).not.toContain('Exif');
  });

  it('is turned as its own boxes say', async () => {
    const { bytes, report } = await run(turned(fine), { format: 'png', maxWidth: 60 });
    expect(report.output).toEqual({ kind: 'png', width: 60, height: 80 });
    expect(await image.probe(bytes)).toMatchObject({ width: 60, height: 80 });
  });

  it.each([
    ['is cut short', (bytes: Uint8Array) => bytes.slice(0, bytes.length - 9), 'damaged'],
    ['ends in its header', (bytes: Uint8Array) => bytes.slice(0, 60), 'damaged'],
    ['says that it has 3 600 megapixels', (bytes: Uint8Array) => sized(bytes, 60_000, 60_000), 'too-large'],
    ['says that it has no area', (bytes: Uint8Array) => sized(bytes, 0, 120), 'damaged'],
    ['has no header', (bytes: Uint8Array) => renamed(bytes, 'meta', 'skip'), 'damaged'],
    ['moves', (bytes: Uint8Array) => concatBytes([bytes, box('moov')]), 'unsupported'],
    ['has a box longer than itself', (bytes: Uint8Array) => resized(bytes, 'mdat', 0x7fffffff), 'damaged'],
    ['has a box shorter than its name', (bytes: Uint8Array) => resized(bytes, 'iprp', 4), 'damaged'],
  ])('is refused where it %s', async (_, change, code) => {
    await expect(run(change(fine))).rejects.toMatchObject({ name: 'EngineError', code });
  });

  it('keeps its format and its bytes where its colours are HDR', async () => {
    const hdr = coloured(fine, { primaries: 9, transfer: 16 });
    const found = await run(hdr);
    expect(found.bytes).toEqual(hdr);
    expect(codesOf(found)).toEqual(['colours-not-judged']);
    await expect(run(hdr, { format: 'jpeg' })).rejects.toThrow('HDR');
  });

  it('of any damage gives a result or says that it is damaged', async () => {
    for (let at = 0; at < 260; at += 13) {
      const damaged = fine.map((byte, index) => (index === at ? byte ^ 0x5a : byte));
      const end = await run(damaged, { format: 'jpeg' }).catch((error: Error) => error);
      if (end instanceof Error) expect(end.name).toBe('EngineError');
    }
  });
});

const COPYRIGHT = writeDirectories({
  image: [{ tag: 0x8298, type: 2, value: new TextEncoder().encode('Ada\0') }],
  photo: [],
  gps: [],
});

function box(type: string, ...data: number[]): Uint8Array {
  return concatBytes([Uint8Array.of(0, 0, 0, 8 + data.length), latin1Bytes(type), Uint8Array.from(data)]);
}

/** Where the name of the first box of a type begins. */
const nameAt = (bytes: Uint8Array, type: string): number => latin1(bytes).indexOf(type);

function edited(bytes: Uint8Array, edit: (view: DataView, copy: Uint8Array) => void): Uint8Array {
  const copy = bytes.slice();
  edit(viewOf(copy), copy);
  return copy;
}

function sized(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const at = nameAt(bytes, 'ispe') + 8;
  return edited(bytes, (view) => {
    view.setUint32(at, width);
    view.setUint32(at + 4, height);
  });
}

const resized = (bytes: Uint8Array, type: string, size: number): Uint8Array =>
  edited(bytes, (view) => view.setUint32(nameAt(bytes, type) - 4, size));

const renamed = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  edited(bytes, (_, copy) => copy.set(latin1Bytes(to), nameAt(bytes, from)));

/** With one property more for its picture: lists of properties and of who has them grow, and the samples move. */
function withProperty(bytes: Uint8Array, property: Uint8Array, mark: number): Uint8Array {
  const [list, owners, samples] = [
    nameAt(bytes, 'ipco') - 4,
    nameAt(bytes, 'ipma') - 4,
    nameAt(bytes, 'mdat') - 4,
  ];
  const view = viewOf(bytes);
  const listEnd = list + view.getUint32(list);
  const ownersEnd = owners + view.getUint32(owners);
  const grown = property.length + 1;
  const copy = concatBytes([
    ...[bytes.subarray(0, listEnd), property, bytes.subarray(listEnd, ownersEnd)],
    ...[Uint8Array.of(mark), bytes.subarray(ownersEnd)],
  ]);
  const out = viewOf(copy);
  for (const type of ['meta', 'iprp'])
    out.setUint32(nameAt(bytes, type) - 4, view.getUint32(nameAt(bytes, type) - 4) + grown);
  out.setUint32(list, view.getUint32(list) + property.length);
  const movedOwners = owners + property.length;
  out.setUint32(movedOwners, view.getUint32(owners) + 1);
  // Version and flags, the number of items, the item: then the number of its properties.
  out.setUint8(movedOwners + 18, out.getUint8(movedOwners + 18) + 1);
  const place = nameAt(bytes, 'iloc');
  for (let at = place; at < samples; at++)
    if (view.getUint32(at) === samples + 8) {
      out.setUint32(at, samples + 8 + grown);
      break;
    }
  return copy;
}

function propertyCount(bytes: Uint8Array): number {
  const list = nameAt(bytes, 'ipco') - 4;
  const end = list + viewOf(bytes).getUint32(list);
  let count = 0;
  for (let at = list + 8; at < end; at += viewOf(bytes).getUint32(at)) count++;
  return count;
}

const turned = (bytes: Uint8Array): Uint8Array =>
  withProperty(bytes, box('irot', 1), 0x80 | (propertyCount(bytes) + 1));

function coloured(
  bytes: Uint8Array,
  { primaries, transfer }: { primaries: number; transfer: number },
): Uint8Array {
  const nclx = [...latin1Bytes('nclx'), 0, primaries, 0, transfer, 0, 9, 0x80];
  return withProperty(bytes, box('colr', ...nclx), propertyCount(bytes) + 1);
}
