import { proportionOf } from '../../../budget/proportion.ts';
import { latin1 } from '../../../base/bytes.ts';
import { isCodecBreakdown } from '../../../codecs/codec-breakdown.ts';
import type { CipherCodec } from '../../../codecs/ports/cipher-codec.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { EngineError } from '../../../api/errors.ts';
import { decryptObjects } from '../protection/encryption/decrypt-objects.ts';
import { decodeStream, type DecodedStream } from '../filters/decode-stream.ts';
import { StreamBudget } from '../filters/stream-budget.ts';
import { PdfDocument } from '../model/document.ts';
import { nameOf, PdfDict, PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { readIndirectObject } from './indirect-object.ts';
import { Lexer } from './lexer.ts';
import { parseObject } from './object-parser.ts';
import { rebuildXref } from './repair.ts';
import { readXref, type XrefTable } from './xref.ts';

/**
 * What object and cross-reference streams inflate to for each megabyte of a file: objects take ten to fifty times as much memory as
 * their text. The largest in 32 regular files is 0.3 MB.
 */
const PACKED_BYTES_PER_MB = 8 * 1024 ** 2;

interface ReadResult {
  readonly document: PdfDocument;
  /** Whether the cross-reference table was broken and had to be rebuilt. */
  readonly isRepaired: boolean;
  /** Has counted what was unpacked so far. */
  readonly budget: StreamBudget;
}

/**
 * Reads a whole document into memory. Stream bytes stay views of the source.
 * Files that are encrypted but open without a password are decrypted (`document.encryption`). Strings and streams of others
 * stay encrypted, see `trailer.Encrypt`.
 * @param ciphers without them no file is decrypted
 * @throws EngineError "damaged" when no catalog can be found, "unsupported" when it may be in what is packed in a way that is not
 *   known, "limit-exceeded" when object streams inflate to too much
 */
export async function readDocument(
  source: Uint8Array,
  deflate: DeflateCodec,
  ciphers?: CipherCodec,
): Promise<ReadResult> {
  // A plain view, whatever kind of byte array came: some of them share memory where others copy.
  const start = headerPosition(source);
  const bytes = new Uint8Array(source.buffer, source.byteOffset + start, source.length - start);
  const budget = new StreamBudget(bytes.length);
  const packed = new PackedStreams(deflate, budget, bytes.length);
  const table = await attempt(() => readXref(bytes, (stream) => packed.decode(stream)));
  if (table) {
    const document = await attempt(() => load(bytes, table, packed, { ciphers }));
    if (document && isUsable(document)) return { document, isRepaired: false, budget };
  }
  const rebuilt = rebuildXref(bytes);
  const document = rebuilt && (await load(bytes, rebuilt, packed, { tolerant: true }));
  if (!document || !findCatalog(document)) throw packed.refusal ?? withoutPages();
  return { document, isRepaired: true, budget };
}

function withoutPages(): EngineError {
  return new EngineError(
    'damaged',
    'This PDF is damaged: its list of pages cannot be found. Try to open it and save it again.',
  );
}

/** A structure that breaks a reader's expectations means repair; limits are final, and a codec that fails says nothing of the file. */
async function attempt<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isCodecBreakdown(error)) throw error;
    if (error instanceof EngineError && error.code === 'limit-exceeded') throw error;
    return undefined;
  }
}

/** Position of "%PDF-"; offsets count from there. */
function headerPosition(source: Uint8Array): number {
  const at = latin1(source.subarray(0, 1024)).indexOf('%PDF-');
  return Math.max(at, 0);
}

/** Unpacks object and cross-reference streams within a limit of their own. */
class PackedStreams {
  /** Why an intact file may still not be read: the first filter that is not known. */
  refusal: EngineError | undefined;
  private left: number;
  private readonly deflate: DeflateCodec;
  private readonly budget: StreamBudget;

  constructor(deflate: DeflateCodec, budget: StreamBudget, fileBytes: number) {
    this.deflate = deflate;
    this.budget = budget;
    this.left = PACKED_BYTES_PER_MB * proportionOf(fileBytes);
  }

  async decode(stream: PdfStream): Promise<Uint8Array> {
    const data = await this.unpack(stream);
    if (data.rest.length > 0) throw new EngineError('damaged', 'An object stream uses an image filter.');
    this.left -= data.bytes.length;
    return data.bytes;
  }

  private async unpack(stream: PdfStream): Promise<DecodedStream> {
    const empty = new PdfDocument(new Map(), new PdfDict(), '');
    try {
      const { deflate, budget, left: maxBytes } = this;
      return await decodeStream(stream, empty, { deflate, budget, maxBytes });
    } catch (error) {
      if (error instanceof EngineError && error.code === 'unsupported') this.refusal ??= error;
      throw error;
    }
  }
}

async function load(
  bytes: Uint8Array,
  table: XrefTable,
  packed: PackedStreams,
  { tolerant = false, ciphers }: { tolerant?: boolean; ciphers?: CipherCodec | undefined },
): Promise<PdfDocument | undefined> {
  const objects = new Map<number, PdfObject>();
  const generations = new Map<number, number>();
  const loaded = readPlainObjects(bytes, table, { objects, generations }, tolerant);
  if (!loaded) return undefined;
  const encryption = ciphers && decryptObjects(objects, table.trailer, generations, ciphers);
  const wanted = itemsByStream(table);
  const everything = table.objectStreams;
  // Object streams of a file that stays encrypted are encrypted too; such a file is never rewritten.
  const streams = table.trailer.has('Encrypt') ? [] : (everything?.toReversed() ?? wanted.keys());
  for (const num of streams) {
    const stream = objects.get(num);
    if (!(stream instanceof PdfStream)) {
      if (tolerant) continue;
      return undefined;
    }
    const data = tolerant ? await attempt(() => packed.decode(stream)) : await packed.decode(stream);
    if (data) unpack(data, stream.dict, objects, everything ? undefined : wanted.get(num)!);
  }
  return new PdfDocument(objects, table.trailer, versionOf(bytes, table.trailer, objects), encryption);
}

/** Object numbers by the object stream that the table finds them in. */
function itemsByStream({ entries }: XrefTable): Map<number, Set<number>> {
  const items = new Map<number, Set<number>>();
  for (const [num, entry] of entries) {
    if (entry.kind !== 'packed') continue;
    if (!items.has(entry.stream)) items.set(entry.stream, new Set());
    items.get(entry.stream)!.add(num);
  }
  return items;
}

function readPlainObjects(
  bytes: Uint8Array,
  table: XrefTable,
  { objects, generations }: { objects: Map<number, PdfObject>; generations: Map<number, number> },
  tolerant: boolean,
): boolean {
  const lengths = new Map<number, number | undefined>();
  const lengthOf = (ref: PdfRef): number | undefined => {
    if (lengths.has(ref.num)) return lengths.get(ref.num);
    lengths.set(ref.num, undefined);
    const entry = table.entries.get(ref.num);
    const value = entry?.kind === 'offset' ? readIndirectObject(bytes, entry.offset)?.value : undefined;
    if (typeof value === 'number') lengths.set(ref.num, value);
    return lengths.get(ref.num);
  };
  for (const [num, entry] of table.entries) {
    if (entry.kind !== 'offset') continue;
    // Offset 0 is how some writers say "free".
    if (entry.offset === 0 && !tolerant) continue;
    const object =
      entry.offset < bytes.length ? readIndirectObject(bytes, entry.offset, lengthOf) : undefined;
    if (object && object.num === num) {
      objects.set(num, object.value);
      if (object.generation !== 0) generations.set(num, object.generation);
    } else if (!tolerant) return false;
  }
  return true;
}

/** Reads the items of an object stream (ISO 32000-1, 7.5.7). Items already known stay when `wanted` is not given. */
function unpack(
  data: Uint8Array,
  dict: PdfDict,
  objects: Map<number, PdfObject>,
  wanted: ReadonlySet<number> | undefined,
): void {
  const first = dict.get('First');
  const count = dict.get('N');
  if (typeof first !== 'number' || typeof count !== 'number') return;
  const header = new Lexer(data, 0, first);
  for (let i = 0; i < count; i++) {
    const num = header.next();
    const offset = header.next();
    if (typeof num !== 'number' || typeof offset !== 'number') return;
    if (wanted ? !wanted.has(num) : objects.has(num)) continue;
    objects.set(num, parseObject(new Lexer(data, first + offset)) ?? null);
  }
}

function versionOf(bytes: Uint8Array, trailer: PdfDict, objects: Map<number, PdfObject>): string {
  const header = /%PDF-(\d\.\d)/.exec(latin1(bytes.subarray(0, 20)))?.[1] ?? '1.4';
  const root = trailer.get('Root');
  const catalog = root instanceof PdfRef ? objects.get(root.num) : root;
  const newer = catalog instanceof PdfDict ? nameOf(catalog.get('Version')) : undefined;
  return newer && /^\d\.\d$/.test(newer) && newer > header ? newer : header;
}

function isUsable(document: PdfDocument): boolean {
  if (document.trailer.has('Encrypt')) return true;
  const { catalog } = document;
  return catalog !== undefined && document.dict(catalog.get('Pages')) !== undefined;
}

/** Points the trailer at a catalog found among the objects when its own is missing. */
function findCatalog(document: PdfDocument): boolean {
  if (isUsable(document)) return true;
  for (const [num, object] of document.objects) {
    if (
      object instanceof PdfDict &&
      nameOf(object.get('Type')) === 'Catalog' &&
      document.dict(object.get('Pages'))
    ) {
      document.trailer.set('Root', new PdfRef(num));
      return true;
    }
  }
  return false;
}
