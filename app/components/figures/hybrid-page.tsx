import { Figure } from './figure.tsx';

const PARTS = [
  { number: 1, name: 'Text', rule: 'exact: letters stay letters' },
  { number: 2, name: 'Photo', rule: 'lossy: fitted to its size, then compared with the source' },
  { number: 3, name: 'Drawing', rule: 'exact: lines stay lines' },
  { number: 4, name: 'Fonts and lists behind it', rule: 'exact: packed without loss' },
];

/** A page taken apart: what may change in it and what may not. */
export function HybridPage() {
  return (
    <Figure
      title="One page, four sets of rules"
      caption="A document is treated part by part. Only the photo changes, and only by what is not seen."
    >
      <div className="grid items-center gap-6 sm:grid-cols-[1fr_1.1fr]">
        <svg viewBox="0 0 240 260" aria-hidden className="mx-auto w-full max-w-64">
          <rect x={26} y={18} width={190} height={236} rx={6} className="fill-sunk stroke-edge" />
          <rect
            x={14}
            y={6}
            width={190}
            height={236}
            rx={6}
            className="fill-raised stroke-edge"
            strokeWidth="1.5"
          />
          <path d="M34 30h96" className="stroke-ink" strokeWidth="7" strokeLinecap="round" />
          <path
            d="M34 48h150M34 60h150M34 72h112"
            className="stroke-bar"
            strokeWidth="4"
            strokeLinecap="round"
          />
          <svg x={34} y={88} width={150} height={72} viewBox="0 0 150 72">
            <rect width="150" height="72" rx="4" className="fill-primary-wash" />
            <circle cx="112" cy="24" r="11" className="fill-primary" />
            <path d="M0 72V50l40-28 32 26 24-18 54 36v6z" className="fill-primary/35" />
          </svg>
          <g className="fill-none stroke-edge" strokeWidth="2">
            <path d="M38 226V178M38 226h142" />
            <path d="m42 214 32-14 30 6 34-18 34-8" className="stroke-ink" />
          </g>
          <Badge x={196} y={42} number={1} />
          <Badge x={196} y={124} number={2} red />
          <Badge x={196} y={200} number={3} />
          <Badge x={216} y={248} number={4} />
        </svg>
        <ol className="m-0! list-none! p-0!">
          {PARTS.map(({ number, name, rule }) => (
            <li
              key={number}
              className="m-0! grid grid-cols-[2rem_1fr] items-baseline border-b border-hairline py-2.5! pl-0! last:border-0"
            >
              <span aria-hidden className="figures font-display font-bold text-primary">
                {number}
              </span>
              <span>
                <strong>{name}</strong>
                <span className="block text-sm text-quiet">{rule}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Figure>
  );
}

interface BadgeProps {
  readonly x: number;
  readonly y: number;
  readonly number: number;
  readonly red?: boolean;
}

function Badge({ x, y, number, red }: BadgeProps) {
  return (
    <g>
      <circle cx={x} cy={y} r={12} className={red ? 'fill-primary' : 'fill-ink'} />
      <text
        x={x}
        y={y + 4.5}
        textAnchor="middle"
        className={`text-[13px] font-bold ${red ? 'fill-on-primary' : 'fill-ground'}`}
      >
        {number}
      </text>
    </g>
  );
}
