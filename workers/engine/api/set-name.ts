const MOST_LETTERS = 80;

/**
 * What the names of a set begin with: the name of the source without its extension. What systems refuse, what addresses and HTML
 * read as their own, and spaces, which end an address in `srcset`, become hyphens.
 */
export function stemOf(fileName: string): string {
  const bare = fileName.replace(/^.*[/\\]/, '').replace(/(?<=.)\.[^.]*$/, '');
  const stem = bare
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...stem].slice(0, MOST_LETTERS).join('') || 'picture';
}
