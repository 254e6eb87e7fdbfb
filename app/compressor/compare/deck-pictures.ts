import JSZip from 'jszip';
import { FILE_KINDS, isPictureKind, KIND_INFO } from '#engine/api/kinds.ts';
import { pairOf, type Comparison } from './pair.ts';

/** Formats that browsers draw. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    FILE_KINDS.filter(isPictureKind).flatMap((kind) => {
      const { extensions, mimeTypes } = KIND_INFO[kind];
      return extensions.map((extension) => [extension, mimeTypes[0]]);
    }),
  ),
  gif: 'image/gif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

/** A picture of the original package, the part that stands in its place in the result, and where it is shown. */
interface PicturePart {
  readonly before: string;
  readonly after: string;
  readonly slide: number | null;
}

/**
 * Opens two decks and finds the pictures that differ, in the order of the slides.
 * @throws when one of them is no zip
 */
export async function compareDecks(before: Blob, after: Blob): Promise<Comparison> {
  const [source, result] = await Promise.all([JSZip.loadAsync(before), JSZip.loadAsync(after)]);
  const changed: PicturePart[] = [];
  for (const part of await pictureParts(source, result)) {
    if (!(await sameBytes(source, result, part))) changed.push(part);
  }
  const urls: string[] = [];
  const urlOf = async (zip: JSZip, path: string) => {
    const bytes = await zip.file(path)?.async('uint8array');
    const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: typeOf(path) ?? '' }));
    urls.push(url);
    return url;
  };
  const release = () => {
    for (const url of urls.splice(0)) URL.revokeObjectURL(url);
  };
  return {
    count: changed.length,
    labelOf: (index) => labelOf(changed, index),
    open: async (index) => {
      const part = changed[index];
      if (!part) throw new Error(`Expected one of ${changed.length} images but received ${index}`);
      release();
      return pairOf(await urlOf(source, part.before), await urlOf(result, part.after));
    },
    close: release,
  };
}

function labelOf(changed: readonly PicturePart[], index: number): string {
  const slide = changed[index]?.slide;
  const where = slide === null || slide === undefined ? '' : `, slide ${slide}`;
  return `Image ${index + 1} of ${changed.length}${where}`;
}

/**
 * Every picture with the part that took its place: the same relationship names both, whatever name or format the part
 * has now, and whichever equal picture it was merged with.
 */
async function pictureParts(source: JSZip, result: JSZip): Promise<PicturePart[]> {
  const parts = new Map<string, PicturePart>();
  const lists = Object.keys(source.files).filter((path) => path.endsWith('.rels') && result.file(path));
  for (const path of lists) {
    const [before, after] = [await targetsOf(source, path), await targetsOf(result, path)];
    const slide = Number(/^ppt\/slides\/_rels\/slide(\d+)\.xml\.rels$/.exec(path)?.[1] ?? NaN);
    for (const [id, target] of before) {
      const now = after.get(id);
      if (now === undefined || !typeOf(target) || !typeOf(now)) continue;
      if (!source.file(target) || !result.file(now)) continue;
      const known = parts.get(target);
      const first = Number.isNaN(slide) ? (known?.slide ?? null) : Math.min(slide, known?.slide ?? slide);
      parts.set(target, { before: target, after: now, slide: first });
    }
  }
  return [...parts.values()].sort((one, other) => (one.slide ?? Infinity) - (other.slide ?? Infinity));
}

/** Targets inside the package by the names of their relationships. Source: ECMA-376, part 2, 9.3. */
async function targetsOf(zip: JSZip, listPath: string): Promise<Map<string, string>> {
  const xml = (await zip.file(listPath)?.async('string')) ?? '';
  const list = new DOMParser().parseFromString(xml, 'application/xml');
  const folder = listPath.replace(/_rels\/[^/]*$/, '');
  const targets = new Map<string, string>();
  for (const relationship of list.getElementsByTagName('Relationship')) {
    if (relationship.getAttribute('TargetMode') === 'External') continue;
    const target = relationship.getAttribute('Target') ?? '';
    const path = decodeURIComponent(new URL(target, `https://package/${folder}`).pathname.slice(1));
    targets.set(relationship.getAttribute('Id') ?? '', path);
  }
  return targets;
}

function typeOf(path: string): string | undefined {
  return MIME_TYPES[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
}

async function sameBytes(source: JSZip, result: JSZip, { before, after }: PicturePart): Promise<boolean> {
  const [one, other] = await Promise.all([
    source.file(before)?.async('uint8array'),
    result.file(after)?.async('uint8array'),
  ]);
  if (!one || !other || one.length !== other.length) return false;
  return one.every((value, index) => value === other[index]);
}
