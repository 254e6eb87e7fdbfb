import { describe, expect, it } from 'vitest';
import { compoundContentOf, detectKind } from '#engine/api/detect.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string) => [...text].map((character) => `${character}\0`).join('');

/** A compound file with one directory entry, after its header. */
function compoundFile(entry: string): Uint8Array {
  const header = `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`;
  return bytesOf(header + utf16(entry).padEnd(128, '\0') + '\0'.repeat(128));
}

describe('detectKind', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
    ['PK\x03\x04', 'pptx'],
    ['PK\x05\x06', 'pptx'],
    ['%PDF-1.7', 'pdf'],
    [`${' '.repeat(1000)}%PDF-1.7`, 'pdf'],
  ])('detects %j as %s', (head, kind) => {
    expect(detectKind(bytesOf(head))).toBe(kind);
  });

  it.each([
    ['nothing', '', 'damaged'],
    ['a signature cut short', '\x89PN', 'unsupported'],
    ['another RIFF file', 'RIFF\0\0\0\0WAVE', 'unsupported'],
    ['a header of PDF too far in', `${' '.repeat(1024)}%PDF-1.7`, 'unsupported'],
    ['a text', 'hello', 'unsupported'],
  ])('refuses %s', (_, head, code) => {
    expect(() => detectKind(bytesOf(head))).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['heic', /is a HEIC image.*Save it as a JPEG/],
    ['mif1', /is a HEIC image/],
    ['isom', /PPTX file\.$/],
  ])('says of a file of the brand %s what to do', (brand, message) => {
    expect(() => detectKind(bytesOf(`\0\0\0 ftyp${brand}`))).toThrow(message);
  });

  it.each([
    ['its own brand', '\0\0\0\x14ftypavif\0\0\0\0mif1'],
    ['a brand of all pictures in boxes', '\0\0\0\x18ftypmif1\0\0\0\0miafavif'],
  ])('knows an AVIF by %s', (_, head) => {
    expect(detectKind(bytesOf(head))).toBe('avif');
  });

  it.each([
    ['EncryptedPackage', 'encrypted', 'password-protected', /without a password/],
    ['PowerPoint Document', 'presentation', 'unsupported', /old \.ppt format/],
    ['WordDocument', 'unknown', 'unsupported', /old format or protected by a password/],
  ])('tells what a compound file with %s is', (entry, content, code, message) => {
    const file = compoundFile(entry);
    expect(compoundContentOf(file)).toBe(content);
    expect(() => detectKind(file)).toThrow(expect.objectContaining({ code }));
    expect(() => detectKind(file)).toThrow(message);
  });

  it('takes no other file for a compound file', () => {
    expect(compoundContentOf(bytesOf('%PDF-1.7'))).toBeNull();
  });

  it('speaks of no upload: the command line detects kinds too', () => {
    const messages = ['', 'hello'].map((text) => messageOf(() => detectKind(bytesOf(text))));
    const compounds = ['PowerPoint Document', ''].map((entry) =>
      messageOf(() => detectKind(compoundFile(entry))),
    );
    for (const message of [...messages, ...compounds]) expect(message).not.toMatch(/upload|select/i);
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}
