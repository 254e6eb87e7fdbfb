import type { EngineContext } from '../context.ts';
import { isEngineError } from '../errors.ts';
import { crc32 } from '../zip/crc32.ts';
import { DEFLATED, STORED, type ZipEntry } from '../zip/zip-entry.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isPicture, isSoundOrVideo } from './part-kinds.ts';

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
  if (entry && !part.content && !(await isWorthPacking(part, entry, context))) return entry;
  const bytes = await readOrLeave(opc, part, context);
  if (!bytes) return entry!;
  const candidates: ZipEntry[] = entry && !part.content ? [entry] : [];
  const facts = {
    name: part.name,
    crc32: entry && !part.content ? entry.crc32 : crc32(bytes),
    size: bytes.length,
  };
  candidates.push({ ...facts, method: STORED, packed: bytes });
  if (bytes.length > 0) {
    const level = deflateLevel(bytes.length, context);
    const packed = await context.codecs.deflate.deflate(bytes, { format: 'raw', level });
    // Readers gain from stored parts: deflate has to pay at least a little.
    if (packed.length < bytes.length * WORTH_DEFLATING)
      candidates.push({ ...facts, method: DEFLATED, packed });
  }
  return candidates.reduce((best, candidate) =>
    candidate.packed.length < best.packed.length ? candidate : best,
  );
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

/**
 * Films are stored by office programs, and hardly ever have anything to deflate: a look at three pieces tells.
 * Deflated ones, and parts too large to unpack twice, are taken over as they lie.
 */
async function isWorthPacking(part: Part, entry: ZipEntry, context: EngineContext): Promise<boolean> {
  if (!isSoundOrVideo(part)) return entry.size <= LARGEST_REPACKED;
  if (entry.method === DEFLATED) return false;
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
  return after < before * WORTH_DEFLATING_FILMS;
}

const PIECE_BYTES = 64 * 1024;
const WORTH_DEFLATING_FILMS = 0.95;
const WORTH_DEFLATING = 0.99;
/** Parts above it (film in an unknown format, huge sheets) are taken over as they lie. */
const LARGEST_REPACKED = 64 * 1024 ** 2;

/** Optimal parsing gains 3 to 5 % on XML at about ten times the time; large parts and late hours take less. */
function deflateLevel(bytes: number, context: EngineContext): number {
  if (context.budget.isSpent) return 6;
  return bytes <= 2 * 1024 ** 2 ? 12 : 9;
}
