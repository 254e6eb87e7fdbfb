import { describe, expect, it } from 'vitest';
import {
  parseRelationships,
  serializeRelationships,
  shortType,
} from '#engine/documents/office/package/relationships.ts';
import { text } from '#tests/fixtures/zip-faults.ts';

const parse = (items: string) =>
  parseRelationships(text(`<Relationships>${items}</Relationships>`), 'ppt/a.xml');

describe('relationships', () => {
  it('resolve internal targets and leave external ones alone', () => {
    const found = parse(
      '<Relationship Id="a" Type="http://x/image" Target="media/1.png"/><Relationship Id="b" Type="http://x/hyperlink" Target="http://y/?q=1&amp;r=2" TargetMode="External"/>',
    );
    expect(found.map(({ partName, isExternal }) => [partName, isExternal])).toEqual([
      ['ppt/media/1.png', false],
      [null, true],
    ]);
    expect(shortType(found[0]!)).toBe('image');
    expect(parseRelationships(serializeRelationships(found), 'ppt/a.xml')).toEqual(found);
  });

  it.each([
    ['a repeated id', '<Relationship Id="a" Type="t" Target="x"/><Relationship Id="a" Type="t" Target="y"/>'],
    ['no id', '<Relationship Type="t" Target="x"/>'],
    ['no type', '<Relationship Id="a" Target="x"/>'],
    ['no target', '<Relationship Id="a" Type="t"/>'],
  ])('are refused with %s', (_, items) => {
    expect(() => parse(items)).toThrow(/contradicts itself/);
  });
});
