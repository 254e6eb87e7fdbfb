import { encodeBlock, type Block } from '../guide/dct.ts';
import { Figure } from './figure.tsx';

/** A soft edge with a little texture, as one finds at the rim of a leaf. */
const PIXELS: Block = Array.from({ length: 64 }, (_, index) => {
  const [column, row] = [index % 8, Math.floor(index / 8)];
  const edge = 1 / (1 + Math.exp((column - 2 - row * 0.55) * 1.1));
  return Math.round(58 + 150 * edge + 14 * Math.sin(column * 2.1 + row * 1.3));
});
const QUALITY = 40;

/** How JPEG rounds: one block before, as mixture of patterns, after rounding, and decoded. */
export function JpegSteps() {
  const exact = encodeBlock(PIXELS, 100);
  const rounded = encodeBlock(PIXELS, QUALITY);
  const strength = (coefficients: Block, step: number) =>
    coefficients.map((value) => 255 - Math.min(255, Math.sqrt(Math.abs(value) * step) * 14));
  const off = Math.max(...PIXELS.map((value, index) => Math.abs(value - (rounded.pixels[index] ?? 0))));
  const steps = [
    { title: 'The block', text: '64 grey values', tones: PIXELS },
    {
      title: 'As patterns',
      text: `${exact.kept} numbers that matter`,
      tones: strength(exact.coefficients, 1),
    },
    {
      title: 'Rounded',
      text: `${rounded.kept} numbers, the rest are zero`,
      tones: strength(rounded.coefficients, 16),
    },
    { title: 'Decoded', text: `no value more than ${off} of 255 off`, tones: rounded.pixels },
  ];
  return (
    <Figure
      title="Where JPEG saves: the rounding in the middle"
      caption={`One block at quality ${QUALITY}, computed as in the demonstration below. In the two squares in the middle each field stands for a pattern, the even tone at the left top and the finest checkerboard at the right bottom; the darker, the stronger it is.`}
    >
      <ol className="m-0! grid list-none! grid-cols-2 gap-5 p-0! sm:grid-cols-4">
        {steps.map((step) => (
          <li key={step.title} className="m-0! p-0!">
            <Tones values={step.tones} />
            <p className="mt-2! mb-0! text-base font-semibold">{step.title}</p>
            <p className="m-0! text-sm text-quiet">{step.text}</p>
          </li>
        ))}
      </ol>
    </Figure>
  );
}

/** Eight by eight squares of grey; one path for each tone keeps the page small. */
function Tones({ values }: { readonly values: Block }) {
  const paths = new Map<number, string>();
  for (const [index, value] of values.entries()) {
    const tone = Math.min(255, Math.round(value / 12) * 12);
    paths.set(tone, `${paths.get(tone) ?? ''}M${index % 8} ${Math.floor(index / 8)}h1v1h-1z`);
  }
  return (
    <svg
      viewBox="0 0 8 8"
      aria-hidden
      shapeRendering="crispEdges"
      className="w-full rounded-[6px] border border-edge"
    >
      {[...paths].map(([tone, path]) => (
        <path key={tone} d={path} fill={`rgb(${tone} ${tone} ${tone})`} />
      ))}
    </svg>
  );
}
