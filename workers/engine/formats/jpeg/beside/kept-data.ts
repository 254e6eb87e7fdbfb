import { isEngineError } from '../../../api/errors.ts';
import { filmsIn, wipePlaces } from './film.ts';
import { readJpegStructure } from '../../../containers/jpeg/segments.ts';
import { samsungBlocks, wipeCountry } from './samsung-trailer.ts';

/** Takes out of a JPEG what betrays people. The result is no longer than the picture. */
export type CleanPicture = (picture: Uint8Array) => Promise<Uint8Array>;

/**
 * Films and data of makers with every byte in its place: places and countries are overwritten, and pictures among them are
 * cleaned, with padding behind them.
 * @param bytes kept by the caller; the result is a copy
 */
export async function cleanedData(
  bytes: Uint8Array,
  { clean, keepsLocation }: { clean: CleanPicture; keepsLocation: boolean },
): Promise<{ bytes: Uint8Array; isPositionGone: boolean }> {
  const own = new Uint8Array(bytes);
  for (const stretch of stretchesIn(own))
    for (const picture of picturesAtStart(stretch)) picture.set(padded(await clean(picture), picture.length));
  const isPositionGone = !keepsLocation && [wipePlaces(own), wipeCountry(own)].includes(true);
  return { bytes: own, isPositionGone };
}

/** Bytes with zeros behind them. @param length at least theirs */
export function padded(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length);
  result.set(bytes);
  return result;
}

/** What may begin with pictures, each apart from the others: what lies around films, and the blocks of Samsung's trailer. */
function* stretchesIn(data: Uint8Array): Generator<Uint8Array> {
  let end = 0;
  for (const film of filmsIn(data)) {
    yield data.subarray(end, film.start);
    end = film.end;
  }
  yield data.subarray(end);
  end = 0;
  for (const block of samsungBlocks(data).sort((a, b) => a.start - b.start)) {
    if (block.start < end) continue;
    yield data.subarray(block.start, block.end);
    end = block.end;
  }
}

/** Pictures one after the other. What lies behind other data may be a part of it, such as a file in an archive. */
function* picturesAtStart(bytes: Uint8Array): Generator<Uint8Array> {
  for (let rest = bytes; rest[0] === 0xff && rest[1] === 0xd8;) {
    const length = pictureLength(rest);
    if (length === null) return;
    yield rest.subarray(0, length);
    rest = rest.subarray(length);
  }
}

/** Length of the picture that bytes begin with; null where they begin with none. */
export function pictureLength(bytes: Uint8Array): number | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  try {
    return bytes.length - readJpegStructure(bytes).trailing.length;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return null;
  }
}
