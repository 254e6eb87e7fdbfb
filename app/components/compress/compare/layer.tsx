import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import type { Shown } from '~/compressor/compare/pair.ts';
import type { Size, View } from '~/compressor/compare/view-state.ts';

interface LayerProps {
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
  const style: CSSProperties & Readonly<Record<`--${string}`, string>> = {
    // As large at every zoom.
    '--check': `${1 / view.scale}rem`,
    width: size.width,
    height: size.height,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    transformOrigin: '0 0',
    imageRendering: magnified ? 'pixelated' : 'auto',
  };
  const looks = 'pointer-events-none absolute top-0 left-0 max-w-none select-none checkered';
  return 'url' in shown ? (
    <img src={shown.url} alt={name} draggable={false} className={looks} style={style} />
  ) : (
    <CanvasPlace canvas={shown.canvas} name={name} className={looks} style={style} />
  );
}

interface CanvasPlaceProps {
  readonly canvas: HTMLCanvasElement;
  readonly name: string;
  readonly className: string;
  readonly style: CSSProperties;
}

/** Takes the canvas itself onto the page: a drawing of it would be as large again. */
function CanvasPlace({ canvas, name, className, style }: CanvasPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', name);
    place.current?.replaceChildren(canvas);
  }, [canvas, name]);
  return <div ref={place} className={className} style={style} />;
}
