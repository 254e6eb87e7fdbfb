import { nameOf, PdfDict, PdfStream, type PdfObject } from '../model/objects.ts';
import type { PdfDocument } from '../model/document.ts';
import { reachable } from '../model/walk.ts';
import { isShareable } from '../model/shareable.ts';
import { serialize } from './serialize.ts';
import { OBJECTS_PER_STREAM } from '../tuning.ts';

/** Values of stream dictionaries that may become objects of their own, where they are deflated with their kind. */
const MOVABLE = ['Resources', 'ColorSpace', 'Group', 'Function', 'PieceInfo', 'Private', 'Measure', 'PtData'];
/** Lists of numbers that many streams may share, such as the meshes of a drawing. */
const SHAREABLE = ['BBox', 'Matrix', 'Decode', 'Domain', 'Range', 'Encode'];
/** A reference, and what an object costs once it is packed. */
const REF_CHARS = 9;
export const OBJECT_CHARS = 30;

/**
 * Moves long values out of stream dictionaries, which are stored as they are, into objects that get deflated.
 * Equal values of shareable streams become one object.
 * @returns how many values were moved
 */
export function moveOutStreamValues(document: PdfDocument): number {
  const places = new Map<string | PdfObject, { dict: PdfDict; key: string; value: PdfObject }[]>();
  for (const object of document.objects.values()) {
    if (!(object instanceof PdfStream)) continue;
    const isShared = isShareable(object);
    for (const key of [...MOVABLE, ...SHAREABLE]) {
      const value = object.dict.get(key);
      if (!(value instanceof PdfDict || Array.isArray(value))) continue;
      const identity = isShared ? serialize(value) : value;
      const known = places.get(identity);
      if (known) known.push({ dict: object.dict, key, value });
      else places.set(identity, [{ dict: object.dict, key, value }]);
    }
  }
  let moved = 0;
  for (const shared of places.values()) {
    const { key, value } = shared[0]!;
    const text = serialize(value);
    const pays = MOVABLE.includes(key)
      ? text.length >= OBJECT_CHARS
      : (text.length - REF_CHARS) * shared.length > text.length + OBJECT_CHARS;
    if (!pays) continue;
    const ref = document.add(value);
    for (const place of shared) place.dict.set(place.key, ref);
    moved += shared.length;
  }
  return moved;
}

export interface FileLayout {
  /** Old number to new number. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Streams in file order, old numbers. */
  readonly streams: readonly number[];
  /** The contents of each object stream, old numbers. */
  readonly packs: readonly (readonly number[])[];
}

/**
 * Decides the order of objects: like objects side by side, those of one parent after each other, so that they and the references to
 * them deflate well, whatever numbers the source gave them. Plain objects come first.
 */
export function layOut(document: PdfDocument): FileLayout {
  const streams: number[] = [];
  const groups = new Map<string, number[]>();
  for (const num of new Set([...reachable(document), ...document.objects.keys()])) {
    const object = document.objects.get(num);
    if (object === undefined) continue;
    if (object instanceof PdfStream) streams.push(num);
    else {
      const key = likeness(object);
      const group = groups.get(key);
      if (group) group.push(num);
      else groups.set(key, [num]);
    }
  }
  const plain = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => group);
  const packs: number[][] = [];
  for (let i = 0; i < plain.length; i += OBJECTS_PER_STREAM)
    packs.push(plain.slice(i, i + OBJECTS_PER_STREAM));
  const numbers = new Map<number, number>();
  for (const num of [...plain, ...streams]) numbers.set(num, numbers.size + 1);
  return { numbers, streams, packs };
}

/** Sort key: objects of one type and the same keys stand together. */
function likeness(object: PdfObject): string {
  if (Array.isArray(object)) return `1 ${typeof object[0]} ${Math.min(object.length, 9)}`;
  if (!(object instanceof PdfDict)) return `0 ${typeof object}`;
  const type = nameOf(object.get('Type')) ?? '';
  const subtype = nameOf(object.get('Subtype')) ?? nameOf(object.get('S')) ?? '';
  if (type === 'Catalog' || type === 'Pages') return `2 ${type}`;
  return `3 ${type} ${subtype} ${[...object.map.keys()].sort().join(' ')}`;
}
