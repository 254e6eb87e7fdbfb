import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readIndex } from '#engine/formats/jpeg/beside/multi-picture.ts';
import { readXmpPackets } from '#engine/formats/jpeg/xmp-segments.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import {
  ascii,
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
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;
const PRESETS = ['small', 'lossless'] as const;
const xmpOf = (file: Uint8Array) =>
  Buffer.from(readXmpPackets(readJpegStructure(file).segments).main ?? []).toString();
const told = ({ report }: Awaited<ReturnType<typeof run>>) => report.kept.map(({ feature }) => feature);
/** A film without its places, whose boxes and length stay. */
const wiped = () => {
  const bytes = film();
  const text = textOf(bytes);
  const key = text.indexOf('ilst') + 4;
  for (const [at, length] of [
    [text.indexOf('\xa9xyz'), 4 + 15],
    [key + 4, 31],
  ] as const) {
    bytes.fill(0, at, at + length);
    bytes.set(ascii('free'), at);
  }
  return bytes;
};

const SECRETS = 'xmpMM:DocumentID="SECRET" GCamera:HdrPlusMakernote="SECRET"';

describe.each(PRESETS)('a motion photo in the preset %s', (preset) => {
  const offset = `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${film().length}" ${SECRETS}`;
  const items = directory(['Primary', 'image/jpeg'], ['MotionPhoto', 'video/mp4', film().length]);
  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      'of an offset',
      async () => join(withFirst(await photo(), xmp(offset)), film()),
      `MicroVideoOffset="${film().length}"`,
    ],
    [
      'of a directory',
      async () => join(withFirst(await photo(), xmp(`GCamera:MotionPhoto="1" ${SECRETS}`, items)), film()),
      `Item:Length="${film().length}"`,
    ],
    ['that nothing but itself names', async () => join(await photo(), film()), ''],
  ])('keeps the film %s, where it was said to be, and not where it was taken', async (_, make, pointer) => {
    const source = await make();
    const result = await run(source, { preset });
    expect(result.bytes.length).toBeLessThan(source.length);
    expect(result.bytes.subarray(-film().length)).toEqual(wiped());
    expect(xmpOf(result.bytes)).toContain(pointer);
    expect(textOf(result.bytes)).not.toContain('SECRET');
    expect(told(result)).toContain('film');
    expect(codesOf(result)).not.toContain('trailing-data-removed');
    const located = await run(source, { preset, keep: ['location'] });
    expect(located.bytes.subarray(-film().length)).toEqual(film());
  });

  it("keeps Samsung's directory at the end, and not the country", async () => {
    const blocks = (country: string, bytes: Uint8Array) =>
      samsungTrailer([
        ['MCC_Data', ascii(country)],
        ['MotionPhoto_Data', bytes],
      ]);
    const result = await run(join(await photo(), blocks('450', film())), { preset });
    const expected = blocks('000', wiped());
    expect([...result.bytes.subarray(-expected.length)]).toEqual(expected);
  });
});

it('keeps gain map and film in one file, and says the length of either', async () => {
  const map = withFirst(
    await photo(),
    xmp('hdrgm:Version="1.0" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2"'),
  );
  const items = directory(
    ['Primary', 'image/jpeg'],
    ['GainMap', 'image/jpeg', map.length],
    ['MotionPhoto', 'video/mp4', film().length],
  );
  const first = withFirst(await photo(), xmp('hdrgm:Version="1.0" GCamera:MotionPhoto="1"', items));
  const result = await run(
    join(multiPicture(first, KINDS.primary, [{ kind: KINDS.undefined, bytes: map }]), film()),
  );
  const { trailing } = readJpegStructure(result.bytes);
  const length = trailing.length - film().length;
  expect(length).toBeLessThan(map.length);
  expect(xmpOf(result.bytes).match(/Item:Length="\d+"/g)).toEqual([
    `Item:Length="${length}"`,
    `Item:Length="${film().length}"`,
  ]);
  expect(readIndex(result.bytes, readJpegStructure(result.bytes))?.others).toMatchObject([
    { start: 0, length },
  ]);
  expect(told(result)).toEqual(expect.arrayContaining(['gain-map', 'film']));
});

describe.each(PRESETS)('further pictures in the preset %s', (preset) => {
  const facts = segment(0xe2, [...ascii('MPF\0MM\0*'), 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
  const stereo = async () => {
    const [left, right] = [await photo(), withFirst(await photo(8), facts, privateExif())];
    return multiPicture(withFirst(left, privateExif()), KINDS.disparity, [
      { kind: KINDS.preview, bytes: await sharp(left).resize(40).jpeg().toBuffer() },
      { kind: KINDS.disparity, bytes: right },
    ]);
  };

  it('keep both eyes in an index of true places, and lose previews, place and numbers', async () => {
    const source = await stereo();
    const result = await run(source, { preset });
    const structure = readJpegStructure(result.bytes);
    const index = readIndex(result.bytes, structure)!;
    expect(index.first).toBe(KINDS.disparity);
    expect(index.facts).toMatchObject([{ tag: 0xb204, value: Uint8Array.of(0, 0, 0, 2) }]);
    expect(index.others).toMatchObject([
      { attribute: KINDS.disparity, start: 0, length: structure.trailing.length },
    ]);
    const before = await image.decode(await photo(8));
    const after = await image.decode(structure.trailing);
    if (preset === 'lossless') expect(after).toEqual(before);
    else expect(visualScore(before, after)).toBeGreaterThan(60);
    expect(result.bytes.length).toBeLessThan(preset === 'small' ? 0.4 * source.length : source.length);
    expect(textOf(result.bytes)).not.toMatch(/S9X/);
    expect([...structure.trailing.subarray(0, 200)].join()).toContain(facts.join());
    expect(told(result)).toContain('further-pictures');
    expect(codesOf(result)).not.toContain('trailing-data-removed');
  });

  it('keep every sample of what is no photograph, such as depth', async () => {
    const depth = await photo(4);
    const file = multiPicture(await photo(), KINDS.primary, [{ kind: KINDS.undefined, bytes: depth }]);
    const { trailing } = readJpegStructure((await run(file, { preset })).bytes);
    expect(await image.decode(trailing)).toEqual(await image.decode(depth));
  });

  it('go where they only show the picture in small', async () => {
    const file = multiPicture(await photo(), KINDS.primary, [{ kind: KINDS.preview, bytes: await photo() }]);
    const result = await run(file, { preset });
    expect(readJpegStructure(result.bytes).trailing).toHaveLength(0);
    expect(textOf(result.bytes)).not.toContain('MPF\0');
    expect(result.report.changes.map(({ detail }) => detail)).toContain(
      'Metadata was removed: the preview image.',
    );
  });
});

it('keeps depth in XMP of several segments under a name that fits, without the places of the picture in it', async () => {
  const held = withFirst(await photo(), privateExif());
  const packet = packetOf(
    `GDepth:Data="AAAA${'AAAA'.repeat(20_000)}" GImage:Data="${Buffer.from(held).toString('base64')}" xmpMM:InstanceID="SECRET"`,
  );
  const name = createHash('md5').update(packet).digest('hex').toUpperCase();
  const parts = [0, 60_000, 120_000].filter((at) => at < packet.length);
  const number = (value: number) => [0, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const source = withFirst(
    await photo(),
    xmp(`GDepth:Format="RangeInverse" xmpNote:HasExtendedXMP="${name}" xmpMM:DocumentID="SECRET"`),
    ...parts.map((at) =>
      segment(0xe1, [
        ...ascii(`http://ns.adobe.com/xmp/extension/\0${name}`),
        ...number(packet.length),
        ...number(at),
        ...ascii(packet.slice(at, at + 60_000)),
      ]),
    ),
  );
  const { bytes } = await run(source);
  const { extended } = readXmpPackets(readJpegStructure(bytes).segments);
  const text = Buffer.from(extended!).toString();
  expect(xmpOf(bytes)).toContain(createHash('md5').update(text).digest('hex').toUpperCase());
  expect(text).toContain(`GDepth:Data="AAAA${'AAAA'.repeat(20_000)}"`);
  const inner = Buffer.from(/GImage:Data="([^"]+)"/.exec(text)![1]!, 'base64');
  expect(await image.decode(inner)).toEqual(await image.decode(held));
  expect(textOf(inner)).not.toContain('S9X');
  expect(textOf(bytes)).not.toContain('SECRET');
});

it('leaves a file as it is whose further pictures are described in a damaged way', async () => {
  const source = join(withFirst(await photo(), xmp('GCamera:MicroVideo="1" <')), film());
  const result = await run(source);
  expect(result.bytes).toEqual(source);
  expect(codesOf(result)).toEqual(['linked-data']);
});

describe('data after the picture that nothing names', () => {
  const source = async () => join(await photo(), ascii('PK\x03\x04 of another program'));
  it.each([
    ['goes with a word', {}, false],
    ['stays without loss', { preset: 'lossless' }, true],
    ['stays where all does', { keep: ['all'] }, true],
  ] as const)('%s', async (_, options, stays) => {
    const result = await run(await source(), options);
    expect(textOf(result.bytes).includes('of another program')).toBe(stays);
    expect(codesOf(result).includes('trailing-data-removed')).toBe(!stays);
  });

  it('goes without a word where it is padding', async () => {
    const result = await run(join(await photo(), new Uint8Array(5_000)));
    expect(readJpegStructure(result.bytes).trailing).toHaveLength(0);
    expect(codesOf(result)).not.toContain('trailing-data-removed');
  });
});

it.each(['small', 'lossless'] as const)(
  'tells all that XMP says of a panorama, and no more, in the preset %s',
  async (preset) => {
    const panorama = 'GPano:ProjectionType="equirectangular" GPano:CroppedAreaLeftPixels="12"';
    const [plain, mixed] = await Promise.all(
      [panorama, `${panorama} xmpMM:DocumentID="SECRET"`].map(async (text) =>
        run(withFirst(await photo(), xmp(text)), { preset }),
      ),
    );
    for (const { bytes } of [plain!, mixed!]) {
      expect(xmpOf(bytes)).toContain(panorama);
      expect(textOf(bytes)).not.toContain('SECRET');
    }
    expect(told(plain!)).toContain('panorama');
    expect(codesOf(plain!)).not.toContain('metadata-removed');
    expect(codesOf(mixed!)).toContain('metadata-removed');
  },
);
