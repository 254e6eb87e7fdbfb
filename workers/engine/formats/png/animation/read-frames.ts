import type { Region } from '../../animation/pixels.ts';
import { concatBytes, viewOf } from '../../../base/bytes.ts';
import type { Chunk, Header } from '../../../containers/png/chunks.ts';

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

/** The frames of a file, and the picture shown where animations are not, unless the first frame is it. */
export interface Frames {
  readonly frames: readonly Frame[];
  readonly still: Frame | null;
}

/** The frames in order; null where numbers are out of order, or a region or a frame's data is missing. */
export function readFrames(chunks: readonly Chunk[], canvas: Header): Frames | null {
  const reader = new FrameReader(canvas);
  return chunks.every((chunk) => reader.read(chunk)) && reader.close() ? reader : null;
}

/** A frame whose data is still being read. */
interface OpenFrame {
  /** Null for a still that is no frame. */
  readonly control: Omit<Frame, 'data'> | null;
  readonly kind: 'IDAT' | 'fdAT';
  readonly parts: Uint8Array[];
}

/** Reads chunks in turn. Each method says whether the chunk follows the rules. */
class FrameReader implements Frames {
  readonly frames: Frame[] = [];
  still: Frame | null = null;
  private readonly canvas: Header;
  private open: OpenFrame | null = null;
  /** The running number that comes next: fcTL and fdAT carry one between them. */
  private number = 0;

  constructor(canvas: Header) {
    this.canvas = canvas;
  }

  read({ type, data }: Chunk): boolean {
    if (type === 'fcTL') return this.readControl(data);
    if (type === 'IDAT') return this.readImageData(data);
    return type !== 'fdAT' || this.readFrameData(data);
  }

  /** Ends the frame whose data was read last. */
  close(): boolean {
    const { open, canvas } = this;
    if (!open) return true;
    if (open.parts.length === 0) return false;
    const data = concatBytes(open.parts);
    if (open.control) this.frames.push({ ...open.control, data });
    else this.still = { ...STILL, x: 0, y: 0, width: canvas.width, height: canvas.height, data };
    this.open = null;
    return true;
  }

  private readControl(data: Uint8Array): boolean {
    const control = controlOf(data, this.canvas);
    if (!control || !this.isNext(data) || !this.close()) return false;
    this.open = { control, parts: [], kind: 'fdAT' };
    return true;
  }

  /** Data of the first frame, or of a still before all frames. */
  private readImageData(data: Uint8Array): boolean {
    const { open } = this;
    const isFirst = open?.kind === 'fdAT' && open.parts.length === 0 && this.frames.length === 0;
    const current: OpenFrame = open && !isFirst ? open : imageFrame(open);
    if (current.kind !== 'IDAT' || (current.control && !isWhole(current.control, this.canvas))) return false;
    current.parts.push(data);
    this.open = current;
    return true;
  }

  private readFrameData(data: Uint8Array): boolean {
    if (this.open?.kind !== 'fdAT' || data.length < 4 || !this.isNext(data)) return false;
    this.open.parts.push(data.subarray(4));
    return true;
  }

  private isNext(data: Uint8Array): boolean {
    return viewOf(data).getUint32(0) === this.number++;
  }
}

const STILL = { delay: new Uint8Array(4), dispose: DISPOSE.none, blend: BLEND.source };

/** A frame whose data stands in IDAT. @param open its control, if there was one */
function imageFrame(open: OpenFrame | null): OpenFrame {
  return { control: open?.control ?? null, parts: [], kind: 'IDAT' };
}

function controlOf(data: Uint8Array, canvas: Header): Omit<Frame, 'data'> | null {
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
