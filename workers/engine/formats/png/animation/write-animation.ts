import { concatBytes, viewOf } from '../../../base/bytes.ts';
import { writeChunks, type Chunk } from '../../../containers/png/chunks.ts';
import type { Frame } from './read-frames.ts';

export interface AnimationParts {
  /** IHDR. */
  readonly header: Chunk;
  /** Colour, density and the like, then palette and transparency. */
  readonly before: readonly Chunk[];
  readonly plays: number;
  readonly frames: readonly Frame[];
  /** Samples of the picture shown where animations are not, or null where the first frame is it. */
  readonly still: Uint8Array | null;
}

/** Writes an animated PNG. The first frame covers the canvas unless there is a still. */
export function writeAnimation({ header, before, plays, frames, still }: AnimationParts): Uint8Array {
  let number = 0;
  const chunks: Chunk[] = [
    header,
    { type: 'acTL', data: numbers([frames.length, plays]) },
    ...before,
    ...(still ? [{ type: 'IDAT', data: still }] : []),
  ];
  frames.forEach((frame, index) => {
    chunks.push({ type: 'fcTL', data: controlData(number++, frame) });
    if (index === 0 && !still) chunks.push({ type: 'IDAT', data: frame.data });
    else chunks.push({ type: 'fdAT', data: numbered(number++, frame.data) });
  });
  return writeChunks([...chunks, { type: 'IEND', data: new Uint8Array(0) }]);
}

function controlData(number: number, frame: Frame): Uint8Array {
  const data = new Uint8Array(26);
  data.set(numbers([number, frame.width, frame.height, frame.x, frame.y]));
  data.set(frame.delay, 20);
  data.set([frame.dispose, frame.blend], 24);
  return data;
}

function numbered(number: number, data: Uint8Array): Uint8Array {
  return concatBytes([numbers([number]), data]);
}

function numbers(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  values.forEach((value, i) => viewOf(bytes).setUint32(i * 4, value));
  return bytes;
}
