/**
 * PDF objects as plain data. Numbers, booleans and null are JavaScript's own, arrays are arrays;
 * the rest are the small classes below. Source: ISO 32000-1, 7.3.
 */
export type PdfObject =
  | null
  | boolean
  | number
  | RawNumber
  | PdfName
  | PdfString
  | PdfRef
  | PdfObject[]
  | PdfDict
  | PdfStream;

/** A number that readers take for different ones, such as "2e2", "--5" or 4294967296: it is written as it stands. */
export class RawNumber {
  /** One character a byte, none of them white space or a delimiter. */
  readonly text: string;
  /** What most of them take it for. */
  readonly value: number;

  constructor(text: string, value: number) {
    this.text = text;
    this.value = value;
  }
}

/** A name without its slash; `#xx` is decoded, one character a byte. Equal names are one object: compare with `===`. */
export class PdfName {
  private static readonly pool = new Map<string, PdfName>();
  readonly value: string;

  private constructor(value: string) {
    this.value = value;
  }

  static of(value: string): PdfName {
    let name = PdfName.pool.get(value);
    if (!name) {
      name = new PdfName(value);
      // A hostile file can hold millions of names: those past the limit simply are not shared.
      if (PdfName.pool.size < 100_000) PdfName.pool.set(value, name);
    }
    return name;
  }
}

/** A string, literal or hexadecimal, as bytes. */
export class PdfString {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A reference to an indirect object. Generations are dropped when reading: the newest object of a number counts. */
export class PdfRef {
  readonly num: number;

  constructor(num: number) {
    this.num = num;
  }
}

export class PdfDict {
  readonly map: Map<string, PdfObject>;

  constructor(entries?: Iterable<readonly [string, PdfObject]>) {
    this.map = new Map(entries);
  }

  get(key: string): PdfObject | undefined {
    return this.map.get(key);
  }

  set(key: string, value: PdfObject): void {
    this.map.set(key, value);
  }

  has(key: string): boolean {
    return this.map.has(key);
  }

  delete(key: string): boolean {
    return this.map.delete(key);
  }

  clone(): PdfDict {
    return new PdfDict(this.map);
  }
}

/** A stream: its dictionary and its bytes as stored, still filtered. Length is set when writing. */
export class PdfStream {
  dict: PdfDict;
  data: Uint8Array;

  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** Name value of an object, or undefined when it is no name. */
export function nameOf(object: PdfObject | undefined): string | undefined {
  return object instanceof PdfName ? object.value : undefined;
}

/** Value of a number, or undefined when an object is none. */
export function numberOf(object: PdfObject | undefined): number | undefined {
  if (object instanceof RawNumber) return object.value;
  return typeof object === 'number' ? object : undefined;
}
