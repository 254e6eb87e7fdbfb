import { Figure } from './figure.tsx';

const [LEFT, BOTTOM, WIDTH, HEIGHT] = [34, 178, 290, 150];

/** Bits for each throw of a coin that lands on heads with probability `p`: Shannon's formula. */
function entropyOfCoin(p: number): number {
  return p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}

const x = (p: number) => LEFT + p * WIDTH;
const y = (bits: number) => BOTTOM - bits * HEIGHT;

/** How much a coin has to say, from the one that always lands on tails to the one that always lands on heads. */
export function EntropyCurve() {
  const curve = Array.from({ length: 61 }, (_, index) => index / 60)
    .map((p) => `${x(p).toFixed(1)} ${y(entropyOfCoin(p)).toFixed(1)}`)
    .join('L');
  const unfair = entropyOfCoin(0.9);
  return (
    <Figure
      title="The more certain the outcome, the less it says"
      caption="Entropy of a coin by how often it lands on heads. At both ends the outcome is known before the throw, and there is nothing to write down."
    >
      <svg
        viewBox="0 0 350 220"
        className="mx-auto w-full max-w-md"
        role="img"
        aria-label={`A curve that rises from 0 bits to 1 bit for a fair coin and falls again; at nine heads in ten throws it is at ${unfair.toFixed(2)} bits.`}
      >
        <path
          d={`M${LEFT} ${y(1)}V${BOTTOM}H${LEFT + WIDTH}`}
          className="fill-none stroke-edge"
          strokeWidth="1"
        />
        <path d={`M${curve}V${BOTTOM}H${LEFT}Z`} className="fill-primary-wash" />
        <path d={`M${curve}`} className="fill-none stroke-primary" strokeWidth="2.5" />
        <g className="stroke-edge" strokeDasharray="3 4">
          <path d={`M${x(0.5)} ${y(1)}V${BOTTOM}M${x(0.9)} ${y(unfair)}V${BOTTOM}`} />
        </g>
        <g className="fill-raised stroke-primary" strokeWidth="2.5">
          <circle cx={x(0.5)} cy={y(1)} r="5" />
          <circle cx={x(0.9)} cy={y(unfair)} r="5" />
        </g>
        {/* A narrow screen draws all smaller: the letters are larger there, so that they can be read. */}
        <g className="fill-ink text-[12px] font-semibold max-[26rem]:text-[17px]">
          <text x={x(0.5)} y={y(1) - 12} textAnchor="middle">
            fair: 1 bit
          </text>
          <text y={y(unfair) - 4} textAnchor="end">
            <tspan x={x(0.9) - 12}>9 of 10:</tspan>
            <tspan x={x(0.9) - 12} dy="18">
              {unfair.toFixed(2)} bits
            </tspan>
          </text>
        </g>
        <g className="fill-quiet text-[11px] max-[26rem]:text-[17px]">
          <text x={LEFT - 7} y={y(1) + 4} textAnchor="end">
            1
          </text>
          <text x={LEFT - 7} y={BOTTOM + 4} textAnchor="end">
            0
          </text>
          {[0, 0.5, 0.9].map((p) => (
            <text key={p} x={x(p)} y={BOTTOM + 18} textAnchor="middle">
              {p * 100}%
            </text>
          ))}
          <text x={LEFT + WIDTH} y={BOTTOM + 36} textAnchor="end">
            how often heads
          </text>
        </g>
      </svg>
    </Figure>
  );
}
