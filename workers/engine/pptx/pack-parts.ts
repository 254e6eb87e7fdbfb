import type { EngineContext } from '../context.ts';
import { isEngineError } from '../errors.ts';
import { crc32 } from '../zip/crc32.ts';
import { DEFLATED, STORED, type ZipEntry } from '../zip/zip-entry.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isPicture, isPlainMedia, isSoundOrVideo } from './part-kinds.ts';

/**
 * Packs every part of a package as small as pays for its time.
 * @returns archive entries in writing order; sound and video exactly as they lay in the source
 */
export async function packParts(opc: OpcPackage, context: EngineContext): Promise<ZipEntry[]> {
  const packed: ZipEntry[] = [];
  for (const part of opc.contents()) {
    context.signal.throwIfAborted();
    packed.push(await packPart(opc, part, context));
  }
  return packed;
}

async function packPart(opc: OpcPackage, part: Part, context: EngineContext): Promise<ZipEntry> {
  const { entry } = part;
  const source = part.content ? undefined : entry;
  if (source && isSoundOrVideo(part) && !(await isPlainSamples(part, source, context)))
    return storeMedia(opc, part, source, context);
  if (source && source.size > LARGEST_REPACKED) return source;
  const bytes = await readOrLeave(opc, part, context);
  if (!bytes) return entry!;
  const facts = { name: part.name, crc32: source?.crc32 ?? crc32(bytes), size: bytes.length };
  const candidates: ZipEntry[] = [...(source ? [source] : []), { ...facts, method: STORED, packed: bytes }];
  const packed = await deflateWell(bytes, part, context);
  // Readers gain from stored parts: deflate has to pay at least a little.
  if (packed.length < bytes.length * WORTH_DEFLATING) candidates.push({ ...facts, method: DEFLATED, packed });
  return candidates.reduce((best, candidate) =>
    candidate.packed.length < best.packed.length ? candidate : best,
  );
}

/** Films and sounds play from where they lie only when they are stored. */
async function storeMedia(
  opc: OpcPackage,
  part: Part,
  entry: ZipEntry,
  context: EngineContext,
): Promise<ZipEntry> {
  if (entry.method === STORED || entry.size > LARGEST_REPACKED) return entry;
  const bytes = await readOrLeave(opc, part, context);
  return bytes ? { ...entry, method: STORED, packed: bytes } : entry;
}

/** A quick look first: what hardly packs is not worth the optimal parsing. */
async function deflateWell(
  bytes: Uint8Array,
  { contentType }: Part,
  { codecs, budget }: EngineContext,
): Promise<Uint8Array> {
  if (bytes.length === 0) return bytes;
  const pack = (level: number): Promise<Uint8Array> =>
    codecs.deflate.deflate(bytes, { format: 'raw', level });
  const quick = await pack(6);
  if (quick.length >= bytes.length * WORTH_DEFLATING || budget.isSpent) return quick;
  const isLongXml = contentType.endsWith('xml') && bytes.length > LONG_XML_BYTES;
  const level = bytes.length > LARGE_BYTES ? 9 : isLongXml ? 10 : 12;
  const thorough = await pack(level);
  return thorough.length < quick.length ? thorough : quick;
}

/** A broken picture, sound or film never sinks a deck: it is taken over as it lies. @returns null for those */
async function readOrLeave(opc: OpcPackage, part: Part, context: EngineContext): Promise<Uint8Array | null> {
  try {
    return await opc.read(part);
  } catch (error) {
    const isMedia = part.entry !== undefined && (isSoundOrVideo(part) || isPicture(part));
    if (!isMedia || !isEngineError(error) || error.code !== 'damaged') throw error;
    context.report.skipped('media-not-readable', 'Broken pictures, sounds or films were left as they are.');
    return null;
  }
}

/** Whether a sound or film is uncompressed, as WAV mostly is: a look at three pieces tells. */
async function isPlainSamples(part: Part, entry: ZipEntry, context: EngineContext): Promise<boolean> {
  if (!isPlainMedia(part) || entry.size > LARGEST_REPACKED) return false;
  if (entry.method === DEFLATED) return entry.packed.length < entry.size * WORTH_DEFLATING_SOUNDS;
  const pieces = [0, 0.5, 1].map((share) => {
    const start = Math.floor(Math.max(0, entry.packed.length - PIECE_BYTES) * share);
    return entry.packed.subarray(start, start + PIECE_BYTES);
  });
  let before = 0;
  let after = 0;
  for (const piece of pieces) {
    before += piece.length;
    after += (await context.codecs.deflate.deflate(piece, { format: 'raw', level: 1 })).length;
  }
  return after < before * WORTH_DEFLATING_SOUNDS;
}

const PIECE_BYTES = 64 * 1024;
const WORTH_DEFLATING_SOUNDS = 0.95;
const WORTH_DEFLATING = 0.99;
/** Parts above it (film in an unknown format, huge sheets) are taken over as they lie. */
const LARGEST_REPACKED = 64 * 1024 ** 2;

/**
 * Optimal parsing gains 3 to 8 % over zlib, at ten times the time. XML of some hundred kilobytes, masters above all,
 * would take most of it: its level 10 takes half and gives 1 % more.
 */
const LARGE_BYTES = 2 * 1024 ** 2;
const LONG_XML_BYTES = 256 * 1024;
