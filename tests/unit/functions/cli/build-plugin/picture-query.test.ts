import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OUTPUT_KINDS } from '#engine/api/kinds.ts';
import { parsePictureQuery, splitRequest } from '#functions/cli/build-plugin/picture-query.ts';

describe('the query of an import', () => {
  it.each([
    ['a.jpg', '?format=avif&w=800&h=600', { format: 'avif', maxWidth: 800, maxHeight: 600 }, ''],
    ['a.jpg', '?maxSide=40&v=1&score=80.5&inline', { maxSide: 40, score: 80.5 }, '?v=1&inline'],
    ['a.png', '?format=jpeg&background=ffffff', { format: 'jpeg', background: '#ffffff' }, ''],
    ['a.PNG', '?format=auto&accept=avif,webp', { format: 'auto', accept: ['webp', 'avif'] }, ''],
    ['a.pdf', '?preset=small&target=20KB', { preset: 'small', targetBytes: 20_480 }, ''],
  ])('%s%s', (name, text, options, rest) => {
    expect(parsePictureQuery(name, text)).toEqual({ text, options, rest });
  });

  it('takes the samples of the page of the package', () => {
    const page = readFileSync('functions/cli/package/README.md', 'utf8');
    const samples = page.match(/^[a-z.]+\?\S+(?= {2})/gm) ?? [];
    expect(samples).toHaveLength(5);
    for (const sample of samples) {
      const { path, query } = splitRequest(sample)!;
      expect(parsePictureQuery(path, query)).toMatchObject({ rest: '' });
    }
  });

  it.each(['?url', '?raw&v=1', '?w', '?width=3'])('%s is that of others', (query) => {
    expect(splitRequest(`./a.jpg${query}`)).toBeNull();
  });

  it('is not ours where the file is neither image nor document', () => {
    expect(parsePictureQuery('a.vue', '?w=3')).toBeNull();
    expect(splitRequest('./a.jpg?w=3#top')).toEqual({ path: './a.jpg', query: '?w=3' });
  });

  it.each([
    ['a.jpg', '?format=tiff', `The format must be one of same, ${OUTPUT_KINDS.join(', ')}, auto.`],
    ['a.jpg', '?w=abc', 'The w must be a whole number of pixels from 1 to 65535.'],
    ['a.jpg', '?w=480;960&as=srcset', 'The w must be a whole number of pixels from 1 to 65535.'],
    ['a.jpg', '?w=', 'The w has no value.'],
    ['a.jpg', '?w=3&maxWidth=4', 'The option "maxWidth" was given more than once.'],
    [
      'a.jpg',
      '?widths=480,960',
      'An import is one file, so widths does not go here. Import each width (w) and format for itself.',
    ],
    [
      'a.png',
      '?background=000000',
      'A background goes with the format jpeg, or auto: other formats keep transparency.',
    ],
    ['a.pdf', '?w=800', /^A PDF keeps its format and the size of its pages: maxWidth go/],
    ['a.svg', '?w=800', /^A format and a size can be asked of these images: JPEG, .*AVIF.*\. Leave/],
  ])('%s%s is refused in words', (name, query, message) => {
    expect(() => parsePictureQuery(name, query)).toThrow(message);
  });
});
