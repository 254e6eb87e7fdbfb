import { describe, expect, it } from 'vitest';
import { ContentTypes } from '#engine/documents/office/package/content-types.ts';
import { text } from '#tests/fixtures/zip-faults.ts';

const list = (entries: string): ContentTypes =>
  ContentTypes.parse(
    text(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${entries}</Types>`),
  );
const types = (): ContentTypes =>
  list(
    '<Default Extension="PNG" ContentType="image/png"/><Override PartName="/ppt/A.xml" ContentType="application/Deck+xml"/>',
  );

describe('ContentTypes', () => {
  it('finds types by name before extension, whatever the case', () => {
    expect(types().of('ppt/media/a.png')).toBe('image/png');
    expect(types().of('PPT/a.XML')).toBe('application/deck+xml');
    expect(types().of('ppt/b.xml')).toBe('');
  });

  it('ignores entries without a name', () => {
    expect(list('<Default ContentType="a/b"/><Override ContentType="a/b"/>').of('x')).toBe('');
  });

  it('declares by extension where that is free, else by name', () => {
    const changed = types();
    changed.declare('ppt/media/a.png', 'image/png');
    expect(changed.changed).toBe(false);
    changed.declare('ppt/media/b.jpeg', 'image/jpeg');
    changed.declare('ppt/media/c.png', 'image/gif');
    expect(changed.changed).toBe(true);
    expect(changed.of('other.jpeg')).toBe('image/jpeg');
    expect(changed.of('ppt/media/c.png')).toBe('image/gif');
    expect(changed.of('ppt/media/d.png')).toBe('image/png');
  });

  it('forgets parts that are gone', () => {
    const changed = types();
    changed.keepOnly(() => true);
    expect(changed.changed).toBe(false);
    changed.keepOnly(() => false);
    expect(changed.of('ppt/A.xml')).toBe('');
    expect(changed.changed).toBe(true);
  });

  it('writes what it read', () => {
    const again = ContentTypes.parse(types().serialize());
    expect(again.of('a.png')).toBe('image/png');
    expect(again.of('ppt/A.xml')).toBe('application/deck+xml');
  });
});
