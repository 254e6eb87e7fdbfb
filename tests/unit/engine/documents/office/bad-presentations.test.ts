import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compress, isEngineError } from '#engine/index.ts';
import { buildDeck, relationships, zipParts } from '#tests/fixtures/pptx-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';
import { codecs } from '#tests/support/engine-run.ts';

const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml';

describe('bad presentations', () => {
  const slides = [{ shapes: '' }];
  const bomb = '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><p>&b;</p>';
  const cases: [name: string, bytes: () => Uint8Array, code: string, words: RegExp][] = [
    ['a plain zip', () => zipParts([['readme.txt', text('hello')]]), 'unsupported', /zip archive/],
    [
      'a Word document',
      () =>
        buildDeck({
          slides,
          mainType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        }),
      'unsupported',
      /Word document/,
    ],
    [
      'a Word document with macros',
      () => buildDeck({ slides, mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      'unsupported',
      /^This is a Word document/,
    ],
    [
      'an Excel workbook',
      () =>
        buildDeck({
          slides,
          mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        }),
      'unsupported',
      /Excel workbook/,
    ],
    [
      'a file with macros',
      () =>
        buildDeck({ slides, mainType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml' }),
      'unsupported',
      /macros/,
    ],
    [
      'a show',
      () => buildDeck({ slides, mainType: `${PRESENTATION}.slideshow.main+xml` }),
      'unsupported',
      /\.ppsx/,
    ],
    [
      'a template',
      () => buildDeck({ slides, mainType: `${PRESENTATION}.template.main+xml` }),
      'unsupported',
      /\.potx/,
    ],
    [
      'entities in XML',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': bomb } }),
      'damaged',
      /document type/,
    ],
    [
      'XML that ends early',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': '<p:presentation>' } }),
      'damaged',
      /XML/,
    ],
    [
      'XML nested without end',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': '<a>'.repeat(600) + '</a>'.repeat(600) } }),
      'damaged',
      /XML/,
    ],
    [
      'no main part',
      () => buildDeck({ slides, parts: { '_rels/.rels': relationships({}, []) } }),
      'damaged',
      /repair/,
    ],
    [
      'a repeated relationship',
      () =>
        buildDeck({
          slides,
          parts: {
            '_rels/.rels': relationships({}, [
              { id: 'a', type: 'x', target: 'y' },
              { id: 'a', type: 'x', target: 'z' },
            ]),
          },
        }),
      'damaged',
      /contradicts/,
    ],
    ['an old presentation', () => oleFile('PowerPoint Document'), 'unsupported', /Save it as a \.pptx file/],
    ['a password', () => oleFile('EncryptedPackage'), 'password-protected', /password/],
  ];

  it.each(cases)('refuses %s', async (_name, bytes, code, words) => {
    const error = await compress(bytes(), { codecs }).catch((thrown: unknown) => thrown);
    expect(isEngineError(error) && error.code).toBe(code);
    expect((error as Error).message).toMatch(words);
  });

  it('answers any damage with a sound package or an engine error', async () => {
    const source = buildDeck({ slides: [{ shapes: '' }] });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(source.length - 1), fc.nat(7)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: source.length }),
        async (flips, length) => {
          const damaged = source.slice();
          for (const [at, bit] of flips) damaged[at]! ^= 1 << bit;
          const cut = length % 3 === 0 ? damaged.slice(0, length) : damaged;
          const result = await compress(cut, { codecs }).catch((thrown: unknown) => thrown);
          if (result instanceof Error) expect(isEngineError(result)).toBe(true);
          else expect((result as { bytes: Uint8Array }).bytes.length).toBeLessThanOrEqual(cut.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function oleFile(streamName: string): Uint8Array {
  const file = new Uint8Array(2048);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  [...streamName].forEach((character, index) => (file[1024 + 2 * index] = character.charCodeAt(0)));
  return file;
}
