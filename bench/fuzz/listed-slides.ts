import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

export interface DeckRelationship {
  readonly id: string;
  readonly type: string;
  /** Name of the part, or an address elsewhere. */
  readonly target: string;
  readonly isExternal: boolean;
}

const PRESENTATION = 'ppt/presentation.xml';

/**
 * Names of the parts that an unpacked deck shows as its slides, in order (ECMA-376 Part 1, 19.2.1.33 and 19.2.1.34).
 * It asks for no type of relationship or part: LibreOffice follows the id alone. A part that the list does not lead to
 * is shown by no program, whatever it is called.
 * @param names all parts of the deck
 */
export async function listedSlides(folder: string, names: readonly string[]): Promise<string[]> {
  const text = await readFile(join(folder, PRESENTATION), 'utf8');
  const relationships = await relationshipsOf(folder, PRESENTATION);
  const listed = [...text.matchAll(/<(?:\w+:)?sldId\b[^>]*>/g)].map(
    ([element]) => / \w+:id="([^"]*)"/.exec(element)?.[1],
  );
  return listed.flatMap((id) =>
    relationships
      .filter((each) => each.id === id && !each.isExternal)
      .flatMap(({ target }) => names.find((name) => name.toLowerCase() === target.toLowerCase()) ?? []),
  );
}

/** Relationships of a part of an unpacked deck; none where it has none. */
export async function relationshipsOf(folder: string, part: string): Promise<DeckRelationship[]> {
  const path = join(folder, posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const text = await readFile(path, 'utf8').catch(() => '');
  return [...text.matchAll(/<Relationship [^>]*>/g)].map(([element]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';
    const target = attribute('Target');
    const name = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
    const isExternal = attribute('TargetMode') === 'External';
    return { id: attribute('Id'), type: attribute('Type'), target: isExternal ? target : name, isExternal };
  });
}
