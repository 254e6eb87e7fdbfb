import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { KEEP, type Keep } from '#engine/index.ts';
import { readChunks, writeChunks } from '#engine/containers/png/chunks.ts';
import { readResolution, resolutionIn } from '#engine/metadata/kept-exif.ts';
import { readDirectories } from '#engine/metadata/tiff-directories.ts';
import { packetOf } from '#tests/fixtures/pictures/linked-jpegs.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { run } from '#tests/support/engine-run.ts';

const EXIF = {
  IFD0: { Copyright: 'Ada Lovelace', Artist: 'Ada', Make: 'Canon', Model: 'R5', Software: 'Editor 9' },
  IFD2: {
    DateTimeOriginal: '2024:05:31 17:45:00',
    OffsetTimeOriginal: '+02:00',
    ISOSpeedRatings: '400',
    BodySerialNumber: 'SERIAL-1234',
    CameraOwnerName: 'Owner',
  },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" photoshop:DateCreated="2023-01-02T03:04:05" xmpMM:DocumentID="SECRET">
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Tom &amp; Co</rdf:li></rdf:Alt></dc:rights>
<dc:creator><rdf:Seq><rdf:li>Tom</rdf:li><rdf:li>Zoë</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta>`;

type Format = 'jpeg' | 'png' | 'webp';
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];

async function picture(format: Format, metadata: { exif?: typeof EXIF; xmp?: string }): Promise<Buffer> {
  const base = sharp(await jpegFile(120, 90));
  if (metadata.exif) base.withExif(metadata.exif);
  if (metadata.xmp !== undefined) base.withXmp(metadata.xmp);
  const loose = { jpeg: { quality: 98 }, png: { compressionLevel: 1 }, webp: { lossless: true, effort: 0 } };
  return base.toFormat(format, loose[format]).toBuffer();
}

/** The groups of {@link EXIF} that a file has, and what must never stay by itself; read by libvips and our own reader. */
async function groupsIn(file: Uint8Array): Promise<string[]> {
  const { exif } = await sharp(file).metadata();
  if (!exif) return [];
  const { image, photo, gps } = readDirectories(
    exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0),
  );
  const text = (entries: typeof image, tag: number) =>
    Buffer.from(entries.find((entry) => entry.tag === tag)?.value ?? [])
      .toString('utf8')
      .replace(/\0.*$/, '');
  const found = {
    copyright: text(image, 0x8298) === 'Ada Lovelace' && text(image, 0x013b) === 'Ada',
    date: text(photo, 0x9003) === '2024:05:31 17:45:00' && text(photo, 0x9011) === '+02:00',
    location: gps.some(
      ({ tag, value }) => tag === 2 && value.join() === '0,0,0,51,0,0,0,1,0,0,0,30,0,0,0,1,0,0,0,0,0,0,0,1',
    ),
    camera: text(image, 0x010f) === 'Canon' && photo.some(({ tag }) => tag === 0x8827),
    serial: Buffer.from(file).includes('SERIAL-1234') || Buffer.from(file).includes('Owner'),
    history: Buffer.from(file).includes('Editor 9'),
  };
  return Object.entries(found).flatMap(([group, isThere]) => (isThere ? [group] : []));
}

describe.each(FORMATS)('descriptions of a %s', (format) => {
  it.each<[readonly Keep[] | undefined, string[]]>([
    [undefined, ['copyright', 'date']],
    [[], []],
    [['location'], ['location']],
    [
      ['copyright', 'date', 'location', 'camera'],
      ['copyright', 'date', 'location', 'camera'],
    ],
    [['all'], ['copyright', 'date', 'location', 'camera', 'serial', 'history']],
  ])('stay as %j asks', async (keep, groups) => {
    const source = await picture(format, { exif: EXIF });
    expect(await groupsIn(source)).toHaveLength(6);
    const { bytes, report } = await run(source, { ...(keep ? { keep } : {}) });
    expect(bytes.length).toBeLessThan(source.length);
    expect(await groupsIn(bytes)).toEqual(groups);
    const told = report.kept
      .map(({ feature }) => feature)
      .filter((feature) => KEEP.some((each) => each === feature));
    expect(told).toEqual(groups.filter((group) => KEEP.some((each) => each === group)));
  });

  it.each(['small', 'high', 'lossless'] as const)('stay in the preset %s', async (preset) => {
    const { bytes } = await run(await picture(format, { exif: EXIF }), { preset });
    expect(await groupsIn(bytes)).toEqual(['copyright', 'date']);
  });

  it('are taken from XMP where EXIF has none', async () => {
    const { bytes } = await run(await picture(format, { xmp: XMP }));
    const { exif, xmp } = await sharp(bytes).metadata();
    expect(xmp).toBeUndefined();
    for (const text of ['Tom & Co\0', 'Tom; Zoë\0', '2023:01:02 03:04:05\0'])
      expect(exif!.includes(text)).toBe(true);
    expect(Buffer.from(bytes).includes('SECRET')).toBe(false);
  });

  it('stay as they are with "all"', async () => {
    const { bytes } = await run(await picture(format, { xmp: XMP }), { keep: ['all'] });
    expect((await sharp(bytes).metadata()).xmp?.toString()).toContain('SECRET');
  });
});

it.each(['png', 'webp'] as const)(
  'keeps what EXIF and XMP of a %s say of its printing and showing',
  async (format) => {
    const panorama = packetOf('GPano:ProjectionType="equirectangular" xmpMM:DocumentID="SECRET"');
    const source = sharp(await jpegFile(120, 90))
      .withMetadata({ density: 300 })
      .withXmp(panorama)
      .toFormat(format, { lossless: true });
    const { bytes, report } = await run(await source.toBuffer());
    const { exif, xmp } = await sharp(bytes).metadata();
    expect(xmp?.toString()).toContain('GPano:ProjectionType="equirectangular"');
    expect(xmp?.toString()).not.toContain('SECRET');
    expect(readResolution(resolutionIn(exif?.subarray(exif.indexOf('MM'))))).toEqual({
      unit: 'inch',
      x: 300,
      y: 300,
    });
    expect(report.kept.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['panorama', 'density']),
    );
  },
);

it('keeps the text of a PNG that names author, rights and time', async () => {
  const [head, ...rest] = readChunks(await picture('png', {}));
  const text = (value: string) => ({ type: 'tEXt', data: new TextEncoder().encode(value) });
  const texts = [
    'Author\0Ada',
    'Copyright\0Ada 2024',
    'Creation Time\x002024-05-31',
    'Software\0Editor 9',
  ].map(text);
  const source = writeChunks([head!, ...texts, ...rest]);
  const kept = async (keep?: readonly Keep[]) =>
    readChunks((await run(source, { ...(keep ? { keep } : {}) })).bytes)
      .filter(({ type, data }) => type === 'tEXt' && data[0] !== 0x66)
      .map(({ data }) => Buffer.from(data).toString().split('\0')[0]);
  expect(await kept()).toEqual(['Author', 'Copyright', 'Creation Time']);
  expect(await kept(['copyright'])).toEqual(['Author', 'Copyright']);
  expect(await kept([])).toEqual([]);
  expect(await kept(['all'])).toEqual(['Author', 'Copyright', 'Creation Time', 'Software']);
});

it('takes rights from the IPTC of a JPEG', async () => {
  const record = (dataset: number, value: string) => [
    0x1c,
    2,
    dataset,
    0,
    value.length,
    ...Buffer.from(value),
  ];
  const iptc = [
    ...record(80, 'Ada'),
    ...record(116, 'Ada 2024'),
    ...record(55, '20240531'),
    ...record(60, '174500+0200'),
  ];
  const resource = [
    ...Buffer.from('8BIM'),
    0x04,
    0x04,
    0,
    0,
    0,
    0,
    iptc.length >> 8,
    iptc.length & 255,
    ...iptc,
  ];
  const payload = [...Buffer.from('Photoshop 3.0\0'), ...resource];
  const plain = await jpegFile(120, 90);
  const source = Buffer.concat([
    plain.subarray(0, 2),
    Buffer.from([0xff, 0xed, (payload.length + 2) >> 8, (payload.length + 2) & 255, ...payload]),
    plain.subarray(2),
  ]);
  const { exif } = await sharp((await run(source)).bytes).metadata();
  for (const text of ['Ada\0', 'Ada 2024\0', '2024:05:31 17:45:00\0'])
    expect(exif!.includes(text)).toBe(true);
});
