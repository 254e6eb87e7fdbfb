import { describe, expect, it } from 'vitest';
import { isEngineError } from '#engine/api/errors.ts';
import { decodeUtf8, decodeXml, escapeAttribute, readXml } from '#engine/containers/xml/read-xml.ts';
import { text } from '#tests/fixtures/zip-faults.ts';

/** Opened and closed elements in order, with their attributes. */
function events(xml: Uint8Array): unknown[] {
  const seen: unknown[] = [];
  readXml(xml, {
    open: (name, attributes) => seen.push([name, { ...attributes }]),
    close: (name) => seen.push(name),
  });
  return seen;
}

const utf16 = (words: string, isBigEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 + 2 * words.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, !isBigEndian);
  [...words].forEach((letter, index) => view.setUint16(2 + 2 * index, letter.charCodeAt(0), !isBigEndian));
  return bytes;
};

describe('readXml', () => {
  it('reads names without prefix and attributes with and without it', () => {
    expect(events(text('<p:a id="1" r:id="2" r:embed="3"><b/></p:a>'))).toEqual([
      ['a', { id: '1', 'r:id': '2', 'r:embed': '3', embed: '3' }],
      ['b', {}],
      'b',
      'a',
    ]);
  });

  it.each([true, false])('reads UTF-16, big-endian: %s', (isBigEndian) => {
    expect(events(utf16('<ü/>', isBigEndian))).toEqual([['ü', {}], 'ü']);
  });

  it.each([
    ['an unclosed element', '<a>'],
    ['crossed elements', '<a><b></a></b>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['too many levels', '<a>'.repeat(501) + '</a>'.repeat(501)],
  ])('refuses %s as damaged', (_, xml) => {
    let thrown: unknown;
    try {
      events(text(xml));
    } catch (error) {
      thrown = error;
    }
    expect(isEngineError(thrown) && thrown.code).toBe('damaged');
  });

  it('passes on what its handler throws, as damage unless it is an engine error', () => {
    const open = () => {
      throw new TypeError('no');
    };
    expect(() => readXml(text('<a/>'), { open })).toThrow(/cannot be read/);
  });
});

describe('decoding', () => {
  it('keeps UTF-8 without loss, its mark included, and nothing else', () => {
    expect(decodeUtf8(text('\ufeff<a/>'))).toBe('\ufeff<a/>');
    expect(decodeUtf8(text('<?xml version="1.0" encoding="UTF-8"?><a/>'))).toContain('<a/>');
    expect(decodeUtf8(text('<?xml version="1.0" encoding="latin1"?><a/>'))).toBeNull();
    expect(decodeUtf8(new Uint8Array([0x3c, 0xff]))).toBeNull();
    expect(decodeXml(text('ä'))).toBe('ä');
  });

  it('escapes attribute values', () => {
    expect(escapeAttribute('a&<>"\t\n\r')).toBe('a&amp;&lt;&gt;&quot;&#9;&#10;&#13;');
  });
});
