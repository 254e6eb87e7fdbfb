import { viewOf } from '../../../base/bytes.ts';
import { readHeader, type Chunk, type Header } from '../../../containers/png/chunks.ts';
import { readFrames, type Frames } from './read-frames.ts';

/** An animated PNG, taken apart. */
export interface Animation extends Frames {
  readonly header: Header;
  /** 0 plays without end. */
  readonly plays: number;
  /** What every frame needs to be decoded on its own: palette, transparency. */
  readonly shared: readonly Chunk[];
}

/**
 * Takes an animated PNG apart.
 * @returns null when it breaks a rule of the format, so that programs disagree about what it shows
 * Source: PNG specification, third edition, 11.3.6.
 */
export function readAnimation(chunks: readonly Chunk[]): Animation | null {
  const header = readHeader(chunks);
  const control = chunks.filter(({ type }) => type === 'acTL');
  const [first] = control;
  if (!first || control.length > 1 || first.data.length !== 8) return null;
  if (chunks.indexOf(first) > chunks.findIndex(({ type }) => type === 'IDAT')) return null;
  const drawn = readFrames(chunks, header);
  if (!drawn || drawn.frames.length === 0 || drawn.frames.length !== viewOf(first.data).getUint32(0))
    return null;
  const { frames, still } = drawn;
  const shared = chunks.filter(({ type }) => type === 'PLTE' || type === 'tRNS');
  return { header, plays: viewOf(first.data).getUint32(4), frames, still, shared };
}
