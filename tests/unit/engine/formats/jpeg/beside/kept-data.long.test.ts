import { describe, expect, it } from 'vitest';
import { cleanedData } from '#engine/formats/jpeg/beside/kept-data.ts';
import { readXmpPackets } from '#engine/formats/jpeg/xmp-segments.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import {
  ascii,
  box,
  directory,
  film,
  join,
  KINDS,
  multiPicture,
  packetOf,
  photo,
  privateExif,
  samsungTrailer,
  segment,
  textOf,
  withFirst,
  xmp,
} from '#tests/fixtures/pictures/linked-jpegs.ts';
import { run } from '#tests/support/engine-run.ts';

const SECRET = 'SECRET 47.123';
/** What is in base64 among it. */
const allTextOf = (bytes: Uint8Array) => {
  const held = [...textOf(bytes).matchAll(/(?:\/9j\/|AAAA)[\w+/=]{100,}/g)];
  return [textOf(bytes), ...held.map(([found]) => textOf(Buffer.from(found, 'base64')))].join();
};
const number = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

/** A picture with a secret in every kind of description. */
const dirty = async () =>
  withFirst(
    await photo(8),
    privateExif(),
    segment(0xe0, ascii(`JFXX\0${SECRET}`)),
    segment(0xe3, [...ascii('_JPSJPS_'), 0, 4, 0, 0, 1, 1, 0, SECRET.length, ...ascii(SECRET)]),
    segment(0xfe, ascii(SECRET)),
    segment(0xe2, [...ascii('MPF\0MM\0*'), ...number(8), 0, 0, ...number(0), ...ascii(SECRET)]),
    xmp(`xmpMM:DocumentID="${SECRET}"`),
  );
const offset = `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${film().length}"`;
/** A film that has a box more. */
const filmWith = (...more: readonly number[]) => join(film(), more);
const place = box('udta', box('\xa9xyz', ascii(SECRET)));
const movieXmp = ascii(`<x exif:GPSLatitude="${SECRET}"/>`);
const base64 = (bytes: ArrayLike<number>) => Buffer.from(Array.from(bytes)).toString('base64');
const XDM = 'xmlns:Device="http://ns.xdm.org/photos/1.0/device/"';

describe.each(['small', 'lossless'] as const)('what betrays people goes in the preset %s', (preset) => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ['words of a stereo picture', dirty],
    [
      'a second picture',
      async () =>
        multiPicture(await photo(), KINDS.disparity, [{ kind: KINDS.disparity, bytes: await dirty() }]),
    ],
    [
      'a picture behind a film',
      async () => {
        const picture = await dirty();
        const items = directory(
          ['Primary', 'image/jpeg'],
          ['MotionPhoto', 'video/mp4', film().length],
          ['Depth', 'image/jpeg', picture.length],
        );
        return join(withFirst(await photo(), xmp('', items)), film(), picture);
      },
    ],
    [
      'a picture before a film that nothing names',
      async () => join(withFirst(await photo(), xmp(offset)), await dirty(), film()),
    ],
    [
      "a picture in Samsung's trailer",
      async () =>
        join(
          await photo(),
          samsungTrailer([
            ['DualShot_1', await dirty()],
            ['Depth_1', film()],
          ]),
        ),
    ],
    [
      'countries before padding',
      async () => {
        const country = ['MCC_Data', ascii(SECRET)] as const;
        const trailer = samsungTrailer([country, country, ['MotionPhoto_Data', film()]]);
        return join(await photo(), trailer, new Uint8Array(9));
      },
    ],
    ['a film outside of its "moov"', async () => join(await photo(), filmWith(...place))],
    [
      'XMP of a film',
      async () =>
        join(await photo(), filmWith(...box('uuid', new Uint8Array(16), movieXmp), ...box('XMP_', movieXmp))),
    ],
    [
      'a picture in XMP',
      async () => {
        const small = withFirst(Uint8Array.from((await photo()).subarray(0, 9_000)), privateExif());
        return withFirst(await photo(), xmp(`GImage:Data="${base64(small)}"`));
      },
    ],
    [
      'a picture deep in XMP',
      async () => {
        const data = `<GImage:Data>${base64(await dirty())}</GImage:Data>`;
        return withFirst(
          await photo(),
          xmp('', `<Device:Camera ${XDM}><Device:Image>${data}</Device:Image></Device:Camera>`),
        );
      },
    ],
    [
      'sound in XMP',
      async () => withFirst(await photo(), xmp(`GImage:Data="${base64(filmWith(...place))}"`)),
    ],
    [
      'a position in XMP',
      async () =>
        withFirst(
          await photo(),
          xmp(
            `xmlns:EarthPos="http://ns.google.com/photos/dd/1.0/earthpos/" EarthPos:Latitude="${SECRET}"`,
            `<Device:Pose ${XDM} Device:Latitude="${SECRET}"><Device:Longitude>${SECRET}</Device:Longitude></Device:Pose>`,
          ),
        ),
    ],
  ])('from %s', async (_, make) => {
    const source = await make();
    const { bytes } = await run(source, { preset });
    expect(bytes.length).toBeLessThan(source.length);
    expect(allTextOf(bytes)).not.toMatch(/SECRET|S9X/);
    expect(allTextOf((await run(source, { preset, keep: ['all'] })).bytes)).toMatch(/SECRET|S9X/);
  });
});

it('keeps every byte of films and of files in archives in its place', async () => {
  const data = join(ascii('PK\x03\x04'), await dirty());
  const cleaned = await cleanedData(data, { clean: async () => new Uint8Array(0), keepsLocation: false });
  expect(cleaned).toEqual({ bytes: data, isPositionGone: false });
});

it.each(['index', 'directory'] as const)(
  'keeps a film that an %s takes for a part of a picture',
  async (by) => {
    const both = join(await photo(4), film());
    const items = directory(['Primary', 'image/jpeg'], ['Depth', 'image/jpeg', both.length]);
    const source =
      by === 'index'
        ? multiPicture(await photo(), KINDS.primary, [{ kind: KINDS.undefined, bytes: both }])
        : join(withFirst(await photo(), xmp('', items)), both);
    const { bytes, report } = await run(source, { preset: 'lossless', keep: ['location'] });
    expect(bytes.length).toBeLessThan(source.length);
    expect(bytes.subarray(-film().length)).toEqual(film());
    expect(report.kept.map(({ feature }) => feature)).toEqual(['further-pictures', 'film']);
  },
);

it('keeps a directory whose namespace has no prefix', async () => {
  const items = directory(['Primary', 'image/jpeg'], ['MotionPhoto', 'video/mp4', film().length])
    .replace('<Container:Directory>', '<Directory xmlns="http://ns.google.com/photos/1.0/container/">')
    .replace('</Container:Directory>', '</Directory>');
  const { bytes } = await run(join(withFirst(await photo(), xmp('', items)), film()));
  const packet = textOf(readXmpPackets(readJpegStructure(bytes).segments).main!);
  expect(packet).toMatch(/xmlns="http:\/\/ns.google.com\/photos\/1.0\/container\/".*<Directory>/);
});

/** Up to 60 000 bytes of a packet. */
const partOf = (name: string, packet: string, at = 0) =>
  segment(0xe1, [
    ...ascii(`http://ns.adobe.com/xmp/extension/\0${name}`),
    ...number(packet.length),
    ...number(at),
    ...ascii(packet.slice(at, at + 60_000)),
  ]);

it('reads the part of XMP that the packet names, and no other', async () => {
  const [old, own] = ['A'.repeat(32), 'B'.repeat(32)];
  const { segments } = readJpegStructure(
    withFirst(await photo(), xmp(`xmpNote:HasExtendedXMP="${own}"`), partOf(old, 'old'), partOf(own, 'own')),
  );
  expect(textOf(readXmpPackets(segments).extended!)).toBe('own');
});

it('takes a moment for a directory whose blocks claim the whole file for their names', async () => {
  const count = 40_000;
  const little = (value: number) => number(value).reverse();
  const entry = [0, 0, 0x30, 0x0a, ...little(1_000_000), ...little(1_000_000)];
  const file = Buffer.concat([
    Buffer.from([0, 0, 0x30, 0x0a, ...little(999_992)]),
    Buffer.alloc(999_992, 'a'),
    Buffer.from([...ascii('SEFH'), ...little(107), ...little(count)]),
    Buffer.alloc(12 * count, Uint8Array.from(entry)),
    Buffer.from([...little(12 + 12 * count), ...ascii('SEFT')]),
  ]);
  const result = await run(join(await photo(), file), { preset: 'lossless' });
  expect(result.bytes.subarray(-8)).toEqual(new Uint8Array(file.subarray(-8)));
});

it('encodes a small picture anew beside a long description that stays', async () => {
  const name = 'A'.repeat(32);
  const packet = packetOf(`GDepth:Data="${'abcd'.repeat(75_000)}"`);
  const parts = [0, 1, 2, 3, 4, 5].map((at) => partOf(name, packet, 60_000 * at));
  const source = withFirst(await photo(), xmp(`xmpNote:HasExtendedXMP="${name}"`), ...parts);
  const { report } = await run(source);
  expect(report.changes.map(({ code }) => code)).toContain('re-encoded');
});
