import type { Region } from '../../animation/pixels.ts';
import { concatBytes, viewOf } from '../../../base/bytes.ts';
import { readHeader, type Chunk, type Header } from '../../../containers/png/chunks.ts';

/** What becomes of a frame's region once its time is over. Source: PNG specification, third edition, 11.3.6.2. */
export const DISPOSE = { none: 0, background: 1, previous: 2 } as const;
export type Dispose = (typeof DISPOSE)[keyof typeof DISPOSE];

/** How a frame is drawn: in place of what was there, or over it. */
export const BLEND = { source: 0, over: 1 } as const;
export type Blend = (typeof BLEND)[keyof typeof BLEND];

export interface Frame extends Region {
  /** Numerator and denominator of the delay in seconds, two bytes each, as stored. */
  readonly delay: Uint8Array;
  readonly dispose: Dispose;
  readonly blend: Blend;
  /** Filtered samples, a zlib stream. */
  readonly data: Uint8Array;
}

/** An animated PNG, taken apart. */
export interface Animation {
  readonly header: Header;
  /** 0 plays without end. */
  readonly plays: number;
  readonly frames: readonly Frame[];
  /** The picture shown where animations are not, unless the first frame is it. */
  readonly still: Frame | null;
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
  const shared = chunks.filter(({ type }) => type === 'PLTE' || type === 'tRNS');
  return { header, plays: viewOf(first.data).getUint32(4), ...drawn, shared };
}

type Drawn = Pick<Animation, 'frames' | 'still'>;

/** The frames in order; null where numbers are out of order, or a region or a frame's data is missing. */
function readFrames(chunks: readonly Chunk[], header: Header): Drawn | null {
  const frames: Frame[] = [];
  let still: Frame | null = null;
  let open: { control: Omit<Frame, 'data'> | null; parts: Uint8Array[]; kind: string } | null = null;
  let number = 0;
  const close = (): boolean => {
    if (!open) return true;
    if (open.parts.length === 0) return false;
    const whole = { x: 0, y: 0, width: header.width, height: header.height };
    const frame = { ...(open.control ?? { ...STILL, ...whole }), data: concatBytes(open.parts) };
    if (open.control) frames.push(frame);
    else still = frame;
    open = null;
    return true;
  };
  for (const { type, data } of chunks) {
    if (type === 'fcTL') {
      const control = readControl(data, header);
      if (!control || viewOf(data).getUint32(0) !== number++ || !close()) return null;
      open = { control, parts: [], kind: 'fdAT' };
    } else if (type === 'IDAT') {
      if (open?.control && open.parts.length === 0 && frames.length === 0) open.kind = 'IDAT';
      if (open === null) open = { control: null, parts: [], kind: 'IDAT' };
      if (open.kind !== 'IDAT' || (open.control && !isWhole(open.control, header))) return null;
      open.parts.push(data);
    } else if (type === 'fdAT') {
      if (open?.kind !== 'fdAT' || data.length < 4 || viewOf(data).getUint32(0) !== number++) return null;
      open.parts.push(data.subarray(4));
    }
  }
  return close() ? { frames, still } : null;
}

const STILL = { delay: new Uint8Array(4), dispose: DISPOSE.none, blend: BLEND.source };

function readControl(data: Uint8Array, canvas: Header): Omit<Frame, 'data'> | null {
  if (data.length !== 26) return null;
  const view = viewOf(data);
  const [width, height] = [view.getUint32(4), view.getUint32(8)];
  const [x, y] = [view.getUint32(12), view.getUint32(16)];
  const [dispose, blend] = [data[24]!, data[25]!];
  const fits = width > 0 && height > 0 && x + width <= canvas.width && y + height <= canvas.height;
  if (!fits || dispose > DISPOSE.previous || blend > BLEND.over) return null;
  const actions = { dispose: dispose as Dispose, blend: blend as Blend };
  return { x, y, width, height, delay: data.slice(20, 24), ...actions };
}

function isWhole({ x, y, width, height }: Region, canvas: Header): boolean {
  return x === 0 && y === 0 && width === canvas.width && height === canvas.height;
}
