import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react';
import { ChevronsLeftRight } from '~/components/ui/late-icons.tsx';
import type { Pair } from '~/compressor/compare/pair.ts';
import { ZOOM_STEP } from '~/compressor/compare/view-state.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { classNames } from '~/components/ui/class-names.ts';
import type { CompareMode, StageControls } from './stage-controls.ts';
import { Layer } from './layer.tsx';
import { usePanZoom } from './use-pan-zoom.ts';

interface CompareStageProps {
  readonly controls: RefObject<StageControls | null>;
  readonly pair: Pair;
  readonly mode: CompareMode;
  readonly beforeBytes: number;
  readonly afterBytes: number;
  /** Device pixels for one pixel of the picture, in percent. */
  readonly onZoom: (percent: number) => void;
}

/** The two pictures behind one window, moved and magnified together. */
export function CompareStage(props: CompareStageProps) {
  const { controls, pair, mode, beforeBytes, afterBytes, onZoom } = props;
  const pane = useRef<HTMLDivElement>(null);
  const [divider, setDivider] = useState(50);
  const clamp = (percent: number) => Math.min(100, Math.max(0, percent));
  const isSlider = mode === 'slider';
  const panZoom = usePanZoom(pane, pair.size, (ratio) => {
    if (isSlider) setDivider(clamp(ratio * 100));
  });
  const { view, handlers, zoomBy, panBy, fit, pixels } = panZoom;

  useImperativeHandle(controls, () => ({
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit,
    pixels,
    panBy,
    divideBy: (percent) => setDivider((before) => clamp(before + percent)),
  }));
  const zoomPercent = Math.round(view.scale * window.devicePixelRatio * 100);
  // The keys work at once, and a screen reader starts at the divider; not where a person went to the bar while it was drawn.
  useEffect(() => {
    if (document.activeElement?.closest('[role=group]')) return;
    pane.current?.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => onZoom(zoomPercent), [onZoom, zoomPercent]);

  const layer = { size: pair.size, view };
  return (
    <div
      className={classNames(
        'relative grid overflow-hidden bg-sunk',
        !isSlider && 'gap-0.5 bg-edge portrait:grid-rows-2 landscape:grid-cols-2',
      )}
    >
      <div
        ref={pane}
        data-testid="compare-before"
        className="relative touch-none overflow-hidden bg-sunk"
        style={{ cursor: isSlider ? 'ew-resize' : 'grab' }}
        onDoubleClick={panZoom.isFitted ? pixels : fit}
        {...handlers}
      >
        <div
          className="absolute inset-0"
          style={isSlider ? { clipPath: `inset(0 ${100 - divider}% 0 0)` } : undefined}
        >
          <Layer shown={pair.before} name="Original" {...layer} />
        </div>
        {isSlider && (
          <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${divider}%)` }}>
            <Layer shown={pair.after} name="Compressed" {...layer} />
          </div>
        )}
        <Label side="left" name="Original" bytes={beforeBytes} />
        {isSlider && <Label side="right" name="Compressed" bytes={afterBytes} />}
        {isSlider && <Handle percent={divider} onPercent={(percent) => setDivider(clamp(percent))} />}
      </div>
      {!isSlider && (
        <div className="relative touch-none overflow-hidden bg-sunk" {...handlers}>
          <Layer shown={pair.after} name="Compressed" {...layer} />
          <Label side="left" name="Compressed" bytes={afterBytes} />
        </div>
      )}
    </div>
  );
}

interface LabelProps {
  readonly side: 'left' | 'right';
  readonly name: string;
  readonly bytes: number;
}

function Label({ side, name, bytes }: LabelProps) {
  return (
    <p
      // The pictures have these names, and the head of the view tells the sizes.
      aria-hidden
      className={classNames(
        'figures pointer-events-none absolute top-3 rounded-full bg-ink px-3 py-1 text-sm font-medium text-ground',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      {name}
      <span className="max-sm:hidden"> · {formatBytes(bytes)}</span>
    </p>
  );
}

interface HandleProps {
  readonly percent: number;
  readonly onPercent: (percent: number) => void;
}

/** The divider: the line, and a grip that is large enough for a thumb. */
function Handle({ percent, onPercent }: HandleProps) {
  const drag = useRef(false);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Divider between original and compressed"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={`${Math.round(percent)}% original`}
      className="group absolute inset-y-0 w-12 -translate-x-1/2 cursor-ew-resize touch-none outline-none"
      style={{ left: `${percent}%` }}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = true;
      }}
      onPointerMove={(event) => {
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (!drag.current || !box) return;
        event.stopPropagation();
        onPercent(((event.clientX - box.left) / box.width) * 100);
      }}
      onPointerUp={() => (drag.current = false)}
      onPointerCancel={() => (drag.current = false)}
    >
      {/* White with a dark edge in both themes: it lies on pictures, dark and light. */}
      <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-[#fff] shadow-[0_0_0_1px_rgb(0_0_0/0.5)] forced-colors:w-1 forced-colors:border-x" />
      <span className="absolute top-1/2 left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border border-[#78716c] bg-[#fff] text-[#1c1917] shadow-float group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-primary">
        <ChevronsLeftRight aria-hidden className="size-5" />
      </span>
    </div>
  );
}
