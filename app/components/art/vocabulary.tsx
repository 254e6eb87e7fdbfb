import { useId } from 'react';
import { FeatherShape } from '../site/feather.tsx';

/**
 * The shapes that all our pictures are made of: sheets, frames, bars and feathers. Flat, in the colours of the theme,
 * so that they follow light and dark.
 */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface SheetProps extends Box {
  /** Written on the red tab, e.g. `PDF`. */
  readonly label?: string;
  /** Lines of text; by default as many as fit. */
  readonly lines?: number;
  readonly rotate?: number;
}

/** A sheet of paper with lines of text and a folded corner. */
export function Sheet({ x, y, w, h, label, lines, rotate = 0 }: SheetProps) {
  const fold = Math.min(w, h) * 0.2;
  const top = label ? h * 0.38 : h * 0.2;
  const count = lines ?? Math.max(1, Math.floor((h - top - h * 0.1) / 16));
  return (
    <g transform={`translate(${x} ${y}) rotate(${rotate} ${w / 2} ${h / 2})`}>
      <path
        d={`M8 0H${w - fold}L${w} ${fold}V${h - 8}a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z`}
        className="fill-raised stroke-edge"
        strokeWidth="1.5"
      />
      <path
        d={`M${w - fold} 0V${fold - 6}a6 6 0 0 0 6 6H${w}`}
        className="fill-sunk stroke-edge"
        strokeWidth="1.5"
      />
      {label && <Tab x={w * 0.12} y={h * 0.14} label={label} />}
      {Array.from({ length: count }, (_, index) => (
        <rect
          key={index}
          x={w * 0.12}
          y={top + index * 16}
          width={w * (index % 3 === 2 ? 0.48 : 0.76)}
          height="5"
          rx="2.5"
          className="fill-bar"
        />
      ))}
    </g>
  );
}

/** The kind of a file, on red. */
export function Tab({ x, y, label }: { readonly x: number; readonly y: number; readonly label: string }) {
  const width = 16 + label.length * 10;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={width} height="24" rx="6" className="fill-primary" />
      <text
        x={width / 2}
        y="17"
        textAnchor="middle"
        className="fill-on-primary font-display text-[14px] font-bold"
      >
        {label}
      </text>
    </g>
  );
}

/** A picture in a frame: sun and hills. */
export function Frame({ x, y, w, h, rotate = 0 }: Box & { readonly rotate?: number }) {
  const pad = Math.min(w, h) * 0.07;
  const iw = w - 2 * pad;
  const ih = h - 2 * pad;
  return (
    <g transform={`translate(${x} ${y}) rotate(${rotate} ${w / 2} ${h / 2})`}>
      <rect width={w} height={h} rx="8" className="fill-raised stroke-edge" strokeWidth="1.5" />
      <svg x={pad} y={pad} width={iw} height={ih} viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice">
        <rect width="120" height="80" className="fill-sunk" />
        <circle cx="88" cy="26" r="11" className="fill-primary" />
        <path d="M0 80V58L34 30l28 26 16-13 42 32v5z" className="fill-bar" />
        <path d="M0 80V68l26-14 34 18 28-10 32 12v6z" className="fill-edge" />
      </svg>
    </g>
  );
}

/** The weight bar: the original's length, and what was saved of it in red. */
export function Bar(props: Omit<Box, 'h'> & { readonly left: number; readonly h?: number }) {
  const { x, y, w, left, h = 14 } = props;
  const clip = useId();
  return (
    <g>
      <clipPath id={clip}>
        <rect x={x} y={y} width={w} height={h} rx={h / 2} />
      </clipPath>
      <rect x={x} y={y} width={w} height={h} rx={h / 2} className="fill-bar" />
      <rect
        x={x + w * left}
        y={y}
        width={w * (1 - left)}
        height={h}
        clipPath={`url(#${clip})`}
        className="fill-primary"
      />
    </g>
  );
}

/** The mark, drawn at any size in red. */
export function Plume({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 32})`} className="text-primary">
      <FeatherShape />
    </g>
  );
}

/** A screen with a rounded edge, for phones, laptops and browser windows. */
export function Screen({ x, y, w, h, radius = 12 }: Box & { readonly radius?: number }) {
  return (
    <rect
      x={x}
      y={y}
      width={w}
      height={h}
      rx={radius}
      className="fill-raised stroke-edge"
      strokeWidth="1.5"
    />
  );
}
