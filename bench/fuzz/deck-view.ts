import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shown } from './block-means.ts';
import type { View } from './view.ts';
import { listedSlides, relationshipsOf } from './listed-slides.ts';
import { runProgram } from '../run-program.ts';

/** Above this status unzip may have stopped before the last entry: at those that overlap (12), at methods it lacks (81). */
const WORST_COMPLETE_STATUS = 2;

type ViewMedium = (path: string) => Promise<View | null>;

/**
 * Looks at a deck from outside: unzip unpacks it, xmllint reads its XML, and each picture that a slide shows is opened.
 * Slides are those that the presentation lists, in its order: no program shows any other part.
 * @param folder a new folder for its parts
 */
export async function viewDeck(path: string, folder: string, viewMedium: ViewMedium): Promise<View> {
  const test = await runProgram('unzip', ['-tqq', path]);
  await mkdir(folder, { recursive: true });
  const unpacked = await runProgram('unzip', ['-qq', '-o', path, '-d', folder]);
  const complaints = `${test.complaints}${unpacked.complaints}`.trim();
  const names = await partNames(folder);
  const stopped = unpacked.status === null || unpacked.status > WORST_COMPLETE_STATUS;
  if (stopped || !names.includes('ppt/presentation.xml'))
    return { trouble: 2, complaints, shown: new Map(), facts: [] };

  const xml = names.filter((name) => /\.(xml|rels)$/.test(name));
  const lint = await runProgram('xmllint', ['--noout', '--nonet', ...xml.map((name) => join(folder, name))]);
  const shown = new Map<string, Shown>();
  const facts: string[] = [];
  let trouble: 0 | 1 = test.status === 0 && lint.status === 0 ? 0 : 1;
  for (const slide of await listedSlides(folder, names)) {
    const text = await readFile(join(folder, slide), 'utf8');
    // Unzip leaves an empty file where it cannot unpack one; others may, as what the archive says of it stands there twice.
    if (text === '') return { trouble: 2, complaints, shown: new Map(), facts: [] };
    facts.push(`${slide}: ${textOf(text)}`);
    for (const [id, target] of await pictureTargets(folder, slide, text)) {
      const view = names.includes(target) ? await viewMedium(join(folder, target)) : null;
      if (view?.trouble) trouble = 1;
      const picture = view?.shown.get('picture');
      if (picture) shown.set(`${slide} ${id}`, picture);
    }
  }
  return { trouble, complaints: `${complaints}\n${lint.complaints}`.trim(), shown, facts };
}

/** Names of all parts but those that are not in UTF-8, which no slide can name. */
async function partNames(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const readable = entries.filter(({ name }) => !name.includes('\u{FFFD}'));
  const names = await Promise.all(
    readable.map(async (entry) => {
      const name = join(prefix, entry.name);
      return entry.isDirectory() ? partNames(folder, name) : [name];
    }),
  );
  return names.flat().sort();
}

function textOf(slide: string): string {
  return [...slide.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, words]) => words).join(' ');
}

/** Relationships of a slide to pictures that it shows whole: a part that is cropped away may be removed. */
async function pictureTargets(
  folder: string,
  slide: string,
  text: string,
): Promise<[id: string, target: string][]> {
  if (/<a:srcRect/.test(text)) return [];
  const relationships = await relationshipsOf(folder, slide);
  return relationships
    .filter(({ id, type, isExternal }) => /\/image$/.test(type) && !isExternal && text.includes(`"${id}"`))
    .map(({ id, target }) => [id, target]);
}
