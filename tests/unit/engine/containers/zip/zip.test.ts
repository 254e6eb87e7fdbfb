import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { isEngineError } from '#engine/api/errors.ts';
import { crc32 } from '#engine/base/crc32.ts';
import { readZipDirectory } from '#engine/containers/zip/zip-directory.ts';
import { STORED, type ZipEntry } from '#engine/containers/zip/zip-entry.ts';
import { InflateBudget, ZipReader } from '#engine/containers/zip/zip-reader.ts';
import { entryBytes, writeZip } from '#engine/containers/zip/zip-writer.ts';
import { sameChecksum } from '#tests/fixtures/same-checksum.ts';
import {
  END,
  entryOf,
  lastSignature,
  patched,
  RECORD,
  text,
  withDataDescriptor,
  withZip64,
} from '#tests/fixtures/zip-faults.ts';

const { deflate } = createNativeCodecs();

async function unzip(archive: Uint8Array, budget = new InflateBudget()): Promise<Record<string, Uint8Array>> {
  const reader = new ZipReader(deflate, budget);
  const contents: Record<string, Uint8Array> = {};
  for (const entry of readZipDirectory(archive)) contents[entry.name] = await reader.read(entry);
  return contents;
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'nothing thrown';
  } catch (error) {
    return isEngineError(error) ? error.code : String(error);
  }
}

const hello = entryOf('hello.txt', text('hello hello hello'));
const other = entryOf('b.txt', text('other'));
const archive = writeZip([hello, other]);

describe('crc32', () => {
  it('agrees with zlib on any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
  });
});

describe('writeZip and readZipDirectory', () => {
  it('give back names and contents in order', async () => {
    const contents = await unzip(
      writeZip([hello, entryOf('ünï.txt', text('x')), entryOf('empty', text(''))]),
    );
    expect(Object.keys(contents)).toEqual(['hello.txt', 'ünï.txt', 'empty']);
    expect(new TextDecoder().decode(contents['hello.txt'])).toBe('hello hello hello');
  });

  it('counts the bytes of an entry as they are written', () => {
    expect(entryBytes(hello) + entryBytes(other) + 22).toBe(archive.length);
  });

  it('reads data descriptors and zip64 records', async () => {
    for (const form of [withDataDescriptor(hello), withZip64(hello)]) {
      expect(new TextDecoder().decode((await unzip(form))['hello.txt'])).toBe('hello hello hello');
    }
  });

  it('reads stored entries, backslashes and a comment at the end', async () => {
    const stored: ZipEntry = {
      ...hello,
      name: 'a\\b.txt',
      method: STORED,
      packed: text('hello hello hello'),
    };
    const plain = writeZip([stored]);
    const commented = new Uint8Array(plain.length + 5);
    commented.set(plain);
    commented[plain.length - 2] = 5;
    expect(Object.keys(await unzip(commented))).toEqual(['a/b.txt']);
  });

  it('keeps two checksums of an entry as they were, as programs differ in the one that they believe', async () => {
    const torn = patched(archive, lastSignature(archive, RECORD) + 16, 0xff, 0xff);
    expect(writeZip(readZipDirectory(torn))).toEqual(torn);
    expect(await codeOf(() => unzip(torn))).toBe('damaged');
    // With a data descriptor the header has none.
    expect(readZipDirectory(withDataDescriptor(hello))[0]).not.toHaveProperty('localCrc32');
  });

  it('leaves out folders and repeats with the same content', async () => {
    const contents = await unzip(writeZip([hello, { ...hello, name: 'HELLO.txt' }, entryOf('d/', text(''))]));
    expect(Object.keys(contents)).toEqual(['hello.txt']);
  });
});

describe('hostile archives', () => {
  const record = lastSignature(archive, RECORD);
  const end = lastSignature(archive, END);
  const bomb = entryOf('bomb', new Uint8Array(11 * 1024 ** 2));
  const cases: [name: string, bytes: Uint8Array, code: string][] = [
    ['empty', new Uint8Array(), 'damaged'],
    ['cut short', archive.slice(0, -30), 'damaged'],
    ['a name that climbs out', writeZip([entryOf('../x', text('x'))]), 'damaged'],
    ['a name with a drive', writeZip([entryOf('c:/x', text('x'))]), 'damaged'],
    ['a name with a control character', writeZip([entryOf('a\u0001', text('x'))]), 'damaged'],
    ['two contents under one name', writeZip([hello, { ...other, name: 'Hello.TXT' }]), 'damaged'],
    ['two contents of one checksum under one name', sameChecksumTwice(), 'damaged'],
    ['another name in the local header', patched(archive, 30, 0x58), 'damaged'],
    ['an encrypted entry', patched(archive, record + 8, 1), 'password-protected'],
    ['an unknown method', patched(archive, record + 10, 9), 'unsupported'],
    ['a directory somewhere else', patched(archive, end + 16, 0xff, 0xff), 'damaged'],
    ['more entries than there are', patched(archive, end + 10, 9), 'damaged'],
    ['more entries than allowed', patched(archive, end + 10, 0xfe, 0xff), 'damaged'],
    ['a size that lies low', writeZip([{ ...hello, size: 3 }]), 'damaged'],
    ['a size that lies high', writeZip([{ ...hello, size: 300 }]), 'damaged'],
    ['a wrong checksum', writeZip([{ ...hello, crc32: 1 }]), 'damaged'],
    ['a stream that is none', writeZip([{ ...hello, packed: text('zzzzzzz') }]), 'damaged'],
    ['an entry that inflates a thousandfold', writeZip([bomb]), 'limit-exceeded'],
    ['entries that overlap', overlapping(), 'limit-exceeded'],
  ];

  it.each(cases)('refuses %s', async (_name, bytes, code) => {
    expect(await codeOf(() => unzip(bytes))).toBe(code);
  });

  it('counts what is inflated from all archives of a file', async () => {
    expect(await codeOf(() => unzip(archive, new InflateBudget(20)))).toBe('limit-exceeded');
  });

  it('refuses more than ten thousand entries', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({ ...other, name: `n${index}` }));
    expect(await codeOf(() => unzip(writeZip(many)))).toBe('limit-exceeded');
  });

  it('answers any damage with contents or an engine error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archive.length - 1),
        fc.nat(255),
        fc.nat(archive.length),
        async (at, value, length) => {
          const code = await codeOf(() => unzip(patched(archive, at, value).slice(0, length)));
          expect([
            'nothing thrown',
            'damaged',
            'limit-exceeded',
            'unsupported',
            'password-protected',
          ]).toContain(code);
        },
      ),
      { numRuns: 300 },
    );
  });

  function sameChecksumTwice(): Uint8Array {
    const [one, two] = sameChecksum(2).map((bytes) => entryOf('twin', bytes));
    return writeZip([one!, two!]);
  }

  /** Both directory records point to the first entry's bytes. */
  function overlapping(): Uint8Array {
    const twins = writeZip([hello, { ...hello, name: 'hellp.txt' }]);
    const second = lastSignature(twins, RECORD);
    const same = patched(twins, second + 42, 0, 0, 0, 0);
    return patched(same, second + 46 + 4, 'o'.charCodeAt(0));
  }
});
