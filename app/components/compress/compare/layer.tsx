import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import type { Shown } from '~/compressor/compare/pair.ts';
import type { Size, View } from '~/compressor/compare/view-state.ts';

export interface LayerProps {
  readonly shown: Shown;
  readonly size: Size;
  readonly view: View;
  readonly name: string;
}

/** Device pixels for one pixel of the picture from which on single pixels are shown as squares. */
const SQUARES_FROM = 2;

/** One of the two pictures, at its place behind the window. */
export function Layer({ shown, size, view, name }: LayerProps) {
  const magnified = view.scale * window.devicePixelRatio >= SQUARES_FROM;
  const style: CSSProperties = {
    width: size.width,
    height: size.height,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    transformOrigin: '0 0',
    imageRendering: magnified ? 'pixelated' : 'auto',
  };
  const looks = 'pointer-events-none absolute top-0 left-0 max-w-none select-none';
  return 'url' in shown ? (
    <img src={shown.url} alt={name} draggable={false} className={looks} style={style} />
  ) : (
    <BitmapCanvas bitmap={shown.bitmap} name={name} className={looks} style={style} />
  );
}

interface BitmapCanvasProps {
  readonly bitmap: ImageBitmap;
  readonly name: string;
  readonly className: string;
  readonly style: CSSProperties;
}

function BitmapCanvas({ bitmap, name, className, style }: BitmapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const target = canvas.current;
    if (!target) return;
    target.width = bitmap.width;
    target.height = bitmap.height;
    target.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas ref={canvas} role="img" aria-label={name} className={className} style={style} />;
}
