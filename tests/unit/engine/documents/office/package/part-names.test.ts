import { describe, expect, it } from 'vitest';
import {
  extensionOf,
  freePartName,
  partKey,
  relationshipPartName,
  relationshipSource,
  relativeTarget,
  resolvePartName,
} from '#engine/documents/office/package/part-names.ts';

describe('resolvePartName', () => {
  it.each([
    ['ppt/slides/slide1.xml', '../media/a.png', 'ppt/media/a.png'],
    ['ppt/slides/slide1.xml', '/ppt/media/a.png', 'ppt/media/a.png'],
    ['', 'ppt/presentation.xml', 'ppt/presentation.xml'],
    ['ppt/a.xml', './b//c.xml#x', 'ppt/b/c.xml'],
    ['ppt/a.xml', 'b%20c.xml', 'ppt/b c.xml'],
    ['ppt/a.xml', '100%.xml', 'ppt/100%.xml'],
    ['ppt/a.xml', 'media\\b.png', 'ppt/media/b.png'],
    ['ppt/a.xml', '#anchor', null],
    ['ppt/a.xml', '', null],
    ['ppt/a.xml', 'http://example.com/x', null],
    ['ppt/a.xml', '../../x', 'x'],
    ['', '../customXml/item1.xml', 'customXml/item1.xml'],
    ['ppt/a.xml', '..', null],
  ])('of %s and %s is %s', (source, target, name) => {
    expect(resolvePartName(source, target)).toBe(name);
  });
});

describe('part names', () => {
  it('are written relative to the part that points to them', () => {
    expect(relativeTarget('ppt/slides/slide1.xml', 'ppt/media/a b.png')).toBe('../media/a%20b.png');
    expect(relativeTarget('', 'ppt/presentation.xml')).toBe('ppt/presentation.xml');
    expect(relativeTarget('ppt/a.xml', 'ppt/b.xml')).toBe('b.xml');
  });

  it('lead to relationship parts and back', () => {
    for (const name of ['', 'ppt/slides/slide1.xml', 'a.xml']) {
      expect(relationshipSource(relationshipPartName(name))).toBe(name);
    }
    expect(relationshipSource('ppt/slides/slide1.xml')).toBeNull();
  });

  it('do not differ by case', () => {
    expect(partKey('PPT/Media/A.PNG')).toBe('ppt/media/a.png');
  });

  it.each([
    ['a/b.JPEG', 'jpeg'],
    ['a.b/c', ''],
    ['a', ''],
  ])('have the extension of %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  it('get a number where they are taken', () => {
    const taken = new Set(['m/a.png', 'm/a_2.png']);
    expect(freePartName('m/a.bmp', 'png', (name) => taken.has(name))).toBe('m/a_3.png');
    expect(freePartName('m/b.bmp', 'png', (name) => taken.has(name))).toBe('m/b.png');
  });
});
