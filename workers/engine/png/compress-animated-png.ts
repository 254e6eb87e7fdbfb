import type { EngineContext } from '../context.ts';
import { writeChunks, type Chunk } from './chunks.ts';
import type { PngSource } from './compress-png.ts';
import { withoutDescriptions } from './kept-chunks.ts';

/** Frames of an animation unpack to no more than this each. */
const FRAME_BYTES = 512 * 1024 * 1024;

/**
 * Packs every frame of an animated PNG better. Frames, places, delays, loop and colours stay as they are.
 * @throws EngineError "damaged" when a frame does not unpack
 */
export async function compressAnimatedPng(source: PngSource, context: EngineContext): Promise<Uint8Array> {
  const { report } = context;
  const kept = withoutProfileLoss(source);
  const frames = groupFrames(kept);
  const packed: Chunk[] = [];
  let number = 0;
  for (const group of frames) {
    context.signal.throwIfAborted();
    if (group.kind === 'other') packed.push(renumbered(group.chunks[0]!, () => number++));
    else packed.push(...(await packFrame(group, context, () => number++)));
  }
  const result = writeChunks(packed);
  report.kept('animation', kept.filter(({ type }) => type === 'fcTL').length);
  if (result.length < source.bytes.length) {
    report.changed('packed', 'Every frame was packed better without changing a sample.', {
      savedBytes: source.bytes.length - result.length,
    });
  }
  return result;
}

/** Profile, colour and density chunks stay byte for byte. */
function withoutProfileLoss({ chunks }: PngSource): Chunk[] {
  const showing = new Set(withoutDescriptions(chunks));
  return chunks.filter((chunk) => showing.has(chunk) || chunk.type === 'iCCP' || chunk.type === 'sRGB');
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
  new DataView(data.buffer).setUint32(0, next());
  return { ...chunk, data };
}

async function packFrame(
  { kind, chunks }: Group,
  { codecs }: EngineContext,
  next: () => number,
): Promise<Chunk[]> {
  const parts = chunks.map(({ data }) => (kind === 'fdAT' ? data.subarray(4) : data));
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  const samples = await codecs.deflate.inflate(joined, { format: 'zlib', maxOutputBytes: FRAME_BYTES });
  const again = await codecs.deflate.deflate(samples, { format: 'zlib', level: 12 });
  const best = again.length < joined.length ? again : joined;
  if (kind === 'IDAT') return [{ type: 'IDAT', data: best }];
  const data = new Uint8Array(4 + best.length);
  new DataView(data.buffer).setUint32(0, next());
  data.set(best, 4);
  return [{ type: 'fdAT', data }];
}
