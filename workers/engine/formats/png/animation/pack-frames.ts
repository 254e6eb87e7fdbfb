import { concatBytes, viewOf } from '../../../base/bytes.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import type { EngineContext } from '../../../context.ts';
import { writeChunks, type Chunk } from '../../../containers/png/chunks.ts';
import { BEST_LEVEL, MOST_FRAME_BYTES } from '../tuning.ts';

/**
 * Packs the samples of each frame better; frames, places, delays, loop and colours stay. For samples of 16 bits, and where composing
 * would take too long or programs would compose in different ways.
 * @param chunks of the file, those that are to stay
 * @throws EngineError "damaged" when a frame does not unpack
 */
export async function packFrames(chunks: readonly Chunk[], context: EngineContext): Promise<Uint8Array> {
  const packed: Chunk[] = [];
  let number = 0;
  for (const group of groupFrames(chunks)) {
    context.signal.throwIfAborted();
    if (group.kind === 'other') packed.push(renumbered(group.chunks[0]!, () => number++));
    else packed.push(...(await packFrame(group, context, () => number++)));
  }
  return writeChunks(packed);
}

interface Group {
  readonly kind: 'IDAT' | 'fdAT' | 'other';
  readonly chunks: readonly Chunk[];
}

/** Neighbouring data chunks belong to one frame. */
function groupFrames(chunks: readonly Chunk[]): Group[] {
  const groups: { kind: Group['kind']; chunks: Chunk[] }[] = [];
  for (const chunk of chunks) {
    const kind = chunk.type === 'IDAT' || chunk.type === 'fdAT' ? chunk.type : 'other';
    const last = groups.at(-1);
    if (kind !== 'other' && last?.kind === kind) last.chunks.push(chunk);
    else groups.push({ kind, chunks: [chunk] });
  }
  return groups;
}

/** fcTL and fdAT carry one running number between them. */
function renumbered(chunk: Chunk, next: () => number): Chunk {
  if (chunk.type !== 'fcTL') return chunk;
  const data = chunk.data.slice();
  viewOf(data).setUint32(0, next());
  return { ...chunk, data };
}

async function packFrame(
  { kind, chunks }: Group,
  { codecs, budget }: EngineContext,
  next: () => number,
): Promise<Chunk[]> {
  const parts = chunks.map(({ data }) => (kind === 'fdAT' ? data.subarray(4) : data));
  const joined = concatBytes(parts);
  const best = budget.isSpent ? joined : await repacked(joined, codecs.deflate);
  if (kind === 'IDAT') return [{ type: 'IDAT', data: best }];
  const number = new Uint8Array(4);
  viewOf(number).setUint32(0, next());
  return [{ type: 'fdAT', data: concatBytes([number, best]) }];
}

async function repacked(data: Uint8Array, deflate: DeflateCodec): Promise<Uint8Array> {
  const samples = await deflate.inflate(data, { format: 'zlib', maxOutputBytes: MOST_FRAME_BYTES });
  const again = await deflate.deflate(samples, { format: 'zlib', level: BEST_LEVEL });
  return again.length < data.length ? again : data;
}
