import type { Sample } from '~/content/measurements.ts';
import { Figure } from './figure.tsx';

interface WeightChartProps {
  readonly title: string;
  readonly caption: string;
  readonly rows: readonly Sample[];
}

/** Files before and after, drawn to one scale: the original in a quiet neutral, what was saved of it in red. */
export function WeightChart({ title, caption, rows }: WeightChartProps) {
  const heaviest = Math.max(...rows.map((row) => row.fromBytes));
  return (
    <Figure title={title} caption={caption}>
      <ul className="flex list-none! flex-col gap-4 p-0!">
        {rows.map((row) => (
          <li key={row.label} className="m-0! max-w-none!">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-base leading-6">
              <span className="font-medium">{row.label}</span>
              <span className="figures text-sm text-quiet">
                {row.from} to {row.to}
                <strong className="ml-3 inline-block min-w-12 text-right text-base text-primary">
                  {row.toBytes < row.fromBytes ? `−${row.saved}` : 'unchanged'}
                </strong>
              </span>
            </div>
            <Bars from={row.fromBytes / heaviest} to={row.toBytes / heaviest} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/** Both lengths as shares of the widest bar. */
function Bars({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <svg className="mt-1.5 h-3 w-full overflow-visible" aria-hidden>
      <rect width={percent(from)} height="12" rx="3" className="fill-bar" />
      {to < from && (
        <rect x={percent(to)} width={percent(from - to)} height="12" rx="3" className="fill-primary" />
      )}
    </svg>
  );
}

function percent(share: number): string {
  return `${Math.max(0.8, share * 100).toFixed(2)}%`;
}
