import { Figure } from './figure.tsx';

const CENTIMETRES = 10;
const PIXELS = 4_000;
const TARGET_DPI = 150;

/** Pixels for each inch of paper. */
const dpi = (pixels: number) => Math.round(pixels / (CENTIMETRES / 2.54));
const needed = Math.round((TARGET_DPI * CENTIMETRES) / 2.54);

/** Effective resolution: the same picture on the same ten centimetres, with many pixels and with enough. */
export function EffectiveDpi() {
  return (
    <Figure
      title="What counts is the size on the page"
      caption={`An image ${PIXELS.toLocaleString('en-US')} pixels wide that is shown ${CENTIMETRES} cm wide has ${dpi(PIXELS).toLocaleString('en-US')} DPI there, whatever its own settings say. At ${TARGET_DPI} DPI, plenty for a screen, ${needed} pixels are enough: ${Math.round((1 - (needed / PIXELS) ** 2) * 100)} percent of its pixels were never seen.`}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Page
          columns={40}
          title={`${dpi(PIXELS).toLocaleString('en-US')} DPI`}
          text={`${PIXELS.toLocaleString('en-US')} pixels wide`}
        />
        <Page columns={6} title={`${TARGET_DPI} DPI`} text={`${needed} pixels wide`} light />
      </div>
    </Figure>
  );
}

interface PageProps {
  /** Squares of the grid on the picture: one for every hundred pixels. */
  readonly columns: number;
  readonly title: string;
  readonly text: string;
  readonly light?: boolean;
}

function Page({ columns, title, text, light }: PageProps) {
  const [x, y, width, height] = [30, 24, 150, 100];
  const lines = Array.from({ length: columns + 1 }, (_, index) => x + (index * width) / columns);
  const rows = Array.from({ length: Math.round((columns * height) / width) + 1 }, (_, index) =>
    Math.min(y + height, y + (index * width) / columns),
  );
  return (
    <div>
      <svg viewBox="0 0 210 190" aria-hidden className="w-full">
        <path d="M8 4h194v180H8z" className="fill-raised stroke-edge" strokeWidth="1" />
        <rect {...{ x, y, width, height }} className="fill-primary-wash" />
        <circle cx={x + 112} cy={y + 32} r="15" className="fill-primary/60" />
        <path d={`M${x} ${y + height}v-22l40-36 32 30 24-18 54 40v6z`} className="fill-bar" />
        <path
          d={
            lines.map((at) => `M${at.toFixed(2)} ${y}v${height}`).join('') +
            rows.map((at) => `M${x} ${at.toFixed(2)}h${width}`).join('')
          }
          className={light ? 'stroke-primary' : 'stroke-ink'}
          strokeWidth={light ? 1 : 0.45}
        />
        <path d={`M${x} 140v10m0-5h${width}m0-5v10`} className="fill-none stroke-quiet" strokeWidth="1" />
        <text x={x + width / 2} y={160} textAnchor="middle" className="fill-quiet text-[11px]">
          {CENTIMETRES} cm
        </text>
        <path d={`M${x} 170h${width}M${x} 177h104`} className="stroke-bar" strokeWidth="3" />
      </svg>
      <p className="mt-2! mb-0! text-base">
        <span className="figures font-semibold">{title}</span>
        <span className="text-sm text-quiet">, {text}</span>
      </p>
    </div>
  );
}
