import type { PdfJob } from '../../flow/pdf-job.ts';
import type { UsedFont } from './embedded-font.ts';
import { characterOf, charactersOfCode } from './glyph-names.ts';
import { differences } from './used-glyphs.ts';

/** How a font program itself names what it draws. */
export interface NamedProgram {
  /** Names of all its glyphs. */
  readonly names: ReadonlySet<string>;
  /** Its built-in encoding. */
  readonly encoding: ReadonlyMap<number, string>;
}

/**
 * Names of the glyphs that a simple font with named glyphs may show.
 * @returns "all" when a name that the document gives is not in the program: what a viewer shows then is its own choice
 */
export function usedNames(job: PdfJob, font: UsedFont, program: NamedProgram): Set<string> | 'all' {
  const given = differences(job, font.dict);
  const hasEncoding = font.dict.has('Encoding');
  const byCharacter = hasEncoding ? namesByCharacter(program.names) : new Map<number, string[]>();
  const used = new Set<string>();
  for (const code of font.codes) {
    const name = given.get(code);
    if (name !== undefined && name !== '.notdef') {
      if (!program.names.has(name)) return 'all';
      used.add(name);
      continue;
    }
    const own = program.encoding.get(code);
    if (own !== undefined) used.add(own);
    // The Latin encodings differ in few codes: whichever counts, its glyph stays.
    for (const character of charactersOfCode(code))
      for (const latin of byCharacter.get(character) ?? []) used.add(latin);
  }
  return used;
}

function namesByCharacter(names: Iterable<string>): Map<number, string[]> {
  const byCharacter = new Map<number, string[]>();
  for (const name of names) {
    const character = characterOf(name);
    if (character === undefined) continue;
    const known = byCharacter.get(character);
    if (known) known.push(name);
    else byCharacter.set(character, [name]);
  }
  return byCharacter;
}
