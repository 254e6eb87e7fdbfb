import { Figure } from './figure.tsx';

interface BarChartProps {
  readonly title: string;
  readonly caption: string;
  readonly unit: string;
  readonly rows: readonly { readonly label: string; readonly value: number }[];
}

/** Single values on one scale; the last row, where the reader should arrive, is red. */
export function BarChart({ title, caption, unit, rows }: BarChartProps) {
  const largest = Math.max(...rows.map((row) => row.value));
  return (
    <Figure title={title} caption={caption}>
      <ul className="flex list-none! flex-col gap-3.5 p-0!">
        {rows.map((row, index) => (
          <li key={row.label} className="m-0! max-w-none!">
            <div className="flex items-baseline justify-between gap-4 text-base leading-6">
              <span>{row.label}</span>
              <span className="figures font-semibold whitespace-nowrap">
                {row.value.toLocaleString('en-US')}{' '}
                <span className="text-sm font-normal text-quiet">{unit}</span>
              </span>
            </div>
            <svg className="mt-1 h-2.5 w-full" aria-hidden>
              <rect
                width={`${((row.value / largest) * 100).toFixed(2)}%`}
                height="10"
                rx="5"
                className={index === rows.length - 1 ? 'fill-primary' : 'fill-bar'}
              />
            </svg>
          </li>
        ))}
      </ul>
    </Figure>
  );
}
