import { latin1, viewOf } from '../../base/bytes.ts';
import { damagedBoxes, readFullBox, type Box } from './boxes.ts';

/** An item of a HEIF file: a picture, or what describes one. */
export interface HeifItem {
  readonly id: number;
  /** Four characters, such as "av01" or "Exif". */
  readonly type: string;
}

/**
 * The items that a file lists.
 * @param meta the boxes of its meta box
 * @throws EngineError "damaged"
 * Source: ISO/IEC 14496-12, 8.11.6.
 */
export function readItems(meta: readonly Box[]): HeifItem[] {
  const list = meta.find(({ type }) => type === 'iinf');
  if (!list) return [];
  const entries = readFullBox(list, list.data[0] === 0 ? 6 : 8).filter(({ type }) => type === 'infe');
  return entries.map(({ data }) => {
    const idBytes = data[0] === 3 ? 4 : 2;
    if (data.length < 10 + idBytes) throw damagedBoxes();
    return { id: numberAt(data, 4, idBytes), type: latin1(data, 6 + idBytes, 10 + idBytes) };
  });
}

/**
 * The bytes of an item that lies in one piece in the file; null where it does not.
 * @param file the whole of it
 * @throws EngineError "damaged" where the list of places is cut short
 * Source: ISO/IEC 14496-12, 8.11.3.
 */
export function bytesOfItem(file: Uint8Array, meta: readonly Box[], id: number): Uint8Array | null {
  const places = meta.find(({ type }) => type === 'iloc')?.data;
  if (!places || places.length < 8) return null;
  const reader = new FieldReader(places);
  const version = reader.next(1);
  reader.next(3);
  const [sizes, more] = [reader.next(1), reader.next(1)];
  const widths = {
    offset: sizes >> 4,
    length: sizes & 15,
    base: more >> 4,
    index: version > 0 ? more & 15 : 0,
  };
  const idBytes = version < 2 ? 2 : 4;
  for (let left = reader.next(idBytes); left > 0; left--) {
    const found = reader.next(idBytes);
    const isInFile = version === 0 || (reader.next(2) & 15) === 0;
    reader.next(2);
    const base = reader.next(widths.base);
    const extents = reader.next(2);
    if (extents !== 1) reader.skip(extents * (widths.index + widths.offset + widths.length));
    const piece = extents === 1 ? pieceOf(file, reader, widths, base) : null;
    if (found === id) return isInFile ? piece : null;
  }
  return null;
}

function pieceOf(
  file: Uint8Array,
  reader: FieldReader,
  widths: Readonly<Record<'index' | 'offset' | 'length', number>>,
  base: number,
): Uint8Array | null {
  reader.skip(widths.index);
  const start = base + reader.next(widths.offset);
  const end = start + reader.next(widths.length);
  return end <= file.length ? file.subarray(start, end) : null;
}

/** Reads numbers one after another. */
class FieldReader {
  private readonly data: Uint8Array;
  private at = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** @param width in bytes: 0, which reads as 0, to 8 @throws EngineError "damaged" behind the end */
  next(width: number): number {
    const { at } = this;
    this.skip(width);
    return numberAt(this.data, at, width);
  }

  /** @throws EngineError "damaged" behind the end */
  skip(bytes: number): void {
    if (this.at + bytes > this.data.length) throw damagedBoxes();
    this.at += bytes;
  }
}

function numberAt(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  const view = viewOf(data);
  for (let i = 0; i < width; i++) value = value * 256 + view.getUint8(at + i);
  return value;
}
