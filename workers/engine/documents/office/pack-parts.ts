import { deflateMs } from '../../codecs/deflate-work.ts';
import { deriveContext, type EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { change, skip } from '../../api/report/findings.ts';
import type { SkipCode } from '../../api/report/report-codes.ts';
import type { Findings, Skip } from '../../api/report/report.ts';
import { spreadEvenly } from '../../base/spread-evenly.ts';
import { crc32 } from '../../base/crc32.ts';
import { WorkBudget } from '../../budget/work-budget.ts';
import { DEFLATED, STORED, type ZipEntry } from '../../containers/zip/zip-entry.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isAudioOrVideo, isPicture, isRasterPicture } from './part-kinds.ts';
import {
  DEFLATING_MEDIA_SHARE,
  LARGEST_REPACKED_BYTES,
  LONG_PART_BYTES,
  LONG_PART_LEVEL,
  LOOK_LEVEL,
  MOST_PACKING_MS,
  PIECES,
  PIECE_BYTES,
  THOROUGH_LEVELS,
  WORTHWHILE_SHARE,
} from './tuning.ts';

/** Archive entries in writing order, with what was found out while packing. */
export interface PackedParts extends Partial<Findings> {
  readonly entries: readonly ZipEntry[];
}

/**
 * Packs every part of a package as small as pays for its time. No part takes more bytes than in the source; sounds and
 * videos are deflated where that saves 5 %.
 */
export async function packParts(opc: OpcPackage, deck: EngineContext): Promise<PackedParts> {
  const parts = opc.contents();
  const level = thoroughLevel(parts);
  const ownMs = Math.min(MOST_PACKING_MS, packingMs(parts));
  const budget = new WorkBudget(Math.max(ownMs, deck.budget.leftMs));
  const context = deriveContext(deck, { budget });
  const found = new Map<Part, ZipEntry | SkipCode>();
  // Text first, media last: to look at what hardly packs must not take its time.
  const inTurn = [isText, isOther, isMedia].flatMap((isOne) => parts.filter(isOne));
  for (const part of inTurn) {
    context.signal.throwIfAborted();
    found.set(part, await packOrKeep(opc, { part, level }, context));
  }
  const entries: ZipEntry[] = [];
  const skips: Skip[] = [];
  let count = 0;
  let savedBytes = 0;
  for (const part of parts) {
    const packed = found.get(part)!;
    const isPacked = typeof packed === 'object';
    entries.push(isPacked ? packed : part.entry!);
    if (!isPacked) skips.push(skip(packed));
    const saved = isPacked && !part.content ? part.entry!.packed.length - packed.packed.length : 0;
    if (saved > 0) count++;
    savedBytes += saved;
  }
  return { entries, skips, changes: count > 0 ? [change('parts-packed', { count, savedBytes })] : [] };
}

/** Work that packing takes of parts that hold no media, in ms: a quick look and the thorough way. */
export function packingMs(parts: readonly Part[]): number {
  const level = thoroughLevel(parts);
  return msAt(
    level,
    parts.filter((part) => !isMedia(part)),
  );
}

/** One level for all, by their text alone: a second pass, with more time to spare, packs no tighter. */
function thoroughLevel(parts: readonly Part[]): number {
  const text = parts.filter(isText);
  return THOROUGH_LEVELS.find((level) => msAt(level, text) <= MOST_PACKING_MS) ?? THOROUGH_LEVELS.at(-1)!;
}

function msAt(level: number, parts: readonly Part[]): number {
  return parts.reduce((sum, { entry, content }) => {
    const bytes = content?.length ?? entry?.size ?? 0;
    return sum + deflateMs(bytes, LOOK_LEVEL) + deflateMs(bytes, levelFor(bytes, level));
  }, 0);
}

function levelFor(bytes: number, level: number): number {
  return bytes > LONG_PART_BYTES ? Math.min(level, LONG_PART_LEVEL) : level;
}

function isMedia(part: Part): boolean {
  return isAudioOrVideo(part) || isRasterPicture(part);
}

function isText(part: Part): boolean {
  return part.contentType.endsWith('xml') && !isPicture(part);
}

/** Drawings, fonts, embedded documents. */
function isOther(part: Part): boolean {
  return !isText(part) && !isMedia(part);
}

/** A part, and the level of deflate for all that are worth the optimal parsing. */
interface PartWay {
  readonly part: Part;
  readonly level: number;
}

/** @returns a skip code for a part that is taken over as it lies: damaged media, or where our own code fails */
async function packOrKeep(
  opc: OpcPackage,
  way: PartWay,
  context: EngineContext,
): Promise<ZipEntry | SkipCode> {
  const { part } = way;
  try {
    return (await packPart(opc, way, context)) ?? 'media-not-readable';
  } catch (error) {
    context.signal.throwIfAborted();
    if (isEngineError(error) || part.content || !part.entry) throw error;
    return 'part-failed';
  }
}

/** @returns null for damaged media */
async function packPart(
  opc: OpcPackage,
  { part, level }: PartWay,
  context: EngineContext,
): Promise<ZipEntry | null> {
  const source = part.content ? undefined : part.entry;
  const isFilm = isAudioOrVideo(part);
  if (source?.method === DEFLATED && context.budget.isSpent) return source;
  if (
    source &&
    (source.size > LARGEST_REPACKED_BYTES || (isFilm && !(await isWorthRepacking(source, context))))
  )
    return source;
  const bytes = await readMedia(opc, part);
  if (!bytes) return null;
  const info = { name: part.name, crc32: source?.crc32 ?? crc32(bytes), size: bytes.length };
  const candidates: ZipEntry[] = [...(source ? [source] : []), { ...info, method: STORED, packed: bytes }];
  const packed = await deflateWell(bytes, levelFor(bytes.length, level), context);
  // Players and other readers gain from stored parts: deflate has to pay.
  const worthwhile = isFilm ? DEFLATING_MEDIA_SHARE : WORTHWHILE_SHARE;
  if (packed.length < bytes.length * worthwhile) candidates.push({ ...info, method: DEFLATED, packed });
  return candidates.reduce((best, candidate) =>
    candidate.packed.length < best.packed.length ? candidate : best,
  );
}

/** A quick look first: what hardly packs is not worth the optimal parsing. */
async function deflateWell(
  bytes: Uint8Array,
  thoroughly: number,
  { codecs, budget }: EngineContext,
): Promise<Uint8Array> {
  if (bytes.length === 0) return bytes;
  const pack = (level: number): Promise<Uint8Array> => {
    budget.charge(deflateMs(bytes.length, level));
    return codecs.deflate.deflate(bytes, { format: 'raw', level });
  };
  const quick = await pack(LOOK_LEVEL);
  if (quick.length >= bytes.length * WORTHWHILE_SHARE || budget.isSpent) return quick;
  const thorough = await pack(thoroughly);
  return thorough.length < quick.length ? thorough : quick;
}

/** @returns null for damaged pictures, sounds and videos */
async function readMedia(opc: OpcPackage, part: Part): Promise<Uint8Array | null> {
  try {
    return await opc.read(part);
  } catch (error) {
    const mayStay = part.entry !== undefined && (isAudioOrVideo(part) || isPicture(part));
    if (!mayStay || !isEngineError(error) || error.code !== 'damaged') throw error;
    return null;
  }
}

/**
 * Whether packing a sound or video anew may make it smaller. Plain samples (WAV) and padded videos can be deflated, most
 * others not: of a stored one some pieces are tried. A deflated one stays deflated unless it is longer that way.
 */
async function isWorthRepacking(entry: ZipEntry, { codecs }: EngineContext): Promise<boolean> {
  const { packed, size } = entry;
  if (entry.method === DEFLATED) return packed.length < size * DEFLATING_MEDIA_SHARE || packed.length >= size;
  let before = 0;
  let after = 0;
  for (const index of spreadEvenly(Math.ceil(size / PIECE_BYTES), PIECES)) {
    const piece = packed.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    before += piece.length;
    after += (await codecs.deflate.deflate(piece, { format: 'raw', level: 1 })).length;
  }
  return after < before * DEFLATING_MEDIA_SHARE;
}
