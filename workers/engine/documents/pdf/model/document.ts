import { numberOf, PdfDict, PdfRef, PdfStream, type PdfObject } from './objects.ts';

/** How deep containers lie in each other in what is read, copied and written: past it a value is null. */
export const MAX_DEPTH = 500;

/** How the objects of a protected document are written, so that it opens as it did. */
export interface DocumentEncryption {
  /** The encryption dictionary, without references. */
  readonly dict: PdfDict;
  /** An object as it is written under a number. */
  encrypt(object: PdfObject, num: number): PdfObject;
}

/** A document in memory: every indirect object by its number, and the trailer. */
export class PdfDocument {
  readonly objects: Map<number, PdfObject>;
  readonly trailer: PdfDict;
  /** Of the header and the catalog the newer one, e.g. "1.4". */
  readonly version: string;
  /** Of a protected document whose objects were decrypted; its trailer has no `Encrypt`. */
  readonly encryption: DocumentEncryption | undefined;
  private nextNumber: number;

  constructor(
    objects: Map<number, PdfObject>,
    trailer: PdfDict,
    version: string,
    encryption?: DocumentEncryption,
  ) {
    this.objects = objects;
    this.trailer = trailer;
    this.version = version;
    this.encryption = encryption;
    this.nextNumber = 1;
    for (const num of objects.keys()) if (num >= this.nextNumber) this.nextNumber = num + 1;
  }

  /** Follows references; a dangling or endless one is null, as the standard says. */
  resolve(object: PdfObject | undefined): PdfObject {
    let value = object ?? null;
    for (let hops = 0; value instanceof PdfRef; hops++) {
      if (hops > MAX_DEPTH) return null;
      value = this.objects.get(value.num) ?? null;
    }
    return value;
  }

  /** The resolved value as a dictionary (of a stream, its dictionary), or undefined. */
  dict(object: PdfObject | undefined): PdfDict | undefined {
    const value = this.resolve(object);
    if (value instanceof PdfDict) return value;
    return value instanceof PdfStream ? value.dict : undefined;
  }

  stream(object: PdfObject | undefined): PdfStream | undefined {
    const value = this.resolve(object);
    return value instanceof PdfStream ? value : undefined;
  }

  array(object: PdfObject | undefined): PdfObject[] | undefined {
    const value = this.resolve(object);
    return Array.isArray(value) ? value : undefined;
  }

  number(object: PdfObject | undefined): number | undefined {
    return numberOf(this.resolve(object));
  }

  /** The resolved array as numbers, or undefined when any element is no number. */
  numbers(object: PdfObject | undefined): number[] | undefined {
    const values = this.array(object)?.map((item) => this.number(item));
    return values?.every((value) => value !== undefined) ? (values as number[]) : undefined;
  }

  get catalog(): PdfDict | undefined {
    return this.dict(this.trailer.get('Root'));
  }

  /** Adds an indirect object. */
  add(object: PdfObject): PdfRef {
    const ref = this.reserve();
    this.objects.set(ref.num, object);
    return ref;
  }

  /** A number for an object that edits will bring. */
  reserve(): PdfRef {
    return new PdfRef(this.nextNumber++);
  }

  /** A copy for a stage that may be rolled back: containers are copied, stream bytes are shared. */
  fork(): PdfDocument {
    const objects = new Map<number, PdfObject>();
    for (const [num, object] of this.objects) objects.set(num, copy(object, 0));
    const trailer = copy(this.trailer, 0) as PdfDict;
    const forked = new PdfDocument(objects, trailer, this.version, this.encryption);
    forked.nextNumber = this.nextNumber;
    return forked;
  }
}

/** A deep copy: containers are copied, stream bytes are shared. */
export function copyObject(object: PdfObject): PdfObject {
  return copy(object, 0);
}

function copy(object: PdfObject, depth: number): PdfObject {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(object)) return object.map((item) => copy(item, depth + 1));
  if (object instanceof PdfDict) return copyDict(object, depth);
  if (object instanceof PdfStream) return new PdfStream(copyDict(object.dict, depth), object.data);
  return object;
}

function copyDict(dict: PdfDict, depth: number): PdfDict {
  const result = new PdfDict();
  for (const [key, value] of dict.map) result.map.set(key, copy(value, depth + 1));
  return result;
}
