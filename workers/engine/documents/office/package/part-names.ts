/**
 * Part name that a relationship's target means, without leading slash.
 * @param sourceName part that the relationship starts from, "" for the package
 * @param target     as written: relative, or absolute with a slash; may be percent-encoded
 * @returns null when it names no part: empty, a fragment of the source, or an address. A way out of the package ends at its root.
 * Source: ECMA-376 Part 2, 6.2 and RFC 3986, 5.2.4.
 */
export function resolvePartName(sourceName: string, target: string): string | null {
  const path = target.replace(/[#?].*$/s, '').replaceAll('\\', '/');
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const base = path.startsWith('/') ? [] : folderOf(sourceName);
  const segments = [...base];
  for (const segment of decodePercent(path).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments.length === 0 ? null : segments.join('/');
}

/** Target for a part name as seen from another part: relative, the way office programs write it. */
export function relativeTarget(sourceName: string, partName: string): string {
  const from = folderOf(sourceName);
  const to = partName.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].map(encodeURI).join('/');
}

/** Name of the part that holds a part's relationships; "" stands for the package. */
export function relationshipPartName(sourceName: string): string {
  const slash = sourceName.lastIndexOf('/') + 1;
  return `${sourceName.slice(0, slash)}_rels/${sourceName.slice(slash)}.rels`;
}

/** The part whose relationships a part holds; null when the name is not that of a relationship part. */
export function relationshipSource(partName: string): string | null {
  const match = /^(.*\/)?_rels\/([^/]*)\.rels$/i.exec(partName);
  return match ? (match[1] ?? '') + match[2]! : null;
}

/** Names that differ in case only are the same part (ECMA-376 Part 2, 6.2.2.3). */
export function partKey(name: string): string {
  return name.toLowerCase();
}

/** Extension in lower case without the dot; "" when there is none. */
export function extensionOf(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** A part's name with another extension; a number is added where that is taken. */
export function freePartName(name: string, extension: string, isTaken: (name: string) => boolean): string {
  const stem = name.replace(/\.[^./]*$/, '');
  let candidate = `${stem}.${extension}`;
  for (let number = 2; isTaken(candidate); number++) candidate = `${stem}_${number}.${extension}`;
  return candidate;
}

function folderOf(name: string): string[] {
  return name.split('/').slice(0, -1);
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray "%" is part of the name.
    return path;
  }
}
