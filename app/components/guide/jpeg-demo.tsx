import { useState } from 'react';
import { encodeBlock, type Block } from './dct.ts';
import { DemoFrame, DemoResult } from './demo-frame.tsx';

/** The edge of a feather before a soft sky: one strong line, fine barbs, and a gentle gradient. */
const source: Block = Array.from({ length: 64 }, (_, index) => {
  const x = index & 7;
  const y = index >> 3;
  const sky = 205 - y * 5 + x * 3;
  const quill = Math.abs(x - (6.5 - y * 0.75)) < 0.7;
  const barb = x > 6.5 - y * 0.75 && (x + y) % 2 === 0;
  return quill ? 40 : barb ? sky - 62 : sky;
});

export function JpegDemo() {
  const [quality, setQuality] = useState(50);
  const block = encodeBlock(source, quality);
  return (
    <DemoFrame title="One block of a JPEG">
      <label htmlFor="jpeg-quality" className="flex justify-between text-sm font-medium">
        Quality
        <span aria-hidden className="figures font-semibold text-primary">
          {quality}
        </span>
      </label>
      <input
        id="jpeg-quality"
        type="range"
        min={1}
        max={100}
        value={quality}
        onChange={(event) => setQuality(Number(event.target.value))}
        className="mt-2 min-h-6 w-full accent-primary pointer-coarse:min-h-11"
      />
      <div className="mt-4 grid grid-cols-3 gap-3 sm:gap-6">
        <Grid title="Source" cells={source.map(grey)} />
        <Grid title="Numbers kept" cells={block.coefficients.map(presence)} />
        <Grid title="Result" cells={block.pixels.map(grey)} />
      </div>
      <DemoResult from={64} to={block.kept} unit="numbers" />
    </DemoFrame>
  );
}

function Grid({ title, cells }: { readonly title: string; readonly cells: readonly Cell[] }) {
  return (
    <div>
      <svg viewBox="0 0 64 64" aria-hidden shapeRendering="crispEdges" className="w-full rounded-sm bg-sunk">
        {cells.map((cell, index) => (
          <rect key={index} x={(index & 7) * 8} y={(index >> 3) * 8} width="8" height="8" {...cell} />
        ))}
      </svg>
      <p className="mt-1.5 text-center text-sm text-quiet">{title}</p>
    </div>
  );
}

interface Cell {
  readonly fill?: string;
  readonly className?: string;
  readonly opacity?: number;
}

function grey(value: number): Cell {
  return { fill: `rgb(${value} ${value} ${value})` };
}

/** Stored numbers in red, the larger the stronger; zeros stay empty. */
function presence(value: number): Cell {
  if (value === 0) return { className: 'fill-transparent' };
  return { className: 'fill-primary', opacity: Math.min(1, 0.3 + Math.abs(value) / 12) };
}
