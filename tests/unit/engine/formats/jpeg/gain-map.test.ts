import { describe, expect, it } from 'vitest';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import { readDirectories, readDirectory } from '#engine/metadata/tiff-directories.ts';
import { segment, withFirst } from '#tests/fixtures/pictures/linked-jpegs.ts';
import { ultraHdr } from '#tests/fixtures/pictures/ultra-hdr.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;
const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

describe('compressJpeg with a gain map', () => {
  it.each(['balanced', 'high'] as const)(
    'keeps it in the preset %s, where the index says',
    async (preset) => {
      const source = await ultraHdr();
      const result = await run(source, { preset });
      const { picture, map } = byIndex(result.bytes);
      expect(result.bytes.length).toBeLessThan(0.5 * source.length);
      expect(latin1(picture)).toContain(
        `Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${map.length}"`,
      );
      expect(visualScore(await image.decode(mapOf(source)), await image.decode(map))).toBeGreaterThanOrEqual(
        84,
      );
      expect(result.report.kept).toContainEqual(expect.objectContaining({ feature: 'gain-map' }));
    },
  );

  it.each(['xmp', 'iso', 'apple'] as const)('says that one goes in the smallest preset: %s', async (kind) => {
    const result = await run(await ultraHdr({ kind }), { preset: 'small' });
    expect(readJpegStructure(result.bytes).trailing).toHaveLength(0);
    expect(latin1(result.bytes)).not.toMatch(/hdrgm|HDRGainMap|Apple/);
    expect(codesOf(result)).toContain('gain-map-removed');
  });

  it('keeps one of Apple with the headroom that its camera noted, and no other note', async () => {
    const source = await ultraHdr({ kind: 'apple' });
    const first = await run(source);
    const second = await run(first.bytes);
    expect(first.report.kept).toContainEqual(expect.objectContaining({ feature: 'gain-map' }));
    for (const { bytes } of [first, second]) {
      expect(latin1(byIndex(bytes).map)).toContain('HDRGainMap:HDRGainMapVersion="65536"');
      expect(latin1(bytes)).not.toContain('PHOTO-7');
      const exif = readJpegStructure(bytes).segments.find(({ payload }) =>
        latin1(payload).startsWith('Exif'),
      )!;
      const note = readDirectories(exif.payload.subarray(6)).photo.at(-1);
      expect(latin1(note!.value)).toMatch(/^Apple iOS\0/);
      const numbers = readDirectory(note!.value, 14, false).map(({ tag, value }) => [
        tag,
        value[3],
        value[7],
      ]);
      expect(numbers).toEqual([
        [0x21, 66, 50],
        [0x30, 1, 100],
      ]);
    }
    expect(first.bytes.length).toBeLessThan(0.5 * source.length);
  });

  it('keeps what says how to apply it, and nothing else that stood there', async () => {
    const tail = [...Buffer.from('data of another program'), ...new Uint8Array(400)];
    const result = await run(await ultraHdr({ tail }));
    const map = latin1(byIndex(result.bytes).map);
    for (const [name, value] of [
      ['Version', '1.0'],
      ['BaseRenditionIsHDR', 'False'],
      ['HDRCapacityMin', '0'],
      ['HDRCapacityMax', '2.3'],
      ['Gamma', '1.5e-1'],
    ])
      expect(map).toContain(`hdrgm:${name}="${value}"`);
    expect(map).toContain('<rdf:li>2.1</rdf:li><rdf:li>2.2</rdf:li><rdf:li>2.3</rdf:li>');
    expect(latin1(result.bytes)).not.toMatch(/a person|MotionPhoto|another program/);
    expect(codesOf(result)).toContain('trailing-data-removed');
  });

  it('changes no sample of picture and map in the lossless preset', async () => {
    const comment = segment(0xfe, new Uint8Array(2_000).fill(0x61));
    const source = withFirst(await ultraHdr(), comment);
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect(await image.decode(bytes)).toEqual(await image.decode(source));
    expect(await image.decode(byIndex(bytes).map)).toEqual(await image.decode(mapOf(source)));
  });

  it('keeps one that is told by ISO 21496-1 alone', async () => {
    const source = await ultraHdr({ kind: 'iso' });
    const { picture, map } = byIndex((await run(source)).bytes);
    const segmentOf = (jpeg: Uint8Array) =>
      readJpegStructure(jpeg).segments.find(({ payload }) => latin1(payload).startsWith('urn:iso'))?.payload;
    expect(segmentOf(picture)).toEqual(segmentOf(source));
    expect(segmentOf(map)).toEqual(segmentOf(mapOf(source)));
  });

  it.each([
    ['whose headroom nothing tells', { kind: 'untold' }],
    ['that is cut short', { isBroken: true }],
  ] as const)(
    'says that one %s goes, and leaves it untouched where that is asked for',
    async (_, options) => {
      const source = await ultraHdr(options);
      expect(codesOf(await run(source))).toContain('gain-map-removed');
      expect((await run(source, { preset: 'high' })).bytes).toEqual(source);
    },
  );

  it('loses no more the second time', async () => {
    const first = await run(await ultraHdr());
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.97 * first.bytes.length);
    expect(await image.decode(byIndex(second.bytes).map)).toEqual(
      await image.decode(byIndex(first.bytes).map),
    );
  });

  it('counts it towards a target size', async () => {
    const targetBytes = 16_000;
    const { bytes, report } = await run(await ultraHdr(), { targetBytes });
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(byIndex(bytes).map.length).toBeGreaterThan(1000);
  });
});

/** The two pictures of a file, by its own index. Source: CIPA DC-007, 5.2. */
function byIndex(file: Uint8Array): { picture: Uint8Array; map: Uint8Array } {
  const index = readJpegStructure(file).segments.find(({ payload }) => latin1(payload).startsWith('MPF\0'))!;
  const base = index.payload.byteOffset - file.byteOffset + 4;
  const view = new DataView(file.buffer, file.byteOffset + base);
  const entries = Array.from({ length: 3 }, (_, i) => 8 + 2 + 12 * i);
  const at = view.getUint32(entries.find((entry) => view.getUint16(entry) === 0xb002)! + 8);
  const [pictureBytes, mapBytes, mapAt] = [at + 4, at + 20, at + 24].map((place) => view.getUint32(place));
  expect(base + mapAt!).toBe(pictureBytes);
  expect(file.length).toBe(pictureBytes! + mapBytes!);
  return { picture: file.subarray(0, pictureBytes), map: file.subarray(pictureBytes) };
}

/** The map of a source: it follows the picture at once. */
function mapOf(file: Uint8Array): Uint8Array {
  const { trailing } = readJpegStructure(file);
  return trailing.subarray(0, trailing.length - readJpegStructure(trailing).trailing.length);
}
