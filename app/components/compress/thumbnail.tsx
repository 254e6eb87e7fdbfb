import { useEffect, useRef, useState } from 'react';
import type { FileKind } from '#engine/kinds.ts';
import { KindSheet } from './kind-sheet.tsx';

const SIDE_PX = 88;

/** A small picture of an image result; every other kind, and a picture that cannot be shown, is a sheet. */
export function Thumbnail({ blob, kind }: { readonly blob: Blob; readonly kind: FileKind }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const isPicture = kind !== 'pdf' && kind !== 'pptx';

  useEffect(() => {
    if (!isPicture) return;
    let gone = false;
    // Decoded once, at its small size, off the page's thread; nothing of it stays in memory.
    createImageBitmap(blob, { resizeHeight: SIDE_PX, resizeQuality: 'medium' })
      .then((bitmap) => {
        if (!gone && canvas.current) setDrawn(drawCentred(canvas.current, bitmap));
        bitmap.close();
      })
      .catch(() => setDrawn(false)); // The sheet stays.
    return () => {
      gone = true;
    };
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
