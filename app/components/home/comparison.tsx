import { ChevronsLeftRight } from '~/components/ui/late-icons.tsx';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';
import { heroPicture } from '~/content/hero-picture.ts';
import { smallHeroPicture as small } from '~/content/small-hero-picture.ts';
import { classNames } from '../ui/class-names.ts';
import { WeightBar } from '../ui/weight-bar.tsx';

const { alt, width, height, original, compressed, fromBytes, toBytes } = heroPicture;

/**
 * A real file before and after, one behind the other. The page comes with the light one;
 * `app/enhancements/comparison.ts` fetches the heavy one and brings the divider. Without scripts the light one stands
 * alone beside its figures.
 */
export function Comparison({ className }: { readonly className?: string }) {
  return (
    <figure className={className}>
      <div
        data-comparison="waiting"
        className="group relative aspect-4/3 overflow-hidden rounded-card bg-sunk shadow-float [--at:50%]"
      >
        <picture>
          <source media={small.media} srcSet={small.compressed} />
          {/* React 18 knows the attribute by its own name only. */}
          <img src={compressed} alt={alt} {...{ width, height, fetchpriority: 'high' }} className={PICTURE} />
        </picture>
        <Label side="right" text="Compressed" bytes={toBytes} />
        <div className="absolute inset-0 hidden [clip-path:inset(0_calc(100%-var(--at))_0_0)] group-data-[comparison=ready]:block">
          <picture>
            <source media={small.media} data-original={small.original} />
            <img data-original={original} alt="" {...{ width, height }} className={PICTURE} />
          </picture>
          <Label side="left" text="Original" bytes={fromBytes} />
        </div>
        {/* Wider than the picture by the thumb, so that the thumb's middle is where the value says. */}
        <input
          type="range"
          disabled
          defaultValue={50}
          aria-label="Divider between original and compressed"
          aria-valuetext="50% original"
          className={classNames(
            'peer absolute inset-y-0 -left-6 hidden w-[calc(100%+3rem)] cursor-ew-resize touch-pan-y appearance-none bg-transparent opacity-0',
            'group-data-[comparison=ready]:block',
            '[&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-12 [&::-moz-range-thumb]:border-0',
            '[&::-webkit-slider-runnable-track]:h-full [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-12 [&::-webkit-slider-thumb]:appearance-none',
          )}
        />
        <Divider />
      </div>
      <figcaption className="mt-4">
        <Weights of={heroPicture} className="small-picture:hidden" />
        <Weights of={small} className="hidden small-picture:block" />
        <p className="mt-2.5 text-sm text-quiet">
          A real result: the original on the left, our compressed file on the right.
        </p>
      </figcaption>
    </figure>
  );
}

const PICTURE = 'absolute inset-0 size-full object-cover';

interface WeightsProps {
  readonly of: Pick<typeof heroPicture | typeof small, 'name' | 'fromBytes' | 'toBytes'>;
  readonly className: string;
}

/** What the two files weigh that are shown. */
function Weights({ of: { name, fromBytes, toBytes }, className }: WeightsProps) {
  return (
    <div className={className}>
      <p className="figures flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl font-bold tracking-tight text-primary">
          −{reductionPercent(fromBytes, toBytes)}%
        </span>
        <span className="font-semibold">
          {formatBytes(fromBytes)} → {formatBytes(toBytes)}
        </span>
        <span className="text-quiet">{name}</span>
      </p>
      <WeightBar originalBytes={fromBytes} compressedBytes={toBytes} className="mt-2" />
    </div>
  );
}

interface LabelProps {
  readonly side: 'left' | 'right';
  readonly text: string;
  readonly bytes: number;
}

function Label({ side, text, bytes }: LabelProps) {
  return (
    <p
      className={classNames(
        'figures absolute bottom-3 rounded-full bg-ink px-3 py-1 text-sm font-medium text-ground',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      {text}
      <span className="max-sm:hidden"> · {formatBytes(bytes)}</span>
    </p>
  );
}

/** The line and its grip, in both themes white as on the stage of the compress page; the range above them is what takes pointers and keys. */
function Divider() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-(--at) hidden w-0.5 -translate-x-1/2 animate-fade bg-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.35)] forced-colors:w-1 forced-colors:border-x group-data-[comparison=ready]:block peer-focus-visible:[&>span]:outline-2"
    >
      <span className="absolute top-1/2 left-1/2 grid size-12 -translate-1/2 place-items-center rounded-full border border-[#78716c] bg-[#fff] text-[#1c1917] shadow-float outline-offset-2 outline-primary">
        <ChevronsLeftRight className="size-5" />
      </span>
    </span>
  );
}
