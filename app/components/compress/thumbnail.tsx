import { useEffect, useRef, useState } from 'react';
import { isPictureKind, type FileKind } from '#engine/api/kinds.ts';
import { createTaskQueue } from '~/compressor/queue/task-queue.ts';
import { KindSheet } from './kind-sheet.tsx';

const SIDE_PX = 88;

/** One after the other: ten photographs that come back with a reload would be decoded at once, each some 100 MB of pixels. */
const decoding = createTaskQueue(1);

/** A small picture of an image result; every other kind, and a picture that cannot be shown, is a sheet. */
export function Thumbnail({ blob, kind }: { readonly blob: Blob; readonly kind: FileKind }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const isPicture = isPictureKind(kind);

  useEffect(() => {
    if (!isPicture) return;
    const gone = new AbortController();
    decoding.add(gone.signal, async () => {
      try {
        // Decoded once, at its small size, off the page's thread; nothing of it stays in memory.
        const bitmap = await createImageBitmap(blob, { resizeHeight: SIDE_PX, resizeQuality: 'medium' });
        if (!gone.signal.aborted && canvas.current) setDrawn(drawCentred(canvas.current, bitmap));
        bitmap.close();
      } catch {
        setDrawn(false); // The sheet stays.
      }
    });
    return () => gone.abort();
  }, [blob, isPicture]);

  return (
    <div className="relative grid size-11 shrink-0 place-items-center" aria-hidden>
      {!drawn && <KindSheet kind={kind} small />}
      {isPicture && (
        <canvas
          ref={canvas}
          width={SIDE_PX}
          height={SIDE_PX}
          hidden={!drawn}
          className="absolute inset-0 size-11 rounded-control border border-hairline bg-sunk"
        />
      )}
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
