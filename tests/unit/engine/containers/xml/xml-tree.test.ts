import { expect, it } from 'vitest';
import { readXmlTree } from '#engine/containers/xml/xml-tree.ts';

const read = (text: string) => readXmlTree(new TextEncoder().encode(text));

it.each([
  ['entities of its own', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>'],
  ['deeper nesting than 500', `${'<a>'.repeat(501)}${'</a>'.repeat(501)}`],
  ['more than 100 000 elements', `<a>${'<b/>'.repeat(100_000)}</a>`],
  ['more than 100 000 attributes', `<a ${Array.from({ length: 100_000 }, (_, i) => `b${i}=""`).join(' ')}/>`],
])('refuses a document with %s', (_, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ name: 'EngineError', code: 'damaged' }));
});

it('reads long text, which depth in XMP is', () => {
  const { children } = read(`<a>${'abcd'.repeat(500_000)}</a>`);
  expect(children.join('')).toHaveLength(2_000_000);
});
