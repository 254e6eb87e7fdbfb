import { expect, it } from 'vitest';
import { PartList } from '#engine/documents/office/package/part-list.ts';

function listOf(...names: string[]): PartList<{ name: string; content?: string }> {
  const list = new PartList<{ name: string; content?: string }>();
  for (const name of names) list.put({ name });
  return list;
}

const namesIn = (list: PartList<{ name: string }>): string[] => list.all.map(({ name }) => name);

it('keeps parts where they stand, whatever becomes of them', () => {
  const list = listOf('a.emf', 'b.png', 'c.xml', 'd.xml');
  list.replace({ name: 'a.emf' }, { name: 'a.png' });
  list.put({ name: 'B.PNG', content: 'new' });
  list.remove({ name: 'c.xml' });
  list.put({ name: 'e.xml' });
  expect(namesIn(list)).toEqual(['a.png', 'B.PNG', 'd.xml', 'e.xml']);
});

it('finds a part in whatever case its name is written, and none that is gone', () => {
  const list = listOf('ppt/Media/a.emf', 'b.png');
  list.replace({ name: 'ppt/media/A.emf' }, { name: 'ppt/media/a.png', content: 'new' });
  list.remove({ name: 'B.png' });
  expect(list.find('PPT/media/a.PNG')).toMatchObject({ content: 'new' });
  expect(list.find('ppt/media/a.emf')).toBeUndefined();
  expect(list.find('b.png')).toBeUndefined();
});

it('puts a name that comes again behind all', () => {
  const list = listOf('a', 'b');
  list.remove({ name: 'a' });
  list.put({ name: 'a' });
  expect(namesIn(list)).toEqual(['b', 'a']);
});
