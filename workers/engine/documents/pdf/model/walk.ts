import type { PdfDocument } from './document.ts';
import { PdfDict, PdfRef, PdfStream, type PdfObject } from './objects.ts';

/** Numbers of the objects that the catalog and the information dictionary lead to, those that are fewer references away first. */
export function reachable(document: PdfDocument): Set<number> {
  const reached = new Set<number>();
  const reach = (ref: PdfRef): unknown => reached.add(ref.num);
  for (const key of ['Root', 'Info']) forEachRef(document.trailer.get(key) ?? null, reach);
  // What is added meanwhile comes at the end.
  for (const num of reached) forEachRef(document.objects.get(num) ?? null, reach);
  return reached;
}

/** Calls back for every reference inside an object in order, nested containers included. Never follows one. */
function forEachRef(object: PdfObject, visit: (ref: PdfRef) => void): void {
  const stack: PdfObject[] = [object];
  while (stack.length > 0) {
    const value = stack.pop()!;
    if (value instanceof PdfRef) visit(value);
    else for (const item of itemsOf(value).reverse()) stack.push(item);
  }
}

function itemsOf(value: PdfObject): PdfObject[] {
  if (Array.isArray(value)) return [...value];
  if (value instanceof PdfStream) return [...value.dict.map.values()];
  return value instanceof PdfDict ? [...value.map.values()] : [];
}

/** Replaces references in place, in every object of the document and in its trailer. */
export function replaceRefs(document: PdfDocument, replacements: ReadonlyMap<number, number>): void {
  const replace = (value: PdfObject): PdfObject => {
    if (!(value instanceof PdfRef)) return value;
    const num = replacements.get(value.num);
    return num === undefined ? value : new PdfRef(num);
  };
  const stack: PdfObject[] = [document.trailer, ...document.objects.values()];
  while (stack.length > 0) {
    const value = stack.pop()!;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) stack.push((value[i] = replace(value[i]!)));
    } else if (value instanceof PdfDict || value instanceof PdfStream) {
      const { map } = value instanceof PdfStream ? value.dict : value;
      for (const [key, item] of map) {
        const replaced = replace(item);
        if (replaced !== item) map.set(key, replaced);
        else if (typeof item === 'object' && item !== null) stack.push(item);
      }
    }
  }
}

/** Every dictionary of the document, nested ones and those of streams included. */
export function forEachDict(document: PdfDocument, visit: (dict: PdfDict) => void): void {
  const stack: PdfObject[] = [...document.objects.values()];
  while (stack.length > 0) {
    const value = stack.pop()!;
    if (Array.isArray(value)) for (const item of value) stack.push(item);
    else if (value instanceof PdfDict || value instanceof PdfStream) {
      const dict = value instanceof PdfStream ? value.dict : value;
      visit(dict);
      for (const item of dict.map.values()) if (typeof item === 'object' && item !== null) stack.push(item);
    }
  }
}
