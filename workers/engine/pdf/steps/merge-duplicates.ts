import { equalBytes } from '../../bytes.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfDict, PdfName, PdfStream, type PdfObject } from '../model/objects.ts';
import { replaceRefs } from '../model/walk.ts';
import { serialize } from '../writing/serialize.ts';

const MAX_ROUNDS = 4;

/**
 * Makes equal objects one. Streams are compared whole, dictionary and bytes: a hash only finds candidates.
 * Objects whose identity means something (pages, annotations, structure elements, layers) are left alone.
 * @returns how many objects went
 */
export function mergeDuplicates(document: PdfDocument): number {
  let merged = 0;
  // Equal streams make the dictionaries that name them equal, and so on upwards.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const replacements = findDuplicates(document);
    if (replacements.size === 0) break;
    replaceRefs(document, replacements);
    for (const num of replacements.keys()) document.objects.delete(num);
    merged += replacements.size;
  }
  return merged;
}

function findDuplicates(document: PdfDocument): Map<number, number> {
  const byKey = new Map<string, number[]>();
  const replacements = new Map<number, number>();
  for (const [num, object] of document.objects) {
    if (!isMergeable(object)) continue;
    const key =
      object instanceof PdfStream ? `${streamText(object)} ${fingerprint(object.data)}` : serialize(object);
    const candidates = byKey.get(key);
    const same = candidates?.find((other) => hasEqualData(object, document.objects.get(other)!));
    if (same !== undefined) replacements.set(num, same);
    else if (candidates) candidates.push(num);
    else byKey.set(key, [num]);
  }
  return replacements;
}

const MERGEABLE_TYPES = new Set(['Font', 'FontDescriptor', 'ExtGState', 'Encoding', 'Pattern']);

function isMergeable(object: PdfObject): boolean {
  if (object instanceof PdfStream) return true;
  if (object instanceof PdfDict) return MERGEABLE_TYPES.has(nameOf(object.get('Type')) ?? '');
  if (!Array.isArray(object) || object.length < 2) return false;
  const [first] = object;
  if (first instanceof PdfName) return COLOUR_SPACES.has(first.value);
  return object.length > 8 && object.every((item) => typeof item === 'number');
}

const COLOUR_SPACES = new Set(['ICCBased', 'Indexed', 'Separation', 'DeviceN', 'CalRGB', 'CalGray', 'Lab']);

function streamText(stream: PdfStream): string {
  const dict = stream.dict.clone();
  dict.delete('Length');
  return serialize(dict);
}

/** Length and FNV-1a over at most 4 KB spread over the bytes. */
function fingerprint(data: Uint8Array): string {
  let hash = 0x811c9dc5;
  const step = Math.max(1, Math.floor(data.length / 4096));
  for (let i = 0; i < data.length; i += step) hash = Math.imul(hash ^ data[i]!, 0x01000193);
  return `${data.length} ${hash >>> 0}`;
}

function hasEqualData(a: PdfObject, b: PdfObject): boolean {
  if (!(a instanceof PdfStream && b instanceof PdfStream)) return !(b instanceof PdfStream);
  return equalBytes(a.data, b.data);
}
