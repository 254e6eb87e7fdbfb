import { Figure } from './figure.tsx';

const BEFORE = 'the cat sat on the mat, ';
const REPEATED = 'the cat sat on the ';
const NEW = 'hat.';
/** Width of a letter of the listing font at 13 px. */
const LETTER = 7.8;

/** How LZ77 writes a phrase that has occurred before: as a pointer. */
export function PointingBack() {
  const end = 12 + LETTER * REPEATED.length;
  return (
    <Figure
      title="A phrase that was there before is a pointer"
      caption={`${BEFORE.length + REPEATED.length + NEW.length} letters become ${BEFORE.length + NEW.length} letters and one pointer. The longer a text, the more of it has been said before.`}
    >
      <svg
        viewBox="0 0 230 148"
        className="mx-auto w-full max-w-sm"
        role="img"
        aria-label={`The text “${BEFORE}${REPEATED}${NEW}” is written as “${BEFORE}”, then: go back ${BEFORE.length} letters and copy ${REPEATED.length}, then “${NEW}”`}
      >
        <rect x={9} y={8} width={end - 8} height={26} rx={6} className="fill-primary-wash" />
        <rect x={9} y={84} width={end - 8} height={26} rx={6} className="fill-primary" />
        <g className="font-mono text-[13px]" style={{ fontSize: 13 }}>
          <text x={12} y={26} className="fill-ink" textLength={LETTER * (BEFORE.length - 1)}>
            {BEFORE.trim()}
          </text>
          <text x={end + 8} y={102} className="fill-ink">
            {NEW}
          </text>
        </g>
        <text
          x={(12 + end) / 2}
          y={101}
          textAnchor="middle"
          className="fill-on-primary text-[12px] font-semibold"
        >
          back {BEFORE.length}, copy {REPEATED.length}
        </text>
        <path
          d={`M60 82C52 66 52 54 58 41m-6 8 6-9 8 6`}
          className="fill-none stroke-primary"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <text x={12} y={136} className="fill-quiet text-[12px]">
          reads: {REPEATED}
          {NEW}
        </text>
      </svg>
    </Figure>
  );
}
