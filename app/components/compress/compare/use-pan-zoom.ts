import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import {
  fitted,
  moved,
  pixelForPixel,
  zoomed,
  type Size,
  type View,
} from '~/compressor/compare/view-state.ts';

interface PanZoom {
  readonly view: View;
  readonly isFitted: boolean;
  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void;
  panBy(byX: number, byY: number): void;
  fit(): void;
  pixels(): void;
  /** For the window's element. */
  readonly handlers: {
    readonly onPointerDown: (event: ReactPointerEvent) => void;
    readonly onPointerMove: (event: ReactPointerEvent) => void;
    readonly onPointerUp: (event: ReactPointerEvent) => void;
    readonly onPointerCancel: (event: ReactPointerEvent) => void;
  };
}

const NOWHERE: View = { scale: 1, x: 0, y: 0 };

/**
 * Moves and magnifies a picture behind a window: drag, wheel, pinch.
 * @param onDragWhole is told where a drag is, in the window's own width, while the whole picture is in sight
 */
export function usePanZoom(
  pane: RefObject<HTMLElement | null>,
  picture: Size | null,
  onDragWhole: (ratio: number) => void,
): PanZoom {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<View | null>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const ready = picture !== null && room.width > 0;
  const ratio = typeof window === 'undefined' ? 1 : window.devicePixelRatio;
  const whole = ready ? fitted(picture, room, ratio) : NOWHERE;
  const view = ready && chosen ? moved(chosen, 0, 0, picture, room) : whole;

  // Before the first frame: until the room is known the picture would stand in a corner.
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);

  const change = useCallback(
    (next: (before: View, picture: Size, room: Size) => View) => {
      if (!picture || room.width === 0) return;
      setChosen((before) => next(before ?? fitted(picture, room, ratio), picture, room));
    },
    [picture, room, ratio],
  );
  const zoomBy = useCallback(
    (factor: number, at = { x: room.width / 2, y: room.height / 2 }) =>
      change((before, size, within) => zoomed(before, factor, at, size, within, ratio)),
    [change, room, ratio],
  );

  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002));
      zoomBy(factor, { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    // React listens passively, and the page behind would scroll.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [pane, zoomBy]);

  const panBy = (byX: number, byY: number) =>
    change((before, size, within) => moved(before, byX, byY, size, within));
  const isFitted = view.scale <= whole.scale;

  const release = (event: ReactPointerEvent) => void pointers.current.delete(event.pointerId);
  return {
    view,
    isFitted,
    zoomBy,
    panBy,
    fit: () => setChosen(null),
    pixels: () => change((_before, size, within) => pixelForPixel(size, within, ratio)),
    handlers: {
      onPointerDown(event) {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const box = event.currentTarget.getBoundingClientRect();
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, now);
        if (other) {
          const factor = distance(now, other) / Math.max(1, distance(before, other));
          zoomBy(factor, { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top });
        } else if (isFitted) onDragWhole((now.x - box.left) / box.width);
        else panBy(now.x - before.x, now.y - before.y);
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
