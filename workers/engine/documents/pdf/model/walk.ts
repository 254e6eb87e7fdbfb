import type { PdfDocument } from './document.ts';
import { PdfDict, PdfRef, PdfStream, type PdfObject } from './objects.ts';

/** Calls back for every reference inside an object, nested containers included. Never follows one. */
export function forEachRef(object: PdfObject, visit: (ref: PdfRef) => void): void {
  const stack: PdfObject[] = [object];
  while (stack.length > 0) {
    const value = stack.pop()!;
    if (value instanceof PdfRef) visit(value);
    else if (Array.isArray(value)) for (const item of value) stack.push(item);
    else if (value instanceof PdfDict) for (const item of value.map.values()) stack.push(item);
    else if (value instanceof PdfStream) for (const item of value.dict.map.values()) stack.push(item);
  }
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
