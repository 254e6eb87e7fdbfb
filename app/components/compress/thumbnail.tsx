import { useEffect, useRef, useState } from 'react';
import type { FileKind } from '#engine/api/kinds.ts';
import { createTaskQueue } from '~/compressor/queue/task-queue.ts';
import { smallPicture } from '~/compressor/results/small-picture.ts';
import { KindSheet } from './kind-sheet.tsx';

const SIDE_PX = 88;

/** One after the other: ten photographs that come back with a reload would be decoded at once, each some 100 MB of pixels. */
const decoding = createTaskQueue(1);

interface ThumbnailProps {
  readonly original: Blob;
  readonly result: Blob;
  readonly kind: FileKind;
}

/** A small picture of a result: the picture, the first page or slide. A sheet until it is there, and where there is none. */
export function Thumbnail({ original, result, kind }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    const gone = new AbortController();
    decoding.add(gone.signal, async () => {
      try {
        const bitmap = await smallPicture({ kind, original, result }, SIDE_PX);
        if (!gone.signal.aborted && canvas.current) setDrawn(drawCentred(canvas.current, bitmap));
        bitmap.close();
      } catch {
        setDrawn(false); // The sheet stays.
      }
    });
    return () => gone.abort();
  }, [original, result, kind]);

  return (
    <div className="relative grid size-11 shrink-0 place-items-center" aria-hidden>
      {!drawn && <KindSheet kind={kind} small />}
      <canvas
        ref={canvas}
        width={SIDE_PX}
        height={SIDE_PX}
        hidden={!drawn}
        className="absolute inset-0 size-11 rounded-control border border-hairline checkered"
      />
    </div>
  );
}

function drawCentred(canvas: HTMLCanvasElement, bitmap: ImageBitmap): boolean {
  const context = canvas.getContext('2d');
  if (!context) return false;
  const scale = Math.max(SIDE_PX / bitmap.width, SIDE_PX / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  context.clearRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(bitmap, (SIDE_PX - width) / 2, (SIDE_PX - height) / 2, width, height);
  return true;
}
