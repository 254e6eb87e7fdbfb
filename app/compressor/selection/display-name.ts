/** Characters that change the direction of the text after them: with them "gpj.exe" reads as "exe.jpg". */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A file name as it is shown: without marks that turn text around. In markup it belongs into a `bdi` element. */
export function displayName(name: string): string {
  return name.replace(DIRECTION_MARKS, '');
}

/** A file name inside a sentence without markup; a right-to-left name does not reorder the words around it. */
export function displayNameInText(name: string): string {
  const shown = displayName(name);
  // First strong isolate, pop directional isolate: Unicode Standard Annex 9, section 2.4.
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}
